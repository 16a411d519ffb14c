/**
 * Who may import whom. docs/architecture.md draws it; the lint rule `heddle/arrows` reads it from here.
 *
 * Tests and benchmarks may import what their package may, and further what `inTests` says.
 */

/** Packages by name without the scope; `backend-*` stands for every backend that has no entry of its own. */
export const packageArrows = {
  core: { imports: [], inTests: ['conformance', 'backend-host'] },
  conformance: { imports: ['core'], inTests: ['backend-host'] },
  native: { imports: [], inTests: [] },
  'simt-driver': { imports: ['core', 'native'], inTests: ['conformance', 'backend-host'] },
  gpuarray: { imports: ['core'], inTests: ['conformance', 'backend-host', 'backend-opencl'] },
  tuner: { imports: ['core'], inTests: ['conformance', 'backend-host', 'backend-opencl'] },
  jit: { imports: ['core'], inTests: ['conformance', 'backend-host', 'backend-opencl'] },
  cli: { imports: ['core', 'conformance', 'gpuarray', 'tuner', 'jit'], inTests: ['backend-host', 'backend-opencl'] },
  'backend-*': { imports: ['core', 'simt-driver', 'native'], inTests: ['conformance', 'backend-host'] },
};

/**
 * The folders of core/src, and single files where one has a place of its own (`arguments/device-reference`), from the ground up: each imports only what stands before it.
 * Types count as well: a type that points upward is the first half of a cycle.
 */
export const coreOrder = [
  'errors',
  'abort-listeners',
  'files',
  'compiler-options',
  'compiler-environment',
  'compiler-programs',
  'diagnostics',
  'dtype',
  'arguments/device-reference',
  'signature',
  'arguments',
  'dialect',
  'spi',
  'tracing',
  'cache',
  'memory-pool',
  'device',
  'registry',
  'index',
  'testing',
];

/** The arrows of one package; undefined for a package that the table does not know. */
export function arrowsOf(name) {
  return packageArrows[name] ?? (name.startsWith('backend-') ? packageArrows['backend-*'] : undefined);
}
