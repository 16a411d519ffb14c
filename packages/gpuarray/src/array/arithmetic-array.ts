/** What arrays compute element by element. */
import type { DType } from '@heddle/core';
import type { FloatOf, QuotientOf, RealOf, Scalar, With } from '../dtype';
import { call } from '../operations/named';
import type { GpuArray } from './gpu-array';
import { ViewedArray } from './viewed-array';

/** What stands beside an array: another one, or a number that takes the array's dtype. */
export type OperandOf = GpuArray | Scalar;

export abstract class ArithmeticArray<D extends DType = DType> extends ViewedArray<D> {
  // Arithmetic --------------------------------------------------------------------------------------------------
  /** Adds, with broadcasting. */
  add<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('add', [this.self, other]);
  }

  /** Subtracts, with broadcasting. */
  subtract<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('subtract', [this.self, other]);
  }

  /** Multiplies, with broadcasting. */
  multiply<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('multiply', [this.self, other]);
  }

  /** True division: integers give float64, with broadcasting. */
  divide<const O extends OperandOf>(other: O): GpuArray<QuotientOf<With<D, O>>> {
    return this.apply('divide', [this.self, other]);
  }

  /** The quotient rounded down, with broadcasting. */
  floorDivide<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('floorDivide', [this.self, other]);
  }

  /** The rest of {@link floorDivide}, of the sign of the divisor, with broadcasting. */
  remainder<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('remainder', [this.self, other]);
  }

  /** Power, with broadcasting. */
  power<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('power', [this.self, other]);
  }

  negative(): GpuArray<D> {
    return this.apply('negative', [this.self]);
  }

  absolute(): GpuArray<RealOf<D>> {
    return this.apply('absolute', [this.self]);
  }

  conj(): GpuArray<D> {
    return this.apply('conj', [this.self]);
  }

  logicalNot(): GpuArray<'bool'> {
    return this.apply('logicalNot', [this.self]);
  }

  invert(): GpuArray<D> {
    return this.apply('invert', [this.self]);
  }

  // Comparison, logic, bits -------------------------------------------------------------------------------------
  /** `==`, element by element. */
  equal(other: OperandOf): GpuArray<'bool'> {
    return this.apply('equal', [this.self, other]);
  }

  /** `!=`, element by element. */
  notEqual(other: OperandOf): GpuArray<'bool'> {
    return this.apply('notEqual', [this.self, other]);
  }

  /** `<`, element by element. */
  less(other: OperandOf): GpuArray<'bool'> {
    return this.apply('less', [this.self, other]);
  }

  /** `<=`, element by element. */
  lessEqual(other: OperandOf): GpuArray<'bool'> {
    return this.apply('lessEqual', [this.self, other]);
  }

  /** `>`, element by element. */
  greater(other: OperandOf): GpuArray<'bool'> {
    return this.apply('greater', [this.self, other]);
  }

  /** `>=`, element by element. */
  greaterEqual(other: OperandOf): GpuArray<'bool'> {
    return this.apply('greaterEqual', [this.self, other]);
  }

  logicalAnd(other: OperandOf): GpuArray<'bool'> {
    return this.apply('logicalAnd', [this.self, other]);
  }

  logicalOr(other: OperandOf): GpuArray<'bool'> {
    return this.apply('logicalOr', [this.self, other]);
  }

  logicalXor(other: OperandOf): GpuArray<'bool'> {
    return this.apply('logicalXor', [this.self, other]);
  }

  /** `&`, of integers and bool. */
  bitwiseAnd<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('bitwiseAnd', [this.self, other]);
  }

  /** `|`, of integers and bool. */
  bitwiseOr<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('bitwiseOr', [this.self, other]);
  }

  /** `^`, of integers and bool. */
  bitwiseXor<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('bitwiseXor', [this.self, other]);
  }

  /** `<<`, of integers. A shift by the width or more shifts everything out. */
  leftShift<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('leftShift', [this.self, other]);
  }

  /** `>>`, of integers; of signed ones it keeps the sign. A shift by the width or more shifts everything out. */
  rightShift<const O extends OperandOf>(other: O): GpuArray<With<D, O>> {
    return this.apply('rightShift', [this.self, other]);
  }

  /** The elements, no less than `low` and no greater than `high`. */
  clip(low: OperandOf, high: OperandOf): GpuArray<D> {
    return this.apply('clip', [this.self, low, high]);
  }

  /** The root; integers give floats. */
  sqrt(): GpuArray<FloatOf<D>> {
    return this.apply('sqrt', [this.self]);
  }

  exp(): GpuArray<FloatOf<D>> {
    return this.apply('exp', [this.self]);
  }

  log(): GpuArray<FloatOf<D>> {
    return this.apply('log', [this.self]);
  }

  // In place ----------------------------------------------------------------------------------------------------
  /** `+=`: the result is converted to the array's dtype, where it is of no wider kind. */
  addAssign(other: OperandOf): this {
    return this.applyInPlace('add', other);
  }

  /** `-=`: the result is converted to the array's dtype, where it is of no wider kind. */
  subtractAssign(other: OperandOf): this {
    return this.applyInPlace('subtract', other);
  }

  /** `*=`: the result is converted to the array's dtype, where it is of no wider kind. */
  multiplyAssign(other: OperandOf): this {
    return this.applyInPlace('multiply', other);
  }

  /** `/=`: the result is converted to the array's dtype, where it is of no wider kind. */
  divideAssign(other: OperandOf): this {
    return this.applyInPlace('divide', other);
  }

  /** `//=`: the result is converted to the array's dtype, where it is of no wider kind. */
  floorDivideAssign(other: OperandOf): this {
    return this.applyInPlace('floorDivide', other);
  }

  /** `%=`: the result is converted to the array's dtype, where it is of no wider kind. */
  remainderAssign(other: OperandOf): this {
    return this.applyInPlace('remainder', other);
  }

  /** `**=`: the result is converted to the array's dtype, where it is of no wider kind. */
  powerAssign(other: OperandOf): this {
    return this.applyInPlace('power', other);
  }

  /** `&=`: the result is converted to the array's dtype, where it is of no wider kind. */
  bitwiseAndAssign(other: OperandOf): this {
    return this.applyInPlace('bitwiseAnd', other);
  }

  /** `|=`: the result is converted to the array's dtype, where it is of no wider kind. */
  bitwiseOrAssign(other: OperandOf): this {
    return this.applyInPlace('bitwiseOr', other);
  }

  /** `^=`: the result is converted to the array's dtype, where it is of no wider kind. */
  bitwiseXorAssign(other: OperandOf): this {
    return this.applyInPlace('bitwiseXor', other);
  }

  /** `<<=`: the result is converted to the array's dtype, where it is of no wider kind. */
  leftShiftAssign(other: OperandOf): this {
    return this.applyInPlace('leftShift', other);
  }

  /** `>>=`: the result is converted to the array's dtype, where it is of no wider kind. */
  rightShiftAssign(other: OperandOf): this {
    return this.applyInPlace('rightShift', other);
  }

  /** @internal */
  protected apply<E extends DType>(name: string, operands: readonly unknown[]): GpuArray<E> {
    return call(name, operands as readonly OperandOf[]) as unknown as GpuArray<E>;
  }

  /** @internal */
  protected applyInPlace(name: string, other: OperandOf): this {
    const self = this.self as unknown as GpuArray;
    call(name, [self, other], { out: self });
    return this;
  }
}
