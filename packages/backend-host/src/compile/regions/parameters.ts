/** The parameters of a kernel. */
import { closing, type Token } from '../tokens';
import type { Range } from './declaration';
import { isBuiltIn } from './types';

export interface Parameter {
  readonly name: string;
  /** Whether it may have members. */
  readonly mayBeClass: boolean;
}

export function parametersOf(tokens: readonly Token[], [first, end]: Range): readonly Parameter[] {
  const parameters: Parameter[] = [];
  let start = first;
  let depth = 0;
  for (let at = first; at <= end; at++) {
    const text = tokens[at]?.text ?? '';
    if (at < end && (text === '(' || text === '[')) at = closing(tokens, at);
    else if (text === '<') depth++;
    else if (text === '>') depth--;
    if (at < end && (text !== ',' || depth > 0)) continue;
    const words = tokens.slice(start, at);
    const dynamic = words.findIndex((one) => one.text === 'DYNAMIC_SHARED_PARAMETER');
    const parameter = dynamic < 0 ? words : words.slice(0, dynamic);
    const value = parameter.findIndex((one) => one.text === '=' || one.text === '[');
    const name = (value < 0 ? parameter : parameter.slice(0, value)).at(-1)?.text;
    if (name !== undefined && /^[A-Za-z_]\w*$/.test(name) && parameter.length > 1) {
      const before = parameter
        .slice(
          0,
          parameter.findIndex((one) => one.text === name),
        )
        .map((one) => one.text);
      const type = before.filter((text) => !/^(?:const|__grid_constant__|struct|typename)$/.test(text)).join(' ');
      parameters.push({ name, mayBeClass: value < 0 && !/[*&]/.test(type) && !isBuiltIn(type) });
    }
    start = at + 1;
  }
  return parameters;
}
