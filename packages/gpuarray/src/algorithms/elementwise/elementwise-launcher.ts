/** Runs a program over arrays: chooses the walk, compiles its kernel once, launches. */
import type { Kernel } from '@heddle/core';
import type { LooseArgument } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import { broadcastStrides, sameShape, sizeOf, type Shape } from '../../array/shape';
import { enqueue, type ArrayContext, type Place } from '../../array/device-context';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit';
import { flatArguments, rowsArguments, stridedArguments, type PassedScalar } from './launch-arguments';
import { collapse, isDense, rowsWalk, stridedWalk, stripsWalk, type Collapsed, type Stretched } from './layout';
import { fitsPacks, packedArguments, paddingCount } from './packed-parameters';
import { walkKey, type ElementwiseProgram, type Walk } from './program';
import { blockSize, elementsPerBlock, itemsPerThread, packLength, stripLength, threadsOf } from './walk-geometry';
import { walkSource } from './walk-source';

export type { PassedScalar };

type Launch = (...args: LooseArgument[]) => void;

/** Blocks that each multiprocessor must have left for it to pay that threads take several elements. */
const blocksToShare = 32;

/** Largest grid whose launches are kept prepared; beyond it a launch takes longer than its preparation. */
const largestPreparedGrid = 1024;

/** One kernel with its launches, prepared for grids of powers of two: a thread beyond the end returns. */
class WalkKernel {
  readonly compiled: CompiledKernel;
  readonly #name: string;
  readonly #perBlock: number;
  readonly #threads: number;
  readonly #mostBlocks: number;
  readonly #prepared = new Map<number, Launch>();
  #kernel: Kernel | undefined;

