const vendorBackends = ['packages/backend-cuda', 'packages/backend-hip', 'packages/backend-nvrtc'];

/**
 * What the tests of a project use beside its own files and the packages that its package.json names: other projects, by
 * their folders, and single files. A change there runs the tests again. A test compares this table with the imports.
 *
 * @type {Record<string, { projects?: string[], files?: string[] }>}
 */
export const usedByTests = {
  'packages/backend-cuda': {
    projects: ['tools/backend-tests', 'tools/emulator', 'tools/sources'],
    files: ['examples/pycuda/**/*'],
  },
  'packages/backend-hip': {
    projects: ['tools/backend-tests', 'tools/emulator', 'tools/sources'],
    files: ['tools/hip-on-nvidia/**/*'],
  },
  'packages/backend-host': { projects: ['tools/backend-tests', 'tools/sources'] },
  'packages/backend-nvrtc': {
    projects: ['tools/backend-tests', 'tools/emulator', 'tools/sources'],
    files: ['examples/cupy/**/*'],
  },
  'packages/backend-opencl': { projects: ['tools/backend-tests', 'tools/sources'] },
  'packages/cli': { projects: ['tools/backend-tests', 'tools/sources'] },
  'packages/conformance': { projects: ['tools/backend-tests'] },
  'packages/core': { projects: ['tools/backend-tests', 'tools/sources'], files: ['docs/architecture.md'] },
  'packages/gpuarray': { projects: ['tools/emulator'] },
  'packages/simt-driver': { projects: ['tools/emulator', 'tools/generate-cuda-api', 'tools/sources'] },
  'packages/tuner': { projects: ['tools/backend-tests', 'tools/sources'], files: ['docs/architecture.md'] },
  'tools/amd-kernels': { projects: ['packages/backend-hip', 'packages/gpuarray'] },
  'tools/architecture': { files: ['eslint.config.mjs'] },
  'tools/backend': { projects: ['packages/conformance'], files: ['LICENSE', 'tsconfig.json', 'tsconfig.base.json'] },
  'tools/backend-tests': { projects: ['packages/core'] },
  'tools/docs': {
    projects: ['packages/backend-opencl', ...vendorBackends],
    files: ['docs/**/*', 'README.md', 'package.json'],
  },
  'tools/emulator': { projects: ['packages/backend-host'] },
  'tools/nx': {
    projects: ['packages/cli'],
    files: ['packages/*/test/**/*', 'tools/**/*', 'nx.json', 'jest.config.mjs'],
  },
  'tools/numpy-fuzz': { projects: ['packages/backend-host', 'packages/backend-opencl', 'packages/gpuarray'] },
  'tools/random-sources': { projects: ['packages/backend-cuda', 'packages/backend-host', 'packages/backend-opencl'] },
  'tools/settings': { projects: ['packages/cli', 'packages/gpuarray', ...vendorBackends, 'tools/sources'] },
  'tools/setup': { files: ['tools/gpu-bundle/**/*'] },
  'tools/user-programs': {
    projects: [
      'packages/backend-cuda',
      'packages/backend-nvrtc',
      'packages/backend-opencl',
      'packages/gpuarray',
      'tools/emulator',
      'tools/sources',
    ],
  },
};
