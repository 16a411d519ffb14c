/** Every environment variable of Heddle: what to do with one that names a path, and what the others are. */
import { findNvcc } from '@heddle/backend-cuda';
import { findHipcc } from '@heddle/backend-hip';
import { hiprtcCandidates } from '@heddle/backend-hip/api';
import { NvrtcLibrary } from '@heddle/backend-nvrtc/api';
import { ArtifactCache, openDevice } from '@heddle/core';
import { loadBackend } from '@heddle/core/backend';
import { loadFirst, nvJitLinkCandidates } from '@heddle/simt-driver';

const functions = { cuda: '__global__ void k() {}', c: 'void k(void) {}', fortran: 'subroutine k()\nend subroutine\n' };

/** Sets the variable for one use. */
const withVariable = (name, use) => async (path) => {
  const before = process.env[name];
  process.env[name] = path;
  try {
    return await use(path);
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
};

const probe = (backend) => async () => JSON.stringify(await (await loadBackend(backend)).probe());

/** Compiles for the CPU. */
const compile =
  (language = 'cuda') =>
  async () => {
    const device = await openDevice('host');
    try {
      await device.compile(functions[language], { language, cache: false });
    } finally {
      device.dispose();
    }
  };

async function useCache() {
  const cache = ArtifactCache.fromEnvironment();
  const key = '0123456789abcdef'.repeat(4);
  const entry = { metadata: { format: 'ptx', entryNames: {}, log: '' }, bytes: new Uint8Array([1, 2, 3]) };
  await cache.getOrCompile(key, async () => entry);
  await cache.usage();
  await cache.clear();
  return JSON.stringify(cache.state);
}

const library = (name, use) => ({ role: 'library', run: withVariable(name, use) });
const compiler = (name, use) => ({ role: 'program', run: withVariable(name, use) });

/** Those that name a path. */
export const settings = {
  HEDDLE_CACHE_DIR: {
    role: 'folder',
    own: /\/heddle-cache-v2(\/|$)/,
    inTheWay: ['heddle-cache-v2', 'locks', 'temporary', 'usage', 'CACHEDIR.TAG', 'heddle-cache-v1'],
    run: withVariable('HEDDLE_CACHE_DIR', useCache),
  },
  HEDDLE_HOST_RUNTIME: library('HEDDLE_HOST_RUNTIME', compile()),
  HEDDLE_CUDA_LIBRARY: library('HEDDLE_CUDA_LIBRARY', probe('nvrtc')),
  HEDDLE_HIP_LIBRARY: library('HEDDLE_HIP_LIBRARY', probe('hip')),
  HEDDLE_OPENCL_LIBRARY: library('HEDDLE_OPENCL_LIBRARY', probe('opencl')),
  HEDDLE_NVRTC_LIBRARY: library('HEDDLE_NVRTC_LIBRARY', () => NvrtcLibrary.load()),
  HEDDLE_HIPRTC_LIBRARY: library('HEDDLE_HIPRTC_LIBRARY', () =>
    JSON.stringify(loadFirst(hiprtcCandidates().slice(0, 1))),
  ),
  HEDDLE_NVJITLINK_LIBRARY: library('HEDDLE_NVJITLINK_LIBRARY', () =>
    JSON.stringify(loadFirst(nvJitLinkCandidates(undefined))),
  ),
  HEDDLE_CXX: compiler('HEDDLE_CXX', compile()),
  HEDDLE_CC: compiler('HEDDLE_CC', compile('c')),
  HEDDLE_FC: compiler('HEDDLE_FC', compile('fortran')),
  HEDDLE_NVCC: compiler('HEDDLE_NVCC', () => findNvcc()),
  HEDDLE_HIPCC: compiler('HEDDLE_HIPCC', findHipcc),
};

/** Where the others are tested, or why they change and read nothing. */
export const others = {
  'is the place where the GPU bundle works, which tools/setup/test/own-folder.test.mjs tests': ['HEDDLE_GPU_WORK'],
  'is set by the GPU bundle to a folder that it has made': ['HEDDLE_REPORTS'],
  'names a program that is started, and nothing is written to it': ['HEDDLE_NODE24', 'HEDDLE_CHROMIUM'],
  'names no path': [
    'HEDDLE_BACKEND',
    'HEDDLE_CACHE',
    'HEDDLE_CACHE_MAX_BYTES',
    'HEDDLE_CHANGESET_BASE',
    'HEDDLE_CONFORMANCE_INPUT',
    'HEDDLE_DEBUG',
    'HEDDLE_DEVICE',
    'HEDDLE_EMULATOR_DEVICES',
    'HEDDLE_EMULATOR_DRIVER_VERSION',
    'HEDDLE_EMULATOR_FAILURES',
    'HEDDLE_EMULATOR_FAULT_SCOPE',
    'HEDDLE_EMULATOR_MEMORY',
    'HEDDLE_GPU_CASES',
    'HEDDLE_GPU_SECONDS',
    'HEDDLE_GPU_TEST_SECONDS',
    'HEDDLE_HOST_STACK_BYTES',
    'HEDDLE_HOST_THREADS',
    'HEDDLE_INSTALL',
    'HEDDLE_NATIVE',
    'HEDDLE_OPENCL_DEVICE',
    'HEDDLE_REQUIRE',
    'HEDDLE_SLOW_TESTS',
    'HEDDLE_TEST_SEED',
    'HEDDLE_TEST_SOURCES',
  ],
  'a macro in generated sources': [
    'HEDDLE_BLOCK_FORM',
    'HEDDLE_COLUMN_FORM',
    'HEDDLE_COUNT_THOSE_LEFT',
    'HEDDLE_REGION_END',
    'HEDDLE_REGION_OF_THOSE_LEFT_END',
    'HEDDLE_ROW_FORM',
    'HEDDLE_SCALAR_FORM',
    'HEDDLE_WHOLE_BLOCK_FORM',
  ],
};
