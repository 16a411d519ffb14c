/**
 * A backend without a device, on which some cases pass: the kernels of those cases in JavaScript, over core's memory
 * driver. Its defects are planted by option.
 */
import { memoryBackend, type MemoryBackend, type MemoryBackendOptions, type MemoryCall } from '@heddle/core/testing';

/** Cases whose kernels are below, or that need none. Each passes on the fake if nothing is planted. */
export const casesThatPass = [
  'arguments/order',
  'arguments/read-at-the-call',
  'arguments/pointer-order',
  'arguments/view',
  'arguments/view-of-view',
  'refusals/count',
  'refusals/nan-for-int',
  'geometry/index-3d',
  'geometry/every-thread-once',
  'geometry/oversized-block',
  'memory/round-trip-float32',
  'memory/offsets',
  'memory/fill-byte',
  'memory/fill-pattern-16',
  'memory/copy',
  'memory/rectangle-3d',
  'streams/launches-in-order',
  'streams/event-orders-two-streams',
  'streams/host-callbacks',
  'events/monotone',
  'events/kernel-time',
  'binaries/other-format',
  'binaries/loaded-again',
  'lifetime/two-hundred-cycles',
  'lifetime/dispose-twice',
  'capabilities/properties',
] as const;

export function fakeBackend(options: MemoryBackendOptions = {}): MemoryBackend {
  return memoryBackend({ name: 'fake', ...options, kernels: { ...kernels, ...options.kernels } });
}

// Cases share kernel names; what the arguments are tells which kernel is meant.
const kernels: Record<string, (call: MemoryCall) => void> = {
  k: (call) => {
    const { args } = call;
    const arrays = args.filter((arg): arg is Int32Array => ArrayBuffer.isView(arg));
    const numbers = args.filter((arg) => typeof arg === 'number');
    const [out] = arrays;
    if (!out) return;
    if (arrays.length === 4) arrays.forEach((array, i) => (array[0] = i + 1));
    else if (args.length === 6) out[0] = 1;
    else if (args.length === 1) out[0] = 7;
    else if (args.length === 2) for (let i = 0; i < (numbers[0] ?? 0); i++) out[i] = (out[i] ?? 0) + 100 + i;
    else storeOrSubtract(call, out, numbers as [number, number]);
  },
  place: ({ args, geometry, forEachThread }) => {
    const [out, width, height, depth] = args as [Int32Array, number, number, number];
    const { block, grid } = geometry;
    forEachThread(({ thread, block: at, global: [x, y, z] }) => {
      if (x >= width || y >= height || z >= depth) return;
      const i = (z * height + y) * width + x;
      out[2 * i] = (out[2 * i] ?? 0) + (thread[2] * block[1] + thread[1]) * block[0] + thread[0] + 1;
      out[2 * i + 1] = (out[2 * i + 1] ?? 0) + (at[2] * grid[1] + at[1]) * grid[0] + at[0] + 1;
    });
  },
  tally: ({ args, forEachThread }) => {
    const [out, n] = args as [Int32Array, number];
    forEachThread(({ global: [i] }) => (out[i % n] = (out[i % n] ?? 0) + 1));
  },
  touch: ({ args, forEachThread }) => {
    const [out] = args as [Int32Array];
    forEachThread(({ global: [i] }) => (out[i] = (out[i] ?? 0) + 1));
  },
  step: ({ args }) => {
    const [x, add, repeat] = args as [Uint32Array, number, number];
    let v = x[0] ?? 0;
    for (let i = 0; i < repeat; i++) v = (Math.imul(v, 1664525) + 1013904223) >>> 0;
    x[0] = Math.imul(v, 31) + add;
  },
  copy_first: ({ args }) => {
    const [from, to] = args as [Uint32Array, Uint32Array];
    to[0] = from[0] ?? 0;
  },
  increment: ({ args }) => {
    const [x] = args as [Int32Array];
    x[0] = (x[0] ?? 0) + 1;
  },
  spin: () => undefined,
  count_calls: ({ args }) => {
    const [calls] = args as [Int32Array];
    calls[0] = (calls[0] ?? 0) + 1;
  },
  scale: ({ args }) => {
    const [x, by, n] = args as [Float32Array, number, number];
    for (let i = 0; i < n; i++) x[i] = (x[i] ?? 0) * by;
  },
};

// `out[i] = value` of arguments/read-at-the-call, `out[0] = a - b` of arguments/order: only the latter has one element.
function storeOrSubtract(_: MemoryCall, out: Int32Array, [a, b]: [number, number]): void {
  if (out.length === 1) out[0] = a - b;
  else out[a] = b;
}
