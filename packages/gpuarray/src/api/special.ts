/** Special functions as methods: SciPy's names and meanings. */
import type { DType } from '@heddle/core';
import type { GpuArray, OperandOf } from '../array/gpu-array';
import type { OnStream } from '../array/device-context';
import type { QuotientOf } from '../array/dtype';
import { apply } from '../algorithms/elementwise/apply';
import type { ElementFunction } from '../algorithms/functions';
import {
  logSoftmax,
  logSumExp,
  softmax,
  type LogSumExpOptions,
  type SoftmaxOptions,
} from '../algorithms/reduction/log-sum-exp';
import { specialFunctions } from '../algorithms/special';
import type { Common, OutOption, Unary } from './mathematics';

type Reals = { readonly [D in DType]: QuotientOf<D> };
type Binary = <const A extends OperandOf, const B extends OperandOf>(
  a: A,
  b: B,
  options?: OutOption,
) => GpuArray<QuotientOf<Common<A, B>>>;

/**
 * The special functions of one device's arrays, as `ga.special`. SciPy 1.17 is the reference for their domains and for
 * their values at poles, infinities and NaN; docs/special-functions.md states how accurate they are.
 *
 * Integers give float64. 16-bit floats are computed in float32 and rounded once. Complex numbers throw `ARGUMENT`,
 * except in {@link lambertw}.
 *
 * @example
 * ```ts
 * const p = ga.special.gammainc(2.5, x);
 * ```
 */
export class SpecialFunctions {
  readonly #onStream: OnStream;

  /** The gamma function. */
  readonly gamma: Unary<Reals> = this.#unary(specialFunctions.gamma);
  /** The logarithm of the absolute value of the gamma function. */
  readonly lgamma: Unary<Reals> = this.#unary(specialFunctions.lgamma);
  /** The same as `lgamma`, by SciPy's name. */
  readonly gammaln: Unary<Reals> = this.lgamma;
  /** The derivative of the logarithm of gamma. SciPy names it `psi` too. */
  readonly digamma: Unary<Reals> = this.#unary(specialFunctions.digamma);
  /** `polygamma(n, x)`: the derivative of digamma of order `n`, a whole number from 0 on. */
  readonly polygamma: Binary = this.#binary(specialFunctions.polygamma);
  /** `beta(a, b) = gamma(a) gamma(b) / gamma(a + b)`. */
  readonly beta: Binary = this.#binary(specialFunctions.beta);
  /** The logarithm of the absolute value of beta. */
  readonly betaln: Binary = this.#binary(specialFunctions.betaln);
  /** `gammainc(a, x)`: the regularized lower incomplete gamma function. */
  readonly gammainc: Binary = this.#binary(specialFunctions.gammainc);
  /** `gammaincc(a, x)`: the regularized upper incomplete gamma function, `1 - gammainc(a, x)`. */
  readonly gammaincc: Binary = this.#binary(specialFunctions.gammaincc);

  readonly erf: Unary<Reals> = this.#unary(specialFunctions.erf);
  /** `1 - erf(x)`. */
  readonly erfc: Unary<Reals> = this.#unary(specialFunctions.erfc);
  /** `exp(x ** 2) * erfc(x)`. */
  readonly erfcx: Unary<Reals> = this.#unary(specialFunctions.erfcx);
  /** The inverse of erf. */
  readonly erfinv: Unary<Reals> = this.#unary(specialFunctions.erfinv);
  /** The inverse of erfc. */
  readonly erfcinv: Unary<Reals> = this.#unary(specialFunctions.erfcinv);
  /** The distribution function of the standard normal distribution. */
  readonly ndtr: Unary<Reals> = this.#unary(specialFunctions.ndtr);
  /** The inverse of ndtr: the quantiles of the standard normal distribution. */
  readonly ndtri: Unary<Reals> = this.#unary(specialFunctions.ndtri);
  /** The logarithm of ndtr. */
  readonly logNdtr: Unary<Reals> = this.#unary(specialFunctions.logNdtr);

  /** `1 / (1 + exp(-x))`. */
  readonly expit: Unary<Reals> = this.#unary(specialFunctions.expit);
  /** `log(p / (1 - p))`, the inverse of expit. */
  readonly logit: Unary<Reals> = this.#unary(specialFunctions.logit);
  /** `-x log(x)`; 0 at 0, and `-Infinity` below. */
  readonly entr: Unary<Reals> = this.#unary(specialFunctions.entr);
  /** `x log(y)`; 0 if `x` is 0 and `y` is not NaN. */
  readonly xlogy: Binary = this.#binary(specialFunctions.xlogy);
  /** `x log(1 + y)`; 0 if `x` is 0 and `y` is not NaN. */
  readonly xlog1py: Binary = this.#binary(specialFunctions.xlog1py);
  /** `sin(pi x) / (pi x)`. */
  readonly sinc: Unary<Reals> = this.#unary(specialFunctions.sinc);

