process.env['HEDDLE_NATIVE'] = 'off';

import { nativeAddon } from '@heddle/native';
import { driverSuite } from './fixture/driver-suite';

it('runs without the addon', () => {
  expect(nativeAddon()).toBeUndefined();
});

driverSuite('SimtDriver over a stand-in library, through koffi alone');
