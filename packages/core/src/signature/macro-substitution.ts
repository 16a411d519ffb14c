/** Fills a macro's text in: arguments for parameters, `#` and `##`. */
import type { Budget } from './budget';
import { hideCommon } from './hidden-names';
import type { Macro, MacroPart } from './macro';
import { maximumStringLength, tokenize, type Token } from './tokenizer';

/** What a use gives for one parameter. */
export interface MacroArgument {
  /** False for the rest of the arguments where the use has none, not even an empty one. */
  readonly isGiven: boolean;
  readonly written: readonly Token[];
  /** With its own macros expanded, as it is used everywhere but beside `#` and `##`. */
  readonly expanded: () => readonly Token[];
}

/** Longer names are not real code, and pasting doubles them. */
const maximumPastedLength = 1024;

/** The tokens of a use of a macro, not yet expanded further; undefined if the budget is used up. */
export function substitute(macro: Macro, given: readonly MacroArgument[], budget: Budget): Token[] | undefined {
  const output: Token[] = [];
  // Nothing stands to the left of a `##`: an empty argument, which pastes to the other side unchanged.
  let leftIsEmpty = true;
  for (let i = 0; i < macro.parts.length; i++) {
    const part = macro.parts[i] as MacroPart;
    if (part.stands === 'optional') {
      const isLeftOut = given.at(-1)?.expanded().length === 0;
      if (isLeftOut) i = part.end - 1;
      continue;
    }
    const tokens = tokensOf(part, given);
    if (!budget.spend(1 + tokens.length)) return undefined;
    const pastes = part.pastesBefore && !leftIsEmpty && tokens.length > 0;
    leftIsEmpty = tokens.length === 0 && (!part.pastesBefore || leftIsEmpty);
    if (isRestAfterComma(macro, i)) {
      // What compilers add to C: `, ## __VA_ARGS__` takes its comma away if there are no more arguments.
      if (!given[part.parameter]?.isGiven) output.pop();
      append(output, tokens);
    } else if (pastes) {
      const [left, right] = [output.pop() as Token, tokens[0] as Token];
      append(output, paste(left, right));
      append(output, tokens, 1);
    } else {
      append(output, tokens);
    }
  }
  return output;
}

function tokensOf(part: MacroPart, given: readonly MacroArgument[]): readonly Token[] {
  if (part.stands === 'itself') return part.tokens;
  const argument = given[part.parameter];
  if (!argument) return [];
  if (part.stands === 'string') return [stringOf(argument.written)];
  return part.pastesBefore || part.pastesAfter ? argument.written : argument.expanded();
}

function isRestAfterComma({ parts, isVariadic, parameterCount }: Macro, index: number): boolean {
  const [comma, rest] = [parts[index - 1], parts[index]];
  if (!isVariadic || rest?.stands !== 'argument' || rest.parameter !== (parameterCount ?? 0) - 1) return false;
  return rest.pastesBefore && comma?.stands === 'itself' && comma.tokens[0]?.text === ',';
}

/** Not `push(...tokens)`, which a long argument would make overflow the stack. */
function append(output: Token[], tokens: readonly Token[], from = 0): void {
  for (let i = from; i < tokens.length; i++) output.push(tokens[i] as Token);
}

/** Two tokens as one; both, if they make none together. */
function paste(left: Token, right: Token): readonly Token[] {
  const hidden = hideCommon(left.hidden, right.hidden);
  // A string keeps no quotes: what is pasted to it is its prefix or its suffix.
  if (right.kind === 'string') return [{ ...right, hidden }];
  if (left.kind === 'string') return [{ ...left, hidden }];
  if (left.text.length + right.text.length > maximumPastedLength) return [left, right];
  const [pasted, ...more] = tokenize(left.text + right.text);
  if (!pasted || more.length > 0 || pasted.kind === 'directive') return [left, right];
  return [{ ...pasted, hidden }];
}

function stringOf(tokens: readonly Token[]): Token {
  let text = '';
  for (const token of tokens) {
    if (text.length >= maximumStringLength) break;
    const part = token.text.slice(0, maximumStringLength);
    text += token.kind === 'string' ? `"${part}"` : part;
  }
  return { kind: 'string', text: text.slice(0, maximumStringLength), line: tokens[0]?.line ?? 0 };
}