  /** Bessel functions of the first kind, of orders 0 and 1. */
  readonly j0: Unary<Reals> = this.#unary(specialFunctions.j0);
  readonly j1: Unary<Reals> = this.#unary(specialFunctions.j1);
  /** Bessel functions of the second kind, of orders 0 and 1. */
  readonly y0: Unary<Reals> = this.#unary(specialFunctions.y0);
  readonly y1: Unary<Reals> = this.#unary(specialFunctions.y1);
  /** Modified Bessel functions of the first kind, of orders 0 and 1. */
  readonly i0: Unary<Reals> = this.#unary(specialFunctions.i0);
  readonly i1: Unary<Reals> = this.#unary(specialFunctions.i1);
  /** `exp(-|x|) * i0(x)`, and the same of order 1. */
  readonly i0e: Unary<Reals> = this.#unary(specialFunctions.i0e);
  readonly i1e: Unary<Reals> = this.#unary(specialFunctions.i1e);
  /** Modified Bessel functions of the second kind, of orders 0 and 1. */
  readonly k0: Unary<Reals> = this.#unary(specialFunctions.k0);
  readonly k1: Unary<Reals> = this.#unary(specialFunctions.k1);

  /** `expn(n, x)`: the exponential integral of order `n`, a whole number from 0 on. */
  readonly expn: Binary = this.#binary(specialFunctions.expn);
  /** The exponential integral E1; NaN below 0. */
  readonly exp1: Unary<Reals> = this.#unary(specialFunctions.exp1);
  /** The exponential integral Ei. */
  readonly expi: Unary<Reals> = this.#unary(specialFunctions.expi);

  /** The complete elliptic integral of the first kind, of the parameter `m`. */
  readonly ellipk: Unary<Reals> = this.#unary(specialFunctions.ellipk);
  /** The complete elliptic integral of the second kind, of the parameter `m`. */
  readonly ellipe: Unary<Reals> = this.#unary(specialFunctions.ellipe);

  /** @internal */
  constructor(onStream: OnStream) {
    this.#onStream = onStream;
  }

  /** The zeta function of Riemann; with `q`, that of Hurwitz: the sum of `(k + q) ** -x` over `k` from 0 on. */
  zeta<const A extends OperandOf>(x: A, q?: undefined, options?: OutOption): GpuArray<QuotientOf<Common<A, A>>>;
  zeta<const A extends OperandOf, const B extends OperandOf>(
    x: A,
    q: B,
    options?: OutOption,
  ): GpuArray<QuotientOf<Common<A, B>>>;
  zeta(x: OperandOf, q?: OperandOf, options?: OutOption): GpuArray {
    return this.#onStream(() =>
      q === undefined
        ? apply(specialFunctions.zeta, [x], options)
        : apply(specialFunctions.hurwitzZeta, [x, q], options),
    );
  }

  /** `betainc(a, b, x)`: the regularized incomplete beta function. */
  betainc<const A extends OperandOf, const B extends OperandOf, const X extends OperandOf>(
    a: A,
    b: B,
    x: X,
    options?: OutOption,
  ): GpuArray<QuotientOf<Common<GpuArray<Common<A, B>>, X>>> {
    return this.#onStream(() => apply(specialFunctions.betainc, [a, b, x], options));
  }

  /**
   * Lambert's W: the solution of `w * exp(w) = z` on branch `k`, which is 0 by default. It takes real and complex
   * numbers, and gives complex128.
   */
  lambertw(z: GpuArray, k: OperandOf = 0, options?: OutOption): GpuArray<'complex128'> {
    return this.#onStream(() => apply(specialFunctions.lambertw, [z, k], options));
  }

  /** `log(sum(b * exp(a)))` over some axes or all, without overflow. */
  logsumexp<D extends DType>(a: GpuArray<D>, options?: LogSumExpOptions): GpuArray<QuotientOf<D>> {
    return this.#onStream(() => logSumExp(a, options));
  }

  /** `exp(x) / sum(exp(x))` over some axes or all. */
  softmax<D extends DType>(x: GpuArray<D>, options?: SoftmaxOptions): GpuArray<QuotientOf<D>> {
    return this.#onStream(() => softmax(x, options));
  }

  /** The logarithm of softmax. */
  logSoftmax<D extends DType>(x: GpuArray<D>, options?: SoftmaxOptions): GpuArray<QuotientOf<D>> {
    return this.#onStream(() => logSoftmax(x, options));
  }

  #unary(fn: ElementFunction): Unary<Reals> {
    return (x, options) => this.#onStream(() => apply(fn, [x], options));
  }

  #binary(fn: ElementFunction): Binary {
    return (a, b, options) => this.#onStream(() => apply(fn, [a, b], options));
  }
}
