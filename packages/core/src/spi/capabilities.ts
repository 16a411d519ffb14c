/**
 * Features of a device beyond the required methods. Code checks a capability, never a backend's name.
 *
 * Declaring a capability is a promise: the conformance kit runs its cases wherever it is declared.
 */
import { HeddleError } from '../errors';

const descriptions = {
  // Element types and arithmetic inside kernels.
  float16: 'half-precision arithmetic in kernels',
  bfloat16: 'bfloat16 conversion and arithmetic in kernels',
  float64: 'double-precision arithmetic in kernels',
  'atomics-int32': '32-bit integer atomics',
  'atomics-int64': '64-bit integer atomics',
  'atomics-float32': 'atomicAdd on float',
  'atomics-float64': 'atomicAdd on double',
  // Threads working together.
  'warp-shuffle': 'warp shuffles and votes',
  'cooperative-launch': 'all blocks resident at once, with a barrier over the whole grid',
  'forward-progress': 'a block that spins on memory lets the blocks launched before it finish',
  // Memory.
  'static-shared-memory': 'shared memory whose size the source fixes',
  'dynamic-shared-memory': 'shared memory whose size the launch fixes',
  globals: 'variables of a module (constant memory among them) readable and writable from the host',
  'device-pointers': 'memory with plain 64-bit addresses, so that any byte offset may be passed to a kernel',
  'pinned-memory': 'host memory that the device reads and writes at full speed',
  'managed-memory': 'memory that both host and device address',
  'rectangle-copy': 'copies of 2-D and 3-D sub-volumes between pitched memory',
  'peer-copy': 'copies between two devices without a stay in host memory',
  'stream-ordered-allocation': 'allocation and release in stream order',
  // Sources and names.
  templates: 'C++ templates in kernels',
  'name-expressions': 'kernels asked for by a C++ name expression such as `saxpy<float>`',
  'plain-functions': 'functions without a grid, called with arrays and scalars',
  headers: 'headers passed from memory by name',
  'kernel-printf': 'printf in kernels',
  'kernel-assert': 'assert in kernels ends the launch with an error that names the thread',
  binaries: 'modules from compiled binaries as well as from source',
  linking: 'several compiled objects linked into one module',
  // Textures.
  textures: 'texture objects with filtering, address modes and normalised coordinates',
  surfaces: 'surface objects: writable textures',
  images: 'OpenCL images and samplers',
  // Streams.
  'stream-priority': 'streams of higher and lower priority',
  'out-of-order-streams': 'streams that may run independent commands in any order',
  'host-callbacks': 'functions of the host called when a stream reaches them',
  graphs: 'work captured once and launched many times',
  // Care.
  occupancy: 'how many blocks of a kernel fit a multiprocessor',
  reset: 'recovery from a lost device without a new process',
  sanitizers: 'kernels run under memory, thread and undefined-behaviour checkers',
} as const;

export type Capability = keyof typeof descriptions;

/** All capabilities there are, in the order of the documentation. */
export const capabilities = Object.keys(descriptions) as readonly Capability[];

/** One sentence on what a capability means. */
export function describeCapability(capability: Capability): string {
  return descriptions[capability];
}

/**
 * @throws HeddleError `UNSUPPORTED` naming the capability, the device and the operation that needed it
 */
export function requireCapability(
  declared: ReadonlySet<Capability>,
  capability: Capability,
  operation: string,
  backend: string,
): void {
  if (declared.has(capability)) return;
  throw new HeddleError('UNSUPPORTED', `${operation} needs ${descriptions[capability]}, which this device lacks`, {
    backend,
    hint: `Ask device.has('${capability}') first.`,
  });
}
