/** Runs a program over arrays: chooses the walk, compiles its kernel once, launches. */
import type { Kernel } from '@heddle/core';
import type { GpuArray } from '../array/gpu-array';
import { broadcastStrides, sameShape, sizeOf, type Shape } from '../array/shape';
import { enqueue, type ArrayContext, type Place } from '../device-context';
import { compiledKernel, type CompiledKernel } from '../kernels';
import { collapse, isDense, stridedWalk, type Collapsed, type Stretched } from './layout';
import { walkKey, type ElementwiseProgram, type Walk } from './program';
import { blockSize, elementsPerBlock, packLength, walkSource } from './walk-source';

/** A scalar as `scalarFor` made it. */
export type PassedScalar = number | bigint | boolean | { readonly re: number; readonly im: number };

type Launch = (...args: readonly unknown[]) => void;

/** Largest grid whose launches are kept prepared; beyond it a launch takes longer than its preparation. */
const largestPreparedGrid = 1024;

/** One kernel with its launches, prepared for grids of powers of two: a thread beyond the end returns. */
class WalkKernel {
  readonly compiled: CompiledKernel;
  readonly #name: string;
  readonly #perBlock: number;
  readonly #prepared = new Map<number, Launch>();
  #kernel: Kernel | undefined;

  constructor(context: ArrayContext, program: ElementwiseProgram, walk: Walk) {
    this.#name = program.name;
    this.#perBlock = elementsPerBlock(program, walk);
    this.compiled = compiledKernel(
      context.device,
      `elementwise ${walkKey(walk)} ${program.key}`,
      () => walkSource(program, walk),
      {
        ...(program.explain ? { explain: program.explain } : {}),
        ...(program.options ? { options: program.options } : {}),
      },
    );
  }

  launch(place: Place, size: number, args: readonly unknown[]): void {
    const blocks = Math.ceil(size / this.#perBlock);
    this.#kernel ??= this.compiled.kernel(this.#name);
    // Only launches on the default stream are kept prepared: streams of the user come and go.
    if (blocks > largestPreparedGrid || place.stream !== undefined) {
      launchGrid(this.#kernel, place, blocks, args);
      return;
    }
    const grid = blocks <= 1 ? 1 : 1 << (32 - Math.clz32(blocks - 1));
    let launch = this.#prepared.get(grid);
    if (launch === undefined) {
      launch = this.#kernel.bind({ grid, block: blockSize }) as Launch;
      this.#prepared.set(grid, launch);
    }
    launch(...args);
  }
}

function launchGrid(kernel: Kernel, place: Place, blocks: number, args: readonly unknown[]): void {
  kernel.launch({ ...place, grid: blocks, block: blockSize }, ...(args as never[]));
}

export class ElementwiseLauncher {
  readonly program: ElementwiseProgram;
  readonly #context: ArrayContext;
  readonly #arrays: number;
  readonly #packLength: number;
  readonly #kernels = new Map<string, WalkKernel>();
  #flat: WalkKernel | undefined;

  constructor(context: ArrayContext, program: ElementwiseProgram) {
    this.#context = context;
    this.program = program;
    this.#arrays = program.inputs.length + program.outputs.length;
    // On a CPU the threads of a block become vectors of the compiler's choice; packs would be in its way.
    // A body that indexes arrays itself is best served by neighbouring threads with neighbouring indices.
    const packs = context.device.properties.type === 'gpu' && program.raw.length === 0 && this.#arrays > 0;
    this.#packLength = packs ? packLength(program) : 0;
  }

  /**
   * Enqueues one launch over all elements of `shape`.
   *
   * @param arrays - the program's inputs, then its outputs; each broadcasts to `shape`
   * @param scalars - as their dtypes take them
   */
  launch(
    operation: string,
    shape: Shape,
    arrays: readonly GpuArray[],
    scalars: readonly PassedScalar[],
    raw: readonly GpuArray[] = [],
  ): void {
    const size = sizeOf(shape);
    if (size === 0) return;
    const alike = this.#allDense(shape, arrays);
    const collapsed = alike ? undefined : this.#collapse(shape, arrays);
    if (collapsed === undefined || isDense(collapsed)) {
      const packed = this.#packLength > 0 && this.#aligned(arrays);
      const kernel = packed ? this.#packedKernel() : this.#kernel({ kind: 'dense' });
      this.#enqueue(operation, kernel, size, this.#flatArguments(size, arrays, scalars, raw), arrays, raw);
      return;
    }
    const stretched = arrays.map((array) => stretch(array, shape));
    const walk = stridedWalk(collapsed, stretched);
    const args = this.#stridedArguments(size, walk, collapsed, arrays, scalars, raw);
    this.#enqueue(operation, this.#kernel(walk), size, args, arrays, raw);
  }

  #enqueue(
    operation: string,
    kernel: WalkKernel,
    size: number,
    args: readonly unknown[],
    arrays: readonly GpuArray[],
    raw: readonly GpuArray[],
  ): void {
    const { compiled } = kernel;
    const { hasStreams, queue, defaultStream } = this.#context;
    if (compiled.ready && !hasStreams && !queue.busy && noneFailed(arrays) && raw.length === 0) {
      kernel.launch(defaultStream.place, size, args);
      return;
    }
    const inputs = this.program.inputs.length;
    enqueue(this.#context.device, {
      operation,
      kernels: [compiled],
      reads: [...arrays.slice(0, inputs), ...raw],
      writes: [...arrays.slice(inputs), ...raw.filter((_, k) => this.program.raw[k]?.written === true)],
      launch: (place) => {
        kernel.launch(place, size, args);
      },
    });
  }

