/** Random numbers as users ask for them. */
import type { Device } from '@heddle/core';
import { argumentError, assertOptions, optionNames } from '@heddle/core/backend';
import { optionsWithDType } from '../../array/dtype-option';
import type { GpuArray } from '../../array/gpu-array';
import { assertDevice, contextOf, type ArrayStream } from '../../array/device-context';
import { checkShape, type Shape as Extents } from '../../array/shape';
import { bits, type BitsDType } from './bits';
import { generatorNames, type GeneratorName } from './counter-generators';
import {
  checkDType,
  checkInteger,
  checkNumber,
  floatDTypes,
  integerDTypes,
  integerInterval,
  poissonDTypes,
  requireFloat64,
  seedWords,
} from './draw-arguments';
import { exponential } from './exponential';
import { largestFloat, roundTo, type FloatDType } from './float-rounding';
import { integers, type IntegerDType } from './integers';
import { lognormal, normal } from './normal';
import { permutation } from './permutation';
import { poisson, type PoissonDType } from './poisson';
import type { RandomStream } from './random-stream';
import { shuffled, shuffleInPlace } from './shuffle';
import { uniform } from './uniform';

/** A length, or one per axis. */
export type Shape = number | Extents;

export interface RandomOptions {
  /** Default `philox4x32-10`. */
  readonly generator?: GeneratorName;
  /** Number of the first draw. Default 0. With the `position` of another generator, this one continues after it. */
  readonly position?: number;
}

export interface IntegersOptions<D extends IntegerDType> {
  /** Default int64. */
  readonly dtype?: D;
  /** `high` may come out too. Default false. */
  readonly endpoint?: boolean;
}

export interface ShuffleOptions {
  /** The axis along which whole rows are exchanged. Default 0. */
  readonly axis?: number;
}

export interface BitsOptions<D extends BitsDType> {
  /** Default uint32. */
  readonly dtype?: D;
}

interface FloatOptions<D extends FloatDType> {
  /** Default float32. */
  readonly dtype?: D;
}

export interface UniformOptions<D extends FloatDType> extends FloatOptions<D> {
  /** Least value. Default 0. */
  readonly low?: number;
  /** Bound that is never reached. Default 1. */
  readonly high?: number;
}

export interface NormalOptions<D extends FloatDType> extends FloatOptions<D> {
  /** Default 0. */
  readonly mean?: number;
  /** Standard deviation, not negative. Default 1. */
  readonly deviation?: number;
}

export interface ExponentialOptions<D extends FloatDType> extends FloatOptions<D> {
  /** The mean, not negative. Default 1. */
  readonly scale?: number;
}

export interface PoissonOptions<D extends PoissonDType> {
  /** Default int64. */
  readonly dtype?: D;
}

const generatorOptions = optionNames<RandomOptions>({ generator: true, position: true });
const integersOptions = optionNames<IntegersOptions<IntegerDType>>({ dtype: true, endpoint: true });
const shuffleOptions = optionNames<ShuffleOptions>({ axis: true });
const bitsOptions = optionNames<BitsOptions<BitsDType>>({ dtype: true });
const uniformOptions = optionNames<UniformOptions<FloatDType>>({ dtype: true, low: true, high: true });
const normalOptions = optionNames<NormalOptions<FloatDType>>({ dtype: true, mean: true, deviation: true });
const exponentialOptions = optionNames<ExponentialOptions<FloatDType>>({ dtype: true, scale: true });
const poissonOptions = optionNames<PoissonOptions<PoissonDType>>({ dtype: true });

/**
 * A sequence of draws from one seed. Element i of draw d is a function of seed, d and i: the same on every backend,
 * device and launch geometry, and unaffected by what other draws took.
 *
 * No method waits: each enqueues its work and gives the array. Counter-based, so there is no state on the device.
 */
export class RandomGenerator {
  readonly #stream: RandomStream;
  /** @internal Where draws go that are not told otherwise. */
  readonly home: ArrayStream;
  readonly seed: bigint;
  readonly generator: GeneratorName;
  #position: number;

