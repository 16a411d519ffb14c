import { runConformance } from '@heddle/conformance';
import { backend } from '@heddle/backend-host';
import { builtPrograms } from '../../../tools/sources/test/built-sources';

// Programs that cases start run the sources too, read once for all of them.
const programs = builtPrograms('backend-host');

runConformance({ backend, programs, describe, it, beforeAll, afterAll });
