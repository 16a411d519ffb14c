/**
 * Which package may import which. docs/architecture.md draws it; the lint rule `heddle/arrows` reads it from here.
 *
 * Tests and benchmarks may import what their package may, and also what `inTests` lists.
 */

/** Packages by name without the scope; `backend-*` stands for every backend without its own entry. */
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
 * The folders of each package's `src`, lowest first: each may import only folders before it, also for types. An upward
 * import of a type is the first half of a cycle. A file may have its own entry (`arguments/device-reference`).
 * docs/architecture.md says what the folders hold.
 */
export const folderOrders = {
  core: [
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
    'backend',
    'index',
    'testing',
  ],
  tuner: [
    'energy',
    'failure',
    'file-access',
    'options',
    'pareto',
    'random',
    'reserved-names',
    'statistics',
    'expression',
    'directives',
    'space',
    'observer',
    'strategy',
    'simulation',
    'worker',
    'results',
    'request',
    'files',
    'journal',
    'kernel',
    'run',
    'tune-cache',
    'tune-kernel',
    'index',
  ],
  gpuarray: [
    'array/dtype',
    'array/device-context',
    'array',
    'kernel-kit',
    'algorithms/functions',
    'algorithms/special',
    'algorithms/elementwise',
    'algorithms/creation',
    'algorithms/rearrange',
    'algorithms/evaluate',
    'algorithms/reduction',
    'algorithms/linear-algebra',
    'algorithms/scan',
    'algorithms/sort',
    'algorithms/random',
    'algorithms/files',
    'algorithms/printing',
    'api',
    'index',
  ],
  cli: ['command-line', 'doctor', 'report', 'run', 'tune', 'command-line/run-command-line', 'heddle', 'index'],
  conformance: [
    'assertions',
    'heddle-program',
    'random',
    'source-choice',
    'case-context',
    'conformance-case',
    'cases',
    'results',
    'skip-reason',
    'device-session',
    'report',
    'skip-in-runner',
    'run-cases',
    'run-conformance',
    'index',
  ],
  native: ['launch-header', 'launch-plan', 'addon', 'load-addon', 'index'],
  'simt-driver': [
    'double-texture',
    'handle-counts',
    'status',
    'stream/simt-queue',
    'stream/spare-events',
    'memory/layouts',
    'memory/volume-copy',
    'symbols/signatures',
    'symbols/vendor',
    'library',
    'simt-api',
    'primary-context',
    'probe',
    'simt-context',
    'stream',
    'memory',
    'module',
    'run-time-compiler',
    'toolkit',
    'jit-linker',
    'symbols',
    'device-properties',
    'launch',
    'texture',
    'peer-access',
    'simt-driver',
    'cuda',
    'index',
  ],
  'backend-host': [
    'environment',
    'compile/find-compiler',
    'compile/package-folder',
    'runtime',
    'device-properties',
    'driver',
    'compile',
    'sanitize',
    'host-backend',
    'index',
  ],
  'backend-cuda': ['nvcc', 'compile', 'backend', 'pycuda', 'index'],
  'backend-nvrtc': ['library', 'compile', 'api', 'backend', 'cupy', 'index'],
  'backend-hip': ['code-object', 'library', 'api', 'compile', 'hipcc', 'backend', 'index'],
};

/** Pairs of files that may import each other's values, because they call each other recursively. */
export const recursiveFiles = [
  'core: arguments/argument-writer, arguments/value-writer',
  'backend-host: compile/regions/changed-arguments, compile/regions/expressions',
  'backend-nvrtc: cupy/raw-kernel, cupy/raw-module',
];

/**
 * The folder of a package that a file belongs to, or the file itself if the order names it.
 *
 * @param {string} name - the package
 * @param {string} path - relative to its sources, without an extension
 */
export function folderOf(name, path) {
  const places = (folderOrders[name] ?? []).filter((place) => path === place || path.startsWith(`${place}/`));
  return places.sort((a, b) => b.length - a.length)[0] ?? path.split('/')[0];
}

/** True if a file of the package may not import the other. A folder that the order does not name is free. */
export function isAgainstOrder(name, from, to) {
  const order = folderOrders[name] ?? [];
  const [fromPlace, toPlace] = [from, to].map((path) => order.indexOf(folderOf(name, path)));
  return fromPlace >= 0 && toPlace > fromPlace;
}

/** The arrows of one package; undefined for an unknown package. */
export function arrowsOf(name) {
  return packageArrows[name] ?? (name.startsWith('backend-') ? packageArrows['backend-*'] : undefined);
}