  /**
   * @param seed - 0 to 2^64 - 1
   * @throws HeddleError `ARGUMENT` for a seed or generator that is none
   */
  constructor(device: Device, seed: number | bigint, options: RandomOptions = {}) {
    assertDevice(device);
    assertOptions('a random generator', options, generatorOptions);
    const { generator = 'philox4x32-10', position = 0 } = options;
    const key = seedWords(seed);
    if (!generatorNames.includes(generator)) {
      throw argumentError(`the generators are ${generatorNames.join(' and ')}, not ${JSON.stringify(generator)}`);
    }
    checkInteger('position', position, 0, 2 ** 32);
    this.seed = BigInt(seed);
    this.generator = generator;
    this.#position = position;
    this.home = contextOf(device).stream;
    this.#stream = { device, generator, key, nextDraw: () => this.#nextDraw() };
  }

  /** The number of the next draw. */
  get position(): number {
    return this.#position;
  }

  /** The generator's 32-bit words, or pairs of them as uint64. */
  bits<D extends BitsDType = 'uint32'>(shape: Shape, dtype?: D | BitsOptions<D>): GpuArray<D>;
  bits(shape: Shape, dtype: BitsDType | BitsOptions<BitsDType> = {}): GpuArray {
    const { dtype: wanted = 'uint32' } = optionsWithDType<BitsOptions<BitsDType>>('bits', dtype, bitsOptions);
    return this.#onHome(() => bits(this.#stream, checkShape(shape), checkDType('bits', wanted, ['uint32', 'uint64'])));
  }

  /**
   * Numbers of [low, high), never `high`.
   *
   * @throws HeddleError `ARGUMENT` unless low < high with a finite distance, both representable closely enough that
   * they differ in the dtype
   */
  uniform<D extends FloatDType>(shape: Shape, dtype: D): GpuArray<D>;
  uniform<D extends FloatDType = 'float32'>(shape: Shape, options?: UniformOptions<D>): GpuArray<D>;
  uniform(shape: Shape, options: FloatDType | UniformOptions<FloatDType> = {}): GpuArray {
    const { low = 0, high = 1, dtype: wanted } = optionsWithDType('uniform', options, uniformOptions);
    const dtype = this.#float('uniform', wanted);
    const [from, to] = [roundTo(checkNumber('low', low), dtype), roundTo(checkNumber('high', high), dtype)];
    if (!(from < to) || !Number.isFinite(roundTo(to - from, dtype))) {
      throw argumentError(`uniform: low must be below high with a finite distance in ${dtype}; got ${low} and ${high}`);
    }
    return this.#onHome(() => uniform(this.#stream, checkShape(shape), dtype, from, to));
  }

  /**
   * Integers of [low, high), all equally likely: no bias by the modulus.
   *
   * @throws HeddleError `ARGUMENT` for an empty interval or bounds beyond the dtype
   */
  integers<D extends IntegerDType>(shape: Shape, low: number | bigint, high: number | bigint, dtype: D): GpuArray<D>;
  integers<D extends IntegerDType = 'int64'>(
    shape: Shape,
    low: number | bigint,
    high: number | bigint,
    options?: IntegersOptions<D>,
  ): GpuArray<D>;
  integers(
    shape: Shape,
    low: number | bigint,
    high: number | bigint,
    options: IntegerDType | IntegersOptions<IntegerDType> = {},
  ): GpuArray {
    const { dtype: wanted = 'int64', endpoint } = optionsWithDType('integers', options, integersOptions);
    const dtype = checkDType('integers', wanted, integerDTypes);
    const { first, range } = integerInterval(low, high, dtype, endpoint === true);
    return this.#onHome(() => integers(this.#stream, checkShape(shape), dtype, first, range));
  }

  /** Normal numbers. */
  normal<D extends FloatDType>(shape: Shape, dtype: D): GpuArray<D>;
  normal<D extends FloatDType = 'float32'>(shape: Shape, options?: NormalOptions<D>): GpuArray<D>;
  normal(shape: Shape, options: FloatDType | NormalOptions<FloatDType> = {}): GpuArray {
    const { dtype, mean, deviation } = this.#normal('normal', options);
    return this.#onHome(() => normal(this.#stream, checkShape(shape), dtype, mean, deviation));
  }

