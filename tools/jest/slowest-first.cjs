/**
 * The order of the test files: those that take longest first, so that no worker is left with one of them at the end.
 * Jest knows the times of earlier runs, which a fresh clone has none of.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * What takes more than ten seconds of a processor on a small machine, longest first. HIP's emulated run comes well
 * after NVRTC's, whose compiled kernels it finds.
 */
const slow = [
  // These have garbage collected many times, which takes the longer the more files the worker has run before.
  'gpuarray/test/device-context/forgotten-arrays',
  'backend-host/test/forgotten-memory',
  'backend-host/test/leaks',
  'gpuarray/test/linear-algebra/matmul',
  'backend-cuda/test/emulated-conformance',
  'backend-nvrtc/test/emulated-conformance',
  'core/test/signature/robustness',
  'backend-host/test/conformance',
  'backend-opencl/test/conformance',
  'gpuarray/test/reduction/sums',
  'gpuarray/test/sort/sort',
  'backend-host/test/killed-compilations',
  'core/test/cache/processes',
  'gpuarray/test/scan/strategies',
  'backend-opencl/test/leaks',
  'tuner/test/worker/isolation',
  'gpuarray/test/scan/scan',
  'cli/test/tune',
  'backend-hip/test/emulated-conformance',
  'gpuarray/test/random/backends',
  'gpuarray/test/functions/arithmetic',
  'gpuarray/test/functions/mathematics',
  'tuner/test/files/recorded-files',
  'tuner/test/worker/faults',
  'gpuarray/test/random/distributions',
  'gpuarray/test/device-context/streams',
  'tuner/test/strategy/strategies',
  'core/test/device/disposal',
  'gpuarray/test/reduction/kernels',
  'gpuarray/test/device-context/memory',
  'backend-host/test/sanitizers',
  'cli/test/report-page',
  'cli/test/doctor',
];

const place = ({ path }) => {
  const index = slow.findIndex((name) => path.includes(`packages/${name}.test.ts`));
  return index < 0 ? slow.length : index;
};

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
};
