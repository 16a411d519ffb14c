/** What an expression is once it has been read. */
import type { DType } from '@heddle/core';
import type { Scalar, ScalarKind } from '../../array/dtype';
import type { ElementFunction } from '../functions';

export type Expression =
  /** What stood in `${…}`, by its number. */
  | { readonly kind: 'operand'; readonly index: number; readonly at: number }
  | { readonly kind: 'literal'; readonly value: Scalar; readonly weak: ScalarKind; readonly at: number }
  | {
      readonly kind: 'call';
      readonly fn: ElementFunction;
      readonly operands: readonly Expression[];
      readonly at: number;
    }
  | { readonly kind: 'cast'; readonly dtype: DType; readonly operand: Expression; readonly at: number };

/** The strings of a template as one text, with `${1}`, `${2}`… where the operands stood. */
export function templateText(strings: readonly string[]): string {
  return strings.map((text, k) => (k === 0 ? text : `\${${k}}${text}`)).join('');
}

/** A line of the expression with a mark under the place. */
export function excerptOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(start, end < 0 ? text.length : end);
  return `  ${line}\n  ${' '.repeat(Math.max(0, at - start))}^`;
}
