/** What a `#define` says, taken apart once so that each use only has to fill it in. */
import { endOfGroup } from './brackets';
import type { Token } from './tokenizer';

/** What stands at one place of a macro's text. */
export interface MacroPart {
  readonly tokens: readonly Token[];
  /** The tokens themselves, a parameter's argument, that argument as a string, or the start of a `__VA_OPT__`. */
  readonly stands: 'itself' | 'argument' | 'string' | 'optional';
  /** Index of the parameter, for what stands for one. */
  readonly parameter: number;
  /** Index of the part after a `__VA_OPT__`. */
  readonly end: number;
  /** A `##` stands between the part before and this one. */
  readonly pastesBefore: boolean;
  /** A `##` stands between this part and the next. */
  readonly pastesAfter: boolean;
}

export interface Macro {
  readonly parts: readonly MacroPart[];
  /** Of a macro with parentheses, how many arguments it takes. Undefined for a macro without them. */
  readonly parameterCount: number | undefined;
  /** The last parameter takes all the arguments that are left, even none. */
  readonly isVariadic: boolean;
  /** It opens a brace that it does not close, or the other way round. */
  readonly isUnbalanced: boolean;
}

/**
 * Reads a macro from what follows its name.
 *
 * @param hasParameters - a parenthesis that begins parameters comes first
 */
export function readMacro(definition: readonly Token[], hasParameters: boolean): Macro {
  const end = hasParameters ? endOfGroup(definition, 0) : 0;
  const parameters = new Map<string, number>();
  let isVariadic = false;
  // What is not a list of names is refused by the compiler; uses of it will not have the right number of arguments.
  for (const [i, { kind, text }] of definition.slice(0, end).entries()) {
    if (kind === 'word' && !parameters.has(text)) parameters.set(text, parameters.size);
    if (text !== '...') continue;
    isVariadic = true;
    // `names...` gives the rest a name of its own.
    if (definition[i - 1]?.kind !== 'word') parameters.set('__VA_ARGS__', parameters.size);
  }
  const body = definition.slice(end);
  return {
    parts: readParts(body, hasParameters ? parameters : undefined, isVariadic),
    parameterCount: hasParameters ? parameters.size : undefined,
    isVariadic,
    isUnbalanced: braceBalance(body) !== 0,
  };
}

function readParts(
  body: readonly Token[],
  parameters: ReadonlyMap<string, number> | undefined,
  isVariadic: boolean,
): MacroPart[] {
  const parts: MacroPart[] = [];
  const parameterAt = (i: number) => (body[i]?.kind === 'word' ? parameters?.get(body[i]?.text ?? '') : undefined);
  // The `__VA_OPT__` that is open: the part that began it, and the token that closes it. They do not nest.
  let [opening, closing] = [-1, -1];
  for (let i = 0; i < body.length; i++) {
    const token = body[i] as Token;
    if (i === closing) {
      parts[opening] = { ...(parts[opening] as MacroPart), end: parts.length };
      continue;
    }
    // At either end of the text a `##` has nothing to paste: that is not a macro, and what it gives is unknown.
    if (isPasteOperator(token) && i > 0 && i + 1 < body.length) continue;
    const place = {
      tokens: [token],
      parameter: -1,
      end: -1,
      pastesBefore: i > 1 && isPasteOperator(body[i - 1]),
      pastesAfter: i + 2 < body.length && isPasteOperator(body[i + 1]),
    };
    const parameter = parameterAt(i);
    const stringised = parameters && token.text === '#' ? parameterAt(i + 1) : undefined;
    if (parameter !== undefined) {
      parts.push({ ...place, stands: 'argument', parameter });
    } else if (stringised !== undefined) {
      i++;
      parts.push({ ...place, stands: 'string', parameter: stringised });
    } else if (isVariadic && token.text === '__VA_OPT__' && body[i + 1]?.text === '(' && i > closing) {
      i++;
      [opening, closing] = [parts.length, endOfGroup(body, i) - 1];
      parts.push({ ...place, stands: 'optional', end: body.length });
    } else {
      parts.push({ ...place, stands: 'itself' });
    }
  }
  return parts;
}

function isPasteOperator(token: Token | undefined): boolean {
  return token?.kind === 'punctuation' && token.text === '##';
}

function braceBalance(tokens: readonly Token[]): number {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'punctuation') continue;
    if (text === '{') depth++;
    else if (text === '}') depth--;
  }
  return depth;
}
