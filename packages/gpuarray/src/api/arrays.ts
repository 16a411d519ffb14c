/** The arrays of one device, and the functions on them. */
import type { Device, DType, Stream } from '@heddle/core';
import type { PoolLimit, PoolStatistics } from '@heddle/core/backend';
import { argumentError } from '@heddle/core/backend';
import type { GpuArray, OperandOf } from '../array/gpu-array';
import { ArrayCreation } from './array-creation';
import { installMethods } from './gpu-array';
import type { MatmulOptions } from '../array/method-options';
import { SpecialFunctions } from './special';
import { full } from '../algorithms/creation/ranges';
import { assertDevice, contextOf, type ArrayStream, type OnStream } from '../array/device-context';
import { isScalar, type Promoted } from '../array/dtype';
import { allClose, evaluate, isClose, type CloseOptions } from '../algorithms/evaluate';
import { load, loadz, type FileSource } from '../algorithms/files';
import { matmul } from '../algorithms/linear-algebra';
import { RandomGenerator, type RandomOptions } from '../algorithms/random';
import { vdot, type ReductionFunction, type ReductionSource } from '../algorithms/reduction';
import { makeReductionKernel } from '../algorithms/reduction/make-reduction-kernel';
import { diff, type ScanFunction, type ScanKernelOptions } from '../algorithms/scan';
import { makeScanKernel } from '../algorithms/scan/make-scan-kernel';
import type { ElementwiseKernelOptions } from '../algorithms/elementwise/elementwise-kernel';
import type { ElementwiseKernel, PointerKernel } from '../algorithms/elementwise/kernel-types';
import { makeElementwiseKernel, makePointerKernel } from '../algorithms/elementwise/make-kernel';
import { put, take, type IndexMode, type TakeOptions } from '../algorithms/rearrange/gather';
import type { Indices } from '../algorithms/rearrange/indices';
import { concatenate, repeat, roll, stack, tile } from '../algorithms/rearrange/joining';

/**
 * Arrays on one device. Creation and functions live here; what concerns one array first of all is a method of it.
 *
 * @example
 * ```ts
 * const ga = gpuArrays(device);
 * const a = ga.arange(10, { dtype: 'float32' });
 * const b = ga.evaluate`2 * ${a} + sin(${a})`;
 * ```
 */
export class Arrays extends ArrayCreation implements Disposable {
  readonly device: Device;
  /** Special functions, with SciPy's names and meanings: `ga.special.gamma(x)`. */
  readonly special = new SpecialFunctions((body) => this.run(body));
  readonly #stream: Stream | undefined;
  readonly #onStream: OnStream = (body) => this.run(body);
  #disposed = false;

  /** @param stream - see {@link on}; default: the device's default stream */
  constructor(device: Device, stream?: Stream) {
    super();
    assertDevice(device);
    this.device = device;
    this.#stream = stream;
    if (stream !== undefined) contextOf(device).streamFor(stream);
  }

  // Streams -----------------------------------------------------------------------------------------------------
  /**
   * The same functions with their work on another stream. Arrays that the result makes also run their methods there.
   * You can combine arrays of different streams: work waits, on the device, for the work of other streams that it
   * depends on. Memory is reused when every stream is done with it.
   *
   * Dispose the result before the stream: its arrays stay valid, on the default stream.
   *
   * @param stream - of this device, and in order
   * @throws HeddleError `ARGUMENT` for a stream of another device, or one that was disposed
   */
  on(stream: Stream): Arrays {
    if (stream === undefined) throw argumentError('on takes a stream of the device, not undefined');
    return new Arrays(this.device, stream);
  }

  /** Runs code whose work on arrays goes to the stream of this object, functions of this package and promises too. */
  run<T>(body: () => T): T {
    const { place } = this;
    return place.context.on(place, body);
  }

