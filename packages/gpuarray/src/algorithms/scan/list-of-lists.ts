/** Lists of values, of unknown length, that each index appends to. */
import { quoted } from '../../kernel-kit/quoted';
import type { Device, DType } from '@heddle/core';
import {
  argumentError,
  assertOptions,
  assertOptionsObject,
  describe,
  isDType,
  optionNames,
} from '@heddle/core/backend';
import { apply } from '../elementwise/apply';
import { contiguous } from '../elementwise/contiguous';
import { functions } from '../functions';
import { take } from '../rearrange/gather';
import { concatenate } from '../rearrange/joining';
import { flatNonzero } from './nonzero';
import type { GpuArray } from '../../array/gpu-array';
import { isList } from '../../array/is-list';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit';
import { checkArguments, deviceOf } from '../../kernel-kit/check-arguments';
import { deviceTuning } from '../../kernel-kit/device-tuning';
import { elementFunctions, elementType } from '../../kernel-kit/element-type';
import { explainExpressions } from '../../kernel-kit/explain-expressions';
import { extraArguments } from '../../kernel-kit/extra-arguments';
import {
  extraDeclarations,
  extraNames,
  extraParameters,
  extraPointers,
  parseArguments,
  type KernelExtra,
} from '../../kernel-kit/kernel-extra';
import { runScan } from './run-scan';
import type { ScanArgument } from './scan-kernel';
import type { ScanSpec } from './scan-spec';
import { assertKernelName } from '../../kernel-kit/kernel-name';

const names = optionNames<ListOfListsOptions>({
  name: true,
  lists: true,
  generate: true,
  arguments: true,
  preamble: true,
  eliminateEmpty: true,
});

export interface ListOfListsOptions {
  /** Its name in errors. Default `listOfLists`. */
  readonly name?: string;
  /** Name and dtype of each list. */
  readonly lists: Readonly<Record<string, DType>>;
  /** C statements for index `i` that append by `APPEND_<list>(value)`, any number of times. They run twice. */
  readonly generate: string;
  /** Arguments of the statements, as in C. */
  readonly arguments?: string;
  readonly preamble?: string;
  /** Names of lists that leave out the indices to which nothing was appended. Default none. */
  readonly eliminateEmpty?: readonly string[];
}

/** The elements appended to one list: index i has `values[starts[i]]` to `values[starts[i + 1] - 1]`. */
export interface BuiltList {
  /** int64, one more than there are indices. */
  readonly starts: GpuArray<'int64'>;
  readonly values: GpuArray;
  /** For a list of `eliminateEmpty`: the indices that something was appended to. `starts` has these only. */
  readonly indices?: GpuArray<'int64'>;
}

type Argument = number | bigint | boolean | object | null;

/**
 * Builds lists in two runs of the same statements: the first counts, the second writes, with a scan between them (as
 * PyOpenCL's ListOfListsBuilder does).
 */
export class ListOfListsBuilder {
  readonly name: string;
  readonly #options: ListOfListsOptions;
  readonly #extras: readonly KernelExtra[];
  readonly #eliminated: readonly string[];

  /** @throws HeddleError `ARGUMENT` for lists or arguments that cannot be right */
  constructor(options: ListOfListsOptions) {
    assertOptions('a builder of lists', options, names);
    this.name = options.name ?? 'listOfLists';
    assertKernelName(this.name);
    assertOptionsObject(`${this.name}: lists`, options.lists);
    this.#options = options;
    const lists = Object.entries(options.lists);
    if (lists.length === 0) throw argumentError(`${this.name}: there is no list`, { parameter: 'lists' });
    for (const [list, dtype] of lists) {
      if (!/^[A-Za-z_]\w*$/.test(list)) throw argumentError(`${this.name}: '${list}' cannot name a list`);
      if (!isDType(dtype))
        throw argumentError(`${this.name}: ${list} is a list of ${describe(dtype)}, which is not a dtype`);
    }
    if (typeof options.generate !== 'string') throw argumentError(`${this.name}: generate is a string`);
    this.#eliminated = eliminatedLists(this.name, options);
    this.#extras = parseArguments(options.arguments ?? '', options.preamble ?? '', this.name);
  }

