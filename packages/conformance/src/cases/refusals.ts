/** What a launch must refuse, before anything reaches the device. */
import type { Kernel } from '@heddle/core';
import type { LooseArgument } from '@heddle/core/backend';
import type { CaseContext } from '../case-context';
import { casesOf, type CaseDefinition } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

const source = {
  portable: `
typedef struct { int width; float scale; } Shape;
KERNEL void k(GLOBAL int* out, int n, float f, signed char c, unsigned int u, INT64 b) { out[0] = 1; }
KERNEL void shaped(GLOBAL int* out, Shape s, float4 v) { out[0] = 1; }
`,
};

/** Refused arguments in place of the right ones, by parameter. */
interface Refusal {
  readonly id: string;
  readonly title: string;
  /** Index into the right arguments, and the wrong values for it. */
  readonly at: number;
  readonly wrong: readonly unknown[];
  readonly parameter: string;
  readonly kernel?: 'k' | 'shaped';
}

const refusals: readonly Refusal[] = [
  { id: 'string-for-int', title: 'a string for a number is refused', at: 1, wrong: ['1', ''], parameter: 'n' },
  {
    id: 'nan-for-int',
    title: 'NaN and infinities for an integer are refused',
    at: 1,
    wrong: [NaN, Infinity],
    parameter: 'n',
  },
  { id: 'fraction-for-int', title: 'a fraction for an integer is refused', at: 1, wrong: [1.5, -0.5], parameter: 'n' },
  {
    id: 'int32-range',
    title: 'what an int32 cannot hold is refused',
    at: 1,
    wrong: [2 ** 31, -(2 ** 31) - 1],
    parameter: 'n',
  },
  { id: 'int8-range', title: 'what an int8 cannot hold is refused', at: 3, wrong: [128, -129, 1e9], parameter: 'c' },
  {
    id: 'uint32-range',
    title: 'a negative number for an unsigned one is refused',
    at: 4,
    wrong: [-1, 2 ** 32],
    parameter: 'u',
  },
  {
    id: 'int64-unsafe',
    title: 'a number that is not an exact int64 is refused',
    at: 5,
    wrong: [2 ** 60, 2n ** 63n, 0.5],
    parameter: 'b',
  },
  {
    id: 'float-overflow',
    title: 'a finite number beyond float32 is refused, not made infinite',
    at: 2,
    wrong: [1e39, -1e300],
    parameter: 'f',
  },
  {
    id: 'object-for-number',
    title: 'objects, null and undefined for a number are refused',
    at: 1,
    wrong: [{}, null, undefined, [1]],
    parameter: 'n',
  },
  {
    id: 'number-for-buffer',
    title: 'a number or string for a pointer is refused',
    at: 0,
    wrong: [0, 1234, 'out', undefined],
    parameter: 'out',
  },
  {
    id: 'array-for-buffer',
    title: 'a host array for a pointer is refused',
    at: 0,
    wrong: [new Int32Array(4), [1, 2], new ArrayBuffer(8)],
    parameter: 'out',
  },
  {
    id: 'object-for-buffer',
    title: 'an object that is not a buffer is refused',
    at: 0,
    wrong: [{}, { address: 0n }, () => 0],
    parameter: 'out',
  },
  {
    id: 'struct-missing-field',
    title: 'a struct without one of its fields is refused',
    at: 1,
    wrong: [{ width: 1 }, {}],
    parameter: 's',
    kernel: 'shaped',
  },
  {
    id: 'struct-extra-field',
    title: 'a struct with a field too many is refused',
    at: 1,
    wrong: [{ width: 1, scale: 2, depth: 3 }],
    parameter: 's',
    kernel: 'shaped',
  },
  {
    id: 'struct-wrong-field',
    title: 'a struct whose field has the wrong type is refused',
    at: 1,
    wrong: [
      { width: 1.5, scale: 2 },
      { width: 'x', scale: 1 },
    ],
    parameter: 's',
    kernel: 'shaped',
  },
  {
    id: 'struct-no-object',
    title: 'something else for a struct is refused',
    at: 1,
    wrong: [7, 'shape', null, [1, 2], new Uint8Array(7)],
    parameter: 's',
    kernel: 'shaped',
  },
  {
    id: 'vector-lanes',
    title: 'a vector with too few or too many lanes is refused',
    at: 2,
    wrong: [[1, 2, 3], [1, 2, 3, 4, 5], 1, { x: 1 }],
    parameter: 'v',
    kernel: 'shaped',
  },
  {
    id: 'vector-element',
    title: 'a vector with an element of the wrong type is refused',
    at: 2,
    wrong: [
      [1, 2, 3, 'x'],
      [1, 2, 3, 1e40],
    ],
    parameter: 'v',
    kernel: 'shaped',
  },
];