  constructor(context: ArrayContext, program: ElementwiseProgram, walk: Walk) {
    this.#name = program.name;
    this.#perBlock = elementsPerBlock(program, walk);
    this.#threads = threadsOf(walk);
    const looped = walk.kind === 'packed' && walk.looped === true;
    this.#mostBlocks = looped ? context.device.properties.limits.grid[0] : Infinity;
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

  /** The launch over so many elements, which takes the kernel's arguments. */
  prepared(place: Place, size: number): Launch {
    const blocks = Math.min(Math.ceil(size / this.#perBlock), this.#mostBlocks);
    const kernel = (this.#kernel ??= this.compiled.kernel(this.#name));
    // Only launches on the default stream are kept prepared: streams of the user come and go.
    if (blocks > largestPreparedGrid || place.stream !== undefined) {
      return (...args) => {
        kernel.launch({ ...place, grid: blocks, block: this.#threads }, ...args);
      };
    }
    const grid = blocks <= 1 ? 1 : 1 << (32 - Math.clz32(blocks - 1));
    let launch = this.#prepared.get(grid);
    if (launch === undefined) {
      launch = kernel.bind({ grid, block: this.#threads });
      this.#prepared.set(grid, launch);
    }
    return launch;
  }
}

export class ElementwiseLauncher {
  readonly program: ElementwiseProgram;
  readonly #context: ArrayContext;
  /** 0 where packs are not for this program or device. */
  readonly #packLength: number;
  /** The walk over dense arrays where threads take strips. */
  readonly #denseStrips: Extract<Walk, { kind: 'strips' }> | undefined;
  readonly #padding: number;
  /** Elements from which on threads take several of them. */
  readonly #leastToShare: number;
  readonly #kernels = new Map<string, WalkKernel>();
  #flat: WalkKernel | undefined;

  constructor(context: ArrayContext, program: ElementwiseProgram) {
    this.#context = context;
    this.program = program;
    // On a CPU the threads of a block become vectors of the compiler's choice; packs would be in its way.
    const onGpu = context.device.properties.type === 'gpu';
    const { inputs, outputs, raw, independent } = program;
    const several = raw.length === 0 && independent !== false && inputs.length + outputs.length > 0;
    this.#packLength = several && onGpu ? packLength(program) : 0;
    const unit = [...inputs, ...outputs].map(() => 'unit' as const);
    this.#denseStrips = several && !onGpu ? { kind: 'strips', rank: 1, steps: unit } : undefined;
    this.#padding = paddingCount(program);
    const { multiprocessors } = context.device.properties;
    const shares = onGpu && raw.length > 0 && independent === true;
    this.#leastToShare = shares ? blocksToShare * multiprocessors * blockSize * itemsPerThread : Infinity;
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
    arrays: readonly DeviceArray[],
    scalars: readonly PassedScalar[],
    raw: readonly DeviceArray[] = [],
  ): void {
    const size = sizeOf(shape);
    if (size === 0) return;
    const alike = this.#allDense(shape, arrays);
    const collapsed = alike ? undefined : this.#collapse(shape, arrays);
    if (collapsed === undefined || isDense(collapsed)) {
      if (this.packs(arrays)) this.launchPacked(operation, size, arrays, scalars);
      else if (this.#denseStrips)
        this.#launchStrips(operation, this.#denseStrips, denseOf(size, arrays), arrays, scalars);
      else
        this.#enqueue(
          operation,
          this.#scalarKernel(size),
          size,
          flatArguments(size, arrays, scalars, raw),
          arrays,
          raw,
        );
      return;
    }
    const stretched = arrays.map((array) => stretch(array, shape));
    const rows = this.#rowsWalk(collapsed, stretched);
    if (!rows && this.#denseStrips) {
      this.#launchStrips(operation, stripsWalk(collapsed), collapsed, arrays, scalars);
      return;
    }
    const walk = rows ?? stridedWalk(collapsed, stretched);
    const args =
      walk.kind === 'rows'
        ? rowsArguments(this.#packLength, collapsed, arrays, scalars)
        : stridedArguments(size, walk, collapsed, arrays, scalars, raw);
    this.#enqueue(operation, this.#kernel(walk), size, args, arrays, raw);
  }

  #launchStrips(
    operation: string,
    walk: Extract<Walk, { kind: 'strips' }>,
    collapsed: Collapsed,
    arrays: readonly DeviceArray[],
    scalars: readonly PassedScalar[],
  ): void {
    const args = stridedArguments(sizeOf(collapsed.shape), walk, collapsed, arrays, scalars, []);
    this.#enqueue(operation, this.#kernel(walk), stripsOf(collapsed.shape), args, arrays, []);
  }

  /**
   * The same over so many elements from the first of each array on, whatever the shapes. Only where {@link packs}.
   *
   * @param arrays - the program's inputs, then its outputs; all dense
   */
  launchPacked(
    operation: string,
    size: number,
    arrays: readonly DeviceArray[],
    scalars: readonly PassedScalar[],
  ): void {
    if (size === 0) return;
    const args = packedArguments(this.#packLength, this.#padding, size, arrays, scalars);
    this.#enqueue(operation, this.#packedKernel(size), size, args, arrays, []);
  }

  /**
   * True if dense arrays are walked by packs. A pack is loaded at once, so it must start at a multiple of its size;
   * memory itself does.
   */
  packs(arrays: readonly DeviceArray[]): boolean {
    if (this.#packLength === 0) return false;
    for (const array of arrays) if (!fitsPacks(this.#packLength, array)) return false;
    return true;
  }

  #enqueue(
    operation: string,
    kernel: WalkKernel,
    size: number,
    args: readonly LooseArgument[],
    arrays: readonly DeviceArray[],
    raw: readonly DeviceArray[],
  ): void {
    const { compiled } = kernel;
    const { hasStreams, queue, defaultStream } = this.#context;
    if (compiled.ready && !hasStreams && !queue.waits && noneFailed(arrays) && raw.length === 0) {
      kernel.prepared(defaultStream.place, size)(...args);
      return;
    }
    const { inputs, outputs } = this.program;
    const written = arrays.slice(inputs.length);
    enqueue(this.#context.device, {
      operation,
      kernels: [compiled],
      reads: [...arrays.slice(0, inputs.length), ...written.filter((_, k) => outputs[k]?.loaded === true), ...raw],
      writes: [...written, ...raw.filter((_, k) => this.program.raw[k]?.written === true)],
      launch: (place) => {
        kernel.prepared(place, size)(...args);
      },
    });
  }

  #allDense(shape: Shape, arrays: readonly DeviceArray[]): boolean {
    for (const array of arrays) if (!array.isContiguous || !sameShape(array.shape, shape)) return false;
    return true;
  }

  #collapse(shape: Shape, arrays: readonly DeviceArray[]): Collapsed {
    const stretched = arrays.map((array) => stretch(array, shape));
    return collapse(shape, stretched, this.program.inputs.length, this.program.usesIndex);
  }

  #packedKernel(size: number): WalkKernel {
    const most = this.#context.device.properties.limits.grid[0] * blockSize * this.#packLength;
    if (size > most) return this.#kernel({ kind: 'packed', looped: true });
    if (this.#flat === undefined || this.#flat.compiled.failed) this.#flat = this.#kernel({ kind: 'packed' });
    return this.#flat;
  }

  #scalarKernel(size: number): WalkKernel {
    return this.#kernel({ kind: size < this.#leastToShare ? 'dense' : 'items' });
  }

  /** Packs of one element gain nothing, and elements within a pack do not know their index. */
  #rowsWalk(collapsed: Collapsed, stretched: readonly Stretched[]): Extract<Walk, { kind: 'rows' }> | undefined {
    if (this.#packLength < 2 || this.program.usesIndex) return undefined;
    return rowsWalk(collapsed, stretched, this.program.inputs.length, this.#packLength);
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
}

function denseOf(size: number, arrays: readonly DeviceArray[]): Collapsed {
  return { shape: [size], strides: arrays.map(() => [1]) };
}

function stripsOf(shape: Shape): number {
  const pieces = Math.ceil((shape.at(-1) ?? 1) / stripLength);
  return sizeOf(shape.slice(0, -1)) * pieces;
}

function stretch(array: DeviceArray, shape: Shape): Stretched {
  return { strides: broadcastStrides(array.shape, array.strides, shape), offset: array.offset };
}

function noneFailed(arrays: readonly DeviceArray[]): boolean {
  for (const { memory } of arrays) if (memory.failure !== undefined) return false;
  return true;
}
