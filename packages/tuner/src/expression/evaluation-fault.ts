/**
 * An operand that an operator cannot take, or a division by zero; the code that knows the expression makes a
 * HeddleError of it.
 */
export class EvaluationFault extends Error {
  override readonly name = 'EvaluationFault';
}
