import { driverSuite } from './fixture/driver-suite';

driverSuite('SimtDriver over a stand-in library');
