/**
 * Node's environment for tests, on a worker in which PoCL stays loaded. PoCL keeps what it has read of its library of
 * functions, which takes a processor a second, for as long as there is a context; a program has one throughout, and so
 * have the files of tests that follow each other here, each of which opens and closes devices of its own.
 */
const { TestEnvironment } = require('jest-environment-node');

const usesOpenCl = /\/packages\/(?:gpuarray|backend-opencl)\/|\/tuner\/test\/run\/opencl/;

let isHeld = false;

module.exports = class extends TestEnvironment {
  #path;

  constructor(config, context) {
    super(config, context);
    this.#path = context.testPath;
  }

  async setup() {
    await super.setup();
    if (isHeld || !usesOpenCl.test(this.#path)) return;
    isHeld = true;
    holdContext();
  }
};

// If there is no OpenCL there is nothing to hold, and the tests say so themselves.
function holdContext() {
  const koffi = require('koffi');
  let library;
  try {
    library = koffi.load('libOpenCL.so.1');
  } catch {
    return;
  }
  const getPlatforms = library.func('int clGetPlatformIDs(uint32_t count, void* platforms, void* found)');
  const getDevices = library.func(
    'int clGetDeviceIDs(uint64_t platform, uint64_t type, uint32_t count, void* devices, void* found)',
  );
  const createContext = library.func(
    'uint64_t clCreateContext(const void* properties, uint32_t count, const void* devices, void* notify, void* user, void* status)',
  );
  const CL_DEVICE_TYPE_CPU = 2;
  const platforms = new BigUint64Array(8);
  const found = new Uint32Array(1);
  if (getPlatforms(platforms.length, platforms, found) !== 0) return;
  for (const platform of platforms.subarray(0, found[0])) {
    const device = new BigUint64Array(1);
    if (getDevices(platform, CL_DEVICE_TYPE_CPU, 1, device, null) !== 0) continue;
    createContext(null, 1, device, null, null, new Int32Array(1));
  }
}
