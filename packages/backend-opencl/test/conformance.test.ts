import { runConformance } from '@heddle/conformance';
import { backend } from '@heddle/backend-opencl';

// Programs that cases start read the sources, as this test does.
const programs = { backend: '@heddle/backend-opencl', execArgv: ['--import', 'tsx'] };

runConformance({ backend, programs, describe, it, beforeAll, afterAll });