  /**
   * Runs the statements for every index and gives the lists.
   *
   * @param count - indices run from 0 to `count - 1`
   * @param args - in the order of the arguments; at least one array
   */
  async build(count: number, ...args: readonly ScanArgument[]): Promise<Readonly<Record<string, BuiltList>>> {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw argumentError(`${this.name}: the count is a whole number, not ${describe(count)}`);
    }
    const device = deviceOf(this.name, checkArguments(this.name, this.#extras, args));
    const lists = Object.entries(this.#options.lists).map(([name, dtype]) => {
      return { name, dtype, starts: emptyArray(device, 'int64', [count + 1]) };
    });
    const starts = lists.map((list) => list.starts);
    const values = args.map((value) => (typeof value === 'object' ? contiguous(value) : value));
    this.#launch(device, 'heddle_count', count, values, starts, []);
    for (const array of starts) exclusiveSums(device, array);
    const counted = await Promise.all(
      lists.map(async (list) => {
        const [total = 0n] = await list.starts.slice([count, count + 1]).get();
        return { ...list, total: Number(total) };
      }),
    );
    const built = counted.map(({ name, dtype, starts, total }) => {
      return { name, starts, values: emptyArray<DType>(device, dtype, [total]) };
    });
    this.#launch(device, 'heddle_write', count, values, starts, built.map((list) => list.values)); // prettier-ignore
    values.forEach((value, n) => {
      if (typeof value === 'object' && value !== args[n]) value.dispose();
    });
    const finished = await Promise.all(
      built.map(async ({ name, ...list }): Promise<[string, BuiltList]> => [
        name,
        this.#eliminated.includes(name) ? await withoutEmpty(list) : list,
      ]),
    );
    return Object.fromEntries(finished);
  }

  #launch(
    device: Device,
    kernel: 'heddle_count' | 'heddle_write',
    count: number,
    values: readonly ScanArgument[],
    starts: readonly GpuArray[],
    lists: readonly GpuArray[],
  ): void {
    if (count === 0) {
      if (kernel === 'heddle_count') for (const array of starts) array.fill(0n);
      return;
    }
    const tuning = deviceTuning(device);
    const sequential = tuning.strategy === 'sequential';
    const compiled = this.#compile(device);
    const grid = sequential
      ? Math.min(tuning.blocks, count)
      : Math.min(tuning.blocks * 4, Math.ceil(count / tuning.threads));
    const extras = extraArguments(this.name, this.#extras, values);
    const place = (array: GpuArray | undefined): readonly Argument[] =>
      array ? [array.buffer, array.offset] : [null, 0];
    const places = starts.flatMap((array, n) => [...place(array), ...place(lists[n])]);
    enqueue(device, {
      operation: this.name,
      kernels: [compiled],
      reads: [...values.filter((value) => typeof value === 'object'), ...(kernel === 'heddle_write' ? starts : [])],
      writes: kernel === 'heddle_write' ? lists : starts,
      launch: (place) => {
        compiled.kernel(kernel).launch({ ...place, grid, block: tuning.threads }, ...extras, ...places, count);
      },
    });
  }

  #compile(device: Device): CompiledKernel {
    const { generate, preamble = '' } = this.#options;
    return compiledKernel(device, `lists:${JSON.stringify(this.#options)}`, () => this.#source(), {
      explain: explainExpressions(this.name, { generate, preamble }),
    });
  }

  #source(): string {
    const { lists, generate, preamble = '' } = this.#options;
    const entries = Object.entries(lists);
    const parameters = [
      ...extraParameters(this.#extras),
      ...entries.flatMap(([name]) => [
        `GLOBAL void* heddle_${name}_starts_data`,
        `INT64 heddle_${name}_starts_offset`,
        `GLOBAL void* heddle_${name}_values_data`,
        `INT64 heddle_${name}_values_offset`,
      ]),
      'INT64 heddle_indices',
    ].join(', ');
    return `${elementFunctions(entries.map(([, dtype]) => dtype))}
${quoted('preamble', preamble)}
${this.#pass('count', generate, parameters)}
${this.#pass('write', generate, parameters)}`;
  }

  /** A function with the user's statements, and the kernel that calls it for every index. */
  #pass(pass: 'count' | 'write', generate: string, parameters: string): string {
    const entries = Object.entries(this.#options.lists).map(([name, dtype]) => ({ name, ...elementType(dtype) }));
    const appends = entries.map(({ name, storage, store }) => {
      const written = `((GLOBAL ${storage}*)heddle_${name}_values)[(*heddle_${name}_place)++] = ${store('(value)')}`;
      return `#undef APPEND_${name}
#define APPEND_${name}(value) (${pass === 'count' ? `(*heddle_${name}_place)++` : written})`;
    });
    const state = entries.flatMap(({ name }) => [`INT64* heddle_${name}_place`, `GLOBAL void* heddle_${name}_values`]);
    const called = entries.flatMap(({ name }) => [`&heddle_${name}_at`, `heddle_${name}_values`]);
    return `${appends.join('\n')}
DEVICE void heddle_generate_${pass}(${[...extraDeclarations(this.#extras), 'INT64 i', ...state].join(', ')}) {
${quoted('generate', generate)}
}
KERNEL void heddle_${pass}(${parameters}) {
${extraPointers(this.#extras)}
${entries.map(({ name, storage }) => pointersOf(name, storage)).join('\n')}
  for (INT64 i = (INT64)GLOBAL_INDEX(0); i < heddle_indices; i += (INT64)GLOBAL_SIZE(0)) {
${entries.map(({ name }) => `    INT64 heddle_${name}_at = ${pass === 'count' ? '0' : `heddle_${name}_starts[i]`};`).join('\n')}
    heddle_generate_${pass}(${[...extraNames(this.#extras), 'i', ...called].join(', ')});
${pass === 'count' ? entries.map(({ name }) => `    heddle_${name}_starts[i] = heddle_${name}_at;`).join('\n') : ''}
  }
}`;
  }
}

