/**
 * The order of the test files: those that take longest first, so that no worker is left with one of them at the end.
 * Jest knows the times of earlier runs, which a fresh clone has none of.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes more than twenty seconds on a small machine, longest first. */
const slow = [
  'gpuarray/test/linear-algebra/matmul',
  'gpuarray/test/reduction/sums',
  'backend-opencl/test/conformance',
  'backend-cuda/test/emulated-conformance',
  'backend-host/test/killed-compilations',
  'backend-host/test/conformance',
  'backend-nvrtc/test/emulated-conformance',
  'backend-hip/test/emulated-conformance',
  'tuner/test/worker/faults',
  'gpuarray/test/scan/strategies',
  'gpuarray/test/random/backends',
  'core/test/signature/robustness',
  'backend-opencl/test/leaks',
  'cli/test/report-page',
  'gpuarray/test/sort/sort',
  'cli/test/tune',
  'tuner/test/strategy/strategies',
  'core/test/cache/processes',
  'gpuarray/test/reduction/kernels',
  'gpuarray/test/scan/scan',
  'cli/test/doctor',
  'gpuarray/test/functions/arithmetic',
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