  /** Numbers whose logarithm is normal with `mean` and `deviation`. */
  lognormal<D extends FloatDType>(shape: Shape, dtype: D): GpuArray<D>;
  lognormal<D extends FloatDType = 'float32'>(shape: Shape, options?: NormalOptions<D>): GpuArray<D>;
  lognormal(shape: Shape, options: FloatDType | NormalOptions<FloatDType> = {}): GpuArray {
    const { dtype, mean, deviation } = this.#normal('lognormal', options);
    return this.#onHome(() => lognormal(this.#stream, checkShape(shape), dtype, mean, deviation));
  }

  /** Exponential numbers of mean `scale`. */
  exponential<D extends FloatDType>(shape: Shape, dtype: D): GpuArray<D>;
  exponential<D extends FloatDType = 'float32'>(shape: Shape, options?: ExponentialOptions<D>): GpuArray<D>;
  exponential(shape: Shape, options: FloatDType | ExponentialOptions<FloatDType> = {}): GpuArray {
    const { scale = 1, dtype: wanted } = optionsWithDType('exponential', options, exponentialOptions);
    const dtype = this.#float('exponential', wanted);
    return this.#onHome(() =>
      exponential(this.#stream, checkShape(shape), dtype, checkNumber('scale', scale, 0, largestFloat(dtype))),
    );
  }

  /**
   * Poisson numbers. Needs double precision on the device.
   *
   * @param mean - 0 to 2^52 (2^30 for 32-bit dtypes)
   */
  poisson<D extends PoissonDType>(shape: Shape, mean: number, dtype: D): GpuArray<D>;
  poisson<D extends PoissonDType = 'int64'>(shape: Shape, mean: number, options?: PoissonOptions<D>): GpuArray<D>;
  poisson(shape: Shape, mean: number, options: PoissonDType | PoissonOptions<PoissonDType> = {}): GpuArray {
    const { dtype: wanted = 'int64' } = optionsWithDType('poisson', options, poissonOptions);
    const dtype = checkDType('poisson', wanted, poissonDTypes);
    requireFloat64(this.#stream.device, 'poisson');
    checkNumber('mean', mean, 0, dtype.endsWith('32') ? 2 ** 30 : 2 ** 52);
    return this.#onHome(() => poisson(this.#stream, checkShape(shape), dtype, mean));
  }

  /** The numbers 0 to `length` - 1 in random order. */
  permutation(length: number): GpuArray<'int64'>;
  /** A copy of an array with its rows along `axis` in random order. */
  permutation<A extends GpuArray>(array: A, options?: ShuffleOptions): A;
  permutation(first: number | GpuArray, options: ShuffleOptions = {}): GpuArray {
    assertOptions('permutation', options, shuffleOptions);
    if (typeof first !== 'number') {
      return this.#onHome(() => shuffled(this.#stream, first, options.axis ?? 0));
    }
    return this.#onHome(() => permutation(this.#stream, checkInteger('length', first, 0, Number.MAX_SAFE_INTEGER)));
  }

  /** Puts an array's rows along `axis` in random order, in the array's own memory. */
  shuffle(array: GpuArray, options: ShuffleOptions = {}): void {
    assertOptions('shuffle', options, shuffleOptions);
    this.#onHome(() => {
      shuffleInPlace(this.#stream, array, options.axis ?? 0);
    });
  }

  #normal(operation: string, given: FloatDType | NormalOptions<FloatDType>) {
    const options = optionsWithDType(operation, given, normalOptions);
    const dtype = this.#float(operation, options.dtype);
    const largest = largestFloat(dtype);
    return {
      dtype,
      mean: checkNumber('mean', options.mean ?? 0, -largest, largest),
      deviation: checkNumber('deviation', options.deviation ?? 1, 0, largest),
    };
  }

  #float(operation: string, wanted: FloatDType = 'float32'): FloatDType {
    const dtype = checkDType(operation, wanted, floatDTypes);
    if (dtype === 'float64') requireFloat64(this.#stream.device, `${operation} in float64`);
    return dtype;
  }

  #nextDraw(): number {
    if (this.#position >= 2 ** 32) {
      throw argumentError('all 2^32 draws of this seed are used up', { hint: 'Go on with another seed.' });
    }
    return this.#position++;
  }

  /** Draws on the stream that the running code has been told to use, else on the generator's own. */
  #onHome<T>(draw: () => T): T {
    const { context, active } = this.home;
    return context.mayChoose ? context.on(active, draw) : draw();
  }
}