const refusalDefinitions: readonly CaseDefinition[] = refusals.map(
  ({ id, title, at, wrong, parameter, kernel = 'k' }) => ({
    id,
    title: `${title}, naming kernel and parameter`,
    source,
    run: async (context, module) => {
      const out = context.zeros('int32', 1);
      const right = kernel === 'k' ? [out, 1, 1, 1, 1, 1] : [out, { width: 1, scale: 1 }, [1, 2, 3, 4]];
      await refuses(context, module.kernel(kernel), right, (args) => wrong.map((value) => args.with(at, value)), {
        kernel,
        parameter,
      });
      context.check.arrayEqual(await out.read(), [0], 'what a refused launch left');
      (module.kernel(kernel) as Kernel).launch(one, ...right);
      context.check.arrayEqual(await out.read(), [1], 'what the right launch left');
    },
  }),
);

async function refuses(
  { check }: CaseContext,
  kernel: Kernel,
  right: readonly unknown[],
  variants: (args: readonly unknown[]) => readonly (readonly unknown[])[],
  expectation: { readonly kernel: string; readonly parameter?: string },
): Promise<void> {
  const bound = kernel.bind(one);
  for (const wrong of variants(right)) {
    // The compiler would refuse them too; here the run-time checks are asked.
    const args = wrong as LooseArgument[];
    check.throws('ARGUMENT', () => kernel.launch(one, ...args), expectation);
    check.throws('ARGUMENT', () => bound(...args), expectation);
    await check.rejects('ARGUMENT', () => kernel.time(one, ...args), expectation);
  }
}

export const refusalCases = casesOf('refusals', [
  ...refusalDefinitions,
  {
    id: 'count',
    title: 'too few and too many arguments are refused',
    source,
    run: async (context, module) => {
      const out = context.zeros('int32', 1);
      const right = [out, 1, 1, 1, 1, 1];
      const variants = [[], right.slice(1), right.slice(0, 5), [...right, 1]];
      await refuses(context, module.kernel('k'), right, () => variants, { kernel: 'k' });
      context.check.arrayEqual(await out.read(), [0]);
    },
  },
  {
    id: 'buffer-dtype',
    title: 'a buffer of another element type is refused',
    source,
    run: async (context, module) => {
      const wrong = (['float32', 'uint32', 'int64', 'int16'] as const).map((dtype) => context.zeros(dtype, 4));
      const right = [context.zeros('int32', 1), 1, 1, 1, 1, 1];
      await refuses(context, module.kernel('k'), right, (args) => wrong.map((value) => args.with(0, value)), {
        kernel: 'k',
        parameter: 'out',
      });
    },
  },
  {
    id: 'buffer-of-another-device',
    title: 'a buffer of another device is refused',
    source,
    run: async (context, module) => {
      const other = await context.openDevice();
      const right = [context.zeros('int32', 1), 1, 1, 1, 1, 1];
      const foreign = context.own(other.zeros('int32', 1));
      await refuses(context, module.kernel('k'), right, (args) => [args.with(0, foreign)], {
        kernel: 'k',
        parameter: 'out',
      });
      await other.synchronize();
      context.check.throws('ARGUMENT', () => {
        context.zeros('int32', 1).copyFrom(foreign);
      });
    },
  },
  {
    id: 'buffer-disposed',
    title: 'a disposed buffer, and a view of one, is refused',
    source,
    run: async (context, module) => {
      const right = [context.zeros('int32', 1), 1, 1, 1, 1, 1];
      const buffer = context.zeros('int32', 4);
      const view = buffer.slice(0, 2);
      buffer.dispose();
      await refuses(context, module.kernel('k'), right, (args) => [args.with(0, buffer), args.with(0, view)], {
        kernel: 'k',
        parameter: 'out',
      });
      await context.check.rejects('ARGUMENT', view.read());
      context.check.throws('ARGUMENT', () => {
        buffer.fill(0);
      });
    },
  },
  {
    id: 'stream',
    title: 'a disposed stream, one of another device, and what is not a stream are refused',
    source,
    run: async (context, module) => {
      const { check, device } = context;
      const args = [context.zeros('int32', 1), 1, 1, 1, 1, 1];
      const disposed = device.createStream();
      disposed.dispose();
      const foreign = (await context.openDevice()).defaultStream;
      for (const stream of [disposed, foreign, {}, 7, null]) {
        check.throws('ARGUMENT', () => {
          (module.kernel('k') as Kernel).launch({ ...one, stream: stream as never }, ...args);
        });
        check.throws('ARGUMENT', () => {
          context.zeros('int32', 1).fill(1, { stream: stream as never });
        });
      }
    },
  },
  {
    id: 'module-disposed',
    title: 'kernels of a disposed module are refused',
    languages: ['portable'],
    run: async (context) => {
      const module = await context.compile(source);
      const kernel = module.kernel('k') as Kernel;
      const bound = kernel.bind(one);
      const args = [context.zeros('int32', 1), 1, 1, 1, 1, 1];
      module.dispose();
      context.check.throws('ARGUMENT', () => kernel.launch(one, ...args));
      context.check.throws('ARGUMENT', () => bound(...args));
      context.check.throws('ARGUMENT', () => module.kernel('k'));
    },
  },
]);
