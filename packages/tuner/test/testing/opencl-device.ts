/** Tests on an OpenCL device: reported as skipped if there is none, failed if there must be one. */
import { openLibrary } from '@heddle/backend-opencl/api';
import { isHeddleError } from '@heddle/core';

const allDeviceTypes = 0xffffffff;
const isRequired = (process.env.HEDDLE_REQUIRE ?? '').split(',').some((name) => name.trim() === 'opencl');
const reason = reasonForNone();

/** `it` if there is a device, or if there must be one; else its tests are skipped. */
export const itOnOpenCl: typeof it.skip = reason === undefined || isRequired ? it : it.skip;

if (reason !== undefined) console.warn(`skipped: ${reason}`);

// Asked of the loader itself: a backend's probe is a promise, and jest wants to know its tests at once.
function reasonForNone(): string | undefined {
  try {
    const { calls } = openLibrary();
    const count = new Uint32Array(1);
    if (calls.clGetPlatformIDs(0, null, count) !== 0) return 'no OpenCL platform is installed';
    const platforms = new BigUint64Array(count[0] ?? 0);
    calls.clGetPlatformIDs(platforms.length, platforms, null);
    const hasDevice = (platform: bigint): boolean =>
      calls.clGetDeviceIDs(platform, allDeviceTypes, 0, null, count) === 0 && (count[0] ?? 0) > 0;
    return [...platforms].some(hasDevice) ? undefined : 'no OpenCL platform here has a device';
  } catch (error) {
    if (isHeddleError(error, 'UNAVAILABLE')) return error.message.split('\n', 1)[0];
    throw error;
  }
}
