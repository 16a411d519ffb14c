/** An operand that an operator cannot take, or a division by zero; becomes a HeddleError where the expression is known. */
export class EvaluationFault extends Error {
  override readonly name = 'EvaluationFault';
}