function pointersOf(name: string, storage: string): string {
  return `  GLOBAL INT64* heddle_${name}_starts = (GLOBAL INT64*)heddle_${name}_starts_data + heddle_${name}_starts_offset;
  GLOBAL void* heddle_${name}_values = (GLOBAL ${storage}*)heddle_${name}_values_data + heddle_${name}_values_offset;`;
}

function eliminatedLists(name: string, { eliminateEmpty = [], lists }: ListOfListsOptions): readonly string[] {
  if (!isList(eliminateEmpty)) {
    throw argumentError(`${name}: eliminateEmpty is a list of names, not ${describe(eliminateEmpty)}`);
  }
  for (const list of eliminateEmpty) {
    if (typeof list !== 'string' || !Object.hasOwn(lists, list)) {
      throw argumentError(`${name}: eliminateEmpty names ${describe(list)}, which is not a list`, {
        hint: `The lists are ${Object.keys(lists).join(', ')}.`,
      });
    }
  }
  return eliminateEmpty;
}

async function withoutEmpty({ starts, values }: BuiltList): Promise<BuiltList> {
  const last = starts.size - 1;
  const filled = apply<'bool'>(functions.notEqual, [starts.slice([1, null]), starts.slice([0, last])]);
  const indices = await flatNonzero(filled);
  filled.dispose();
  const begins = take(starts, indices);
  const kept = concatenate([begins, starts.slice([last, null])]);
  begins.dispose();
  starts.dispose();
  return { starts: kept, values, indices };
}

/** Turns counts into starts, in place. The last place, after all counts, gets their sum. */
function exclusiveSums(device: Device, counts: GpuArray<'int64'>): void {
  if (counts.size === 1) return;
  runScan(device, {
    operation: 'listOfLists',
    key: 'exclusive-sums',
    spec: exclusiveSpec,
    extras: [counts],
    length: counts.size,
    rows: 1,
    wide: counts.size > 2 ** 30,
  });
}

const exclusiveSpec: ScanSpec = {
  name: 'listOfLists',
  extras: [{ name: 'x', kind: 'memory', type: 'INT64', dtype: 'int64', writable: true }],
  preamble: '',
  itemType: 'INT64',
  input: 'i == N - 1 ? 0 : x[i]',
  scan: 'a + b',
  neutral: '0',
  segmentStart: undefined,
  output: 'x[i] = prevItem',
  fetches: [],
  header: false,
};