  /** Ends the use of a stream. The default stream takes over, after all work that is enqueued. */
  dispose(): void {
    if (this.#disposed || this.#stream === undefined) return;
    const { place } = this;
    this.#disposed = true;
    place.context.retire(place);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  get place(): ArrayStream {
    const context = contextOf(this.device);
    if (this.#stream === undefined) return context.defaultStream;
    if (this.#disposed)
      throw argumentError('arrays whose use of a stream has ended', { hint: 'Use ga.on(stream) again.' });
    return context.streamFor(this.#stream);
  }

  // Expressions -------------------------------------------------------------------------------------------------
  /**
   * An expression over arrays and numbers, fused into one kernel: ``ga.evaluate`2 * ${a} + sin(${b})` ``.
   *
   * Operators are those of NumPy (`/` true division, `//` rounds down, `**` power, `&&` and `||` by element,
   * `c ? x : y`), functions those of this class, and a dtype's name converts: `float32(${a})`.
   *
   * TypeScript does not see the text. If a typed kernel takes the result, name its dtype:
   * ``ga.evaluate<'float32'>`...` ``.
   *
   * @throws HeddleError `ARGUMENT` if the expression cannot be read or is not defined, with expression and place
   */
  evaluate<D extends DType = DType>(strings: TemplateStringsArray, ...operands: readonly OperandOf[]): GpuArray<D> {
    return this.run(() => evaluate(this.device, strings, operands));
  }

  /** The same, written to an array that is there: ``ga.evaluateInto(out)`${a} + 1` ``. */
  evaluateInto<D extends DType>(
    out: GpuArray<D>,
  ): (strings: TemplateStringsArray, ...operands: readonly OperandOf[]) => GpuArray<D> {
    return (strings, ...operands) => this.run(() => evaluate(this.device, strings, operands, out));
  }

  /** True where elements are close: `|a - b| <= atol + rtol * |b|`, as in NumPy. */
  isclose(a: OperandOf, b: OperandOf, options?: CloseOptions): GpuArray<'bool'> {
    return this.run(() => isClose(this.device, a, b, options));
  }

  /** Whether all elements are: `await ga.allclose(a, b).item()`. */
  allclose(a: OperandOf, b: OperandOf, options?: CloseOptions): GpuArray<'bool'> {
    return this.run(() => allClose(this.device, a, b, options));
  }

  // Kernels of one's own -----------------------------------------------------------------------------------------
  /**
   * A kernel over elements, in CuPy's manner: `ga.elementwiseKernel('T x, raw T y, int32 k', 'T z', 'z = x * y[i] + k')`.
   *
   * One letter stands for the dtype of its argument. Arrays are broadcast; `raw` ones are indexed by the operation: by a
   * number, or by a vector of as many as they have axes, `ptrdiff_t at[] = {i, 0}; z = y[at]`. `i` is the index of the
   * element in row-major order, `n` (`_ind.size()`) their number and `_ind.get()` the element's coordinates. Outputs
   * that the call does not give are allocated. In the operation a 16-bit float is a float; a complex number is `complex64_t` or
   * `complex128_t`.
   *
   * @throws HeddleError `ARGUMENT` for invalid parameters; `COMPILE`, when the result is read, with the operation
   */
  elementwiseKernel<const I extends string, const O extends string>(
    inputs: I,
    outputs: O,
    operation: string,
    options?: ElementwiseKernelOptions,
  ): ElementwiseKernel<I, O>;
  /**
   * A kernel over elements, in PyCUDA's manner: `ga.elementwiseKernel('float a, float *x', 'x[i] = a * x[i]')`. It
   * writes to arrays that are given, all dense and of one size; `kernel.over({ start, stop, step })` runs over a part.
   */
  elementwiseKernel<const S extends string>(
    args: S,
    operation: string,
    options?: ElementwiseKernelOptions,
  ): PointerKernel<S>;
  elementwiseKernel(
    first: string,
    second: string,
    third?: string | ElementwiseKernelOptions,
    fourth?: ElementwiseKernelOptions,
  ): unknown {
    if (typeof third === 'string')
      return this.run(() => makeElementwiseKernel(this.device, this.#onStream, first, second, third, fourth));
    return this.run(() => makePointerKernel(this.device, this.#onStream, first, second, third));
  }

  /**
   * A reduction, in CuPy's manner (`in`, `out`, `map`, `reduce`, `postMap`, `identity`) or PyCUDA's (`arguments`,
   * `dtypeOut`, `mapExpr`, `reduceExpr`, `neutral`). The function it gives takes the arguments, then options: `axis`,
   * `keepdims` and `out`, or `range` and `out`. `kernel.all(...)` gives all outputs if the kernel has several.
   *
   * @throws HeddleError `ARGUMENT` for invalid options; `COMPILE`, when the result is read, with the
   *   expression
   */
  reductionKernel<const S extends ReductionSource>(source: S): ReductionFunction<S> {
    return this.run(() => makeReductionKernel(this.device, this.#onStream, source));
  }

  /**
   * A scan of the generality of PyOpenCL's GenericScanKernel: `ga.scanKernel({ dtype: 'float32', arguments:
   * 'const float *x, float *y', input: 'x[i]', scan: 'a + b', output: 'y[i] = item' })(x, y)`.
   *
   * @throws HeddleError `ARGUMENT` for invalid options; `COMPILE`, when the result is read, with the
   *   expression
   */
  scanKernel<const S extends string>(options: ScanKernelOptions & { readonly arguments: S }): ScanFunction<S> {
    return this.run(() => makeScanKernel(this.device, this.#onStream, options));
  }

  // Picking, placing, joining -----------------------------------------------------------------------------------
  /** Elements, or rows along an axis, at these indices. */
  take<D extends DType>(array: GpuArray<D>, indices: Indices, options?: TakeOptions): GpuArray<D> {
    return this.run(() => take(array, indices, options));
  }

  /** Writes values to these places of the array taken as one axis. */
  put(array: GpuArray, indices: Indices, values: OperandOf, options?: { readonly mode?: IndexMode }): void {
    this.run(() => {
      const source = isScalar(values) ? full(this.device, 1, values, array.dtype) : values;
      try {
        put(array, indices, source, options);
      } finally {
        if (source !== values) source.dispose();
      }
    });
  }

  /** Arrays one after the other along an axis; null takes each as one axis. */
  concatenate<D extends DType>(arrays: readonly GpuArray<D>[], axis: number | null = 0): GpuArray<Promoted<D, D>> {
    return this.run(() => concatenate(arrays, axis));
  }

  /** Arrays of one shape along a new axis. */
  stack<D extends DType>(arrays: readonly GpuArray<D>[], axis = 0): GpuArray<Promoted<D, D>> {
    return this.run(() => stack(arrays, axis));
  }

  /** Each element, or each row along an axis, so many times. */
  repeat<D extends DType>(array: GpuArray<D>, counts: number | readonly number[], axis?: number): GpuArray<D> {
    return this.run(() => repeat(array, counts, axis));
  }

  /** The whole array so many times along each axis. */
  tile<D extends DType>(array: GpuArray<D>, counts: number | readonly number[]): GpuArray<D> {
    return this.run(() => tile(array, counts));
  }

  /** Elements moved on along axes; what leaves at one end enters at the other. */
  roll<D extends DType>(
    array: GpuArray<D>,
    shifts: number | readonly number[],
    axes?: number | readonly number[],
  ): GpuArray<D> {
    return this.run(() => roll(array, shifts, axes));
  }

  /** The differences of neighbours along an axis, by default the last; taken `order` times. */
  diff<D extends DType>(array: GpuArray<D>, order = 1, axis = -1): GpuArray<D> {
    return this.run(() => diff(array, { n: order, axis }));
  }

  // Products, random numbers, files -----------------------------------------------------------------------------
  /** The matrix product. Arrays with more than two axes are stacks of matrices. */
  matmul<A extends DType, B extends DType>(
    a: GpuArray<A>,
    b: GpuArray<B>,
    options?: MatmulOptions,
  ): GpuArray<Promoted<A, B>> {
    return this.run(() => matmul(a, b, options));
  }

  /** The sum of products of all elements; of complex numbers, the first are conjugated. */
  vdot(a: GpuArray, b: GpuArray): GpuArray {
    return this.run(() => vdot(a, b));
  }

  /** Random numbers: the same seed gives the same ones on every device. */
  random(seed: number | bigint, options?: RandomOptions): RandomGenerator {
    return this.run(() => new RandomGenerator(this.device, seed, options));
  }

  /** Reads a `.npy` file. */
  async load(source: FileSource): Promise<GpuArray> {
    return await this.run(() => load(this.device, source));
  }

  /** Reads the arrays of an `.npz` file. */
  async loadz(source: FileSource): Promise<Record<string, GpuArray>> {
    return await this.run(() => loadz(this.device, source));
  }

  // The device --------------------------------------------------------------------------------------------------
  /** Waits until every operation has run, those that wait for a compiler too; with a stream, until its own have. */
  async synchronize(): Promise<void> {
    const { context } = this.place;
    await context.queue.settled();
    const streams = this.#stream === undefined ? context.streams() : [this.place];
    await Promise.all(streams.map(({ stream }) => stream.synchronize()));
  }

  /** How much memory the device's pool holds, and how much of it is in use. */
  get memoryStatistics(): PoolStatistics {
    return contextOf(this.device).memory.statistics;
  }

  /** Bounds the memory pool, in bytes or as a part of the device's memory; undefined lifts the bound. */
  setMemoryLimit(limit: PoolLimit | undefined): void {
    contextOf(this.device).memory.setLimit(limit);
  }

  /** Gives memory that no array uses back to the device, and tells how many bytes. */
  freeMemory(): number {
    return contextOf(this.device).memory.freeAll();
  }
}

// By a call, because bundlers drop imports without bindings.
installMethods();

/** The arrays of a device. */
export function gpuArrays(device: Device): Arrays {
  return new Arrays(device);
}