  #allDense(shape: Shape, arrays: readonly GpuArray[]): boolean {
    for (const array of arrays) if (!array.isContiguous || !sameShape(array.shape, shape)) return false;
    return true;
  }

  #collapse(shape: Shape, arrays: readonly GpuArray[]): Collapsed {
    const stretched = arrays.map((array) => stretch(array, shape));
    return collapse(shape, stretched, this.program.inputs.length, this.program.usesIndex);
  }

  /** A pack is loaded at once, so it must start at a multiple of its size; memory itself does. */
  #aligned(arrays: readonly GpuArray[]): boolean {
    for (const { offset } of arrays) if (offset % this.#packLength !== 0) return false;
    return true;
  }

  #packedKernel(): WalkKernel {
    return (this.#flat ??= this.#kernel({ kind: 'packed' }));
  }

  #kernel(walk: Walk): WalkKernel {
    const key = walkKey(walk);
    let kernel = this.#kernels.get(key);
    if (kernel === undefined || kernel.compiled.failed) {
      kernel = new WalkKernel(this.#context, this.program, walk);
      this.#kernels.set(key, kernel);
    }
    return kernel;
  }

  #flatArguments(
    size: number,
    arrays: readonly GpuArray[],
    scalars: readonly PassedScalar[],
    raw: readonly GpuArray[],
  ): unknown[] {
    const args: unknown[] = [size];
    for (let k = 0; k < this.#arrays; k++) {
      const array = arrays[k] as GpuArray;
      args.push(array.memory.buffer, array.offset);
    }
    pushRest(args, scalars, raw);
    return args;
  }

  #stridedArguments(
    size: number,
    { rank }: Extract<Walk, { kind: 'strided' }>,
    collapsed: Collapsed,
    arrays: readonly GpuArray[],
    scalars: readonly PassedScalar[],
    raw: readonly GpuArray[],
  ): unknown[] {
    // Axes are counted from the last; those that the kernel has beyond the arrays' are of length 1, in front.
    const added = rank - collapsed.shape.length;
    const args: unknown[] = [size];
    for (let axis = 1; axis < rank; axis++) args.push(axis < added ? 1 : collapsed.shape[axis - added]);
    arrays.forEach((array, k) => {
      args.push(array.memory.buffer, array.offset);
      for (let axis = 0; axis < rank; axis++) args.push(axis < added ? 0 : collapsed.strides[k]?.[axis - added]);
    });
    pushRest(args, scalars, raw);
    return args;
  }
}

function stretch(array: GpuArray, shape: Shape): Stretched {
  return { strides: broadcastStrides(array.shape, array.strides, shape), offset: array.offset };
}

function noneFailed(arrays: readonly GpuArray[]): boolean {
  for (const { memory } of arrays) if (memory.failure !== undefined) return false;
  return true;
}

function pushRest(args: unknown[], scalars: readonly PassedScalar[], raw: readonly GpuArray[]): void {
  for (const array of raw) args.push(array.memory.buffer, array.offset);
  for (const scalar of scalars) {
    if (typeof scalar === 'object') args.push(scalar.re, scalar.im);
    else args.push(typeof scalar === 'boolean' ? Number(scalar) : scalar);
  }
}
