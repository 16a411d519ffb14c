/** Where the kernels of a source are defined. */
import { closing, type Token } from '../tokens';

/** Indexes are of tokens. */
export interface KernelDefinition {
  readonly name: string;
  /**
   * The template's head, `template <int Tile>`, from its word up to and including its bracket; empty if there is none.
   */
  readonly template: readonly [first: number, end: number];
  /** Between the parentheses. */
  readonly parameters: readonly [first: number, end: number];
  /** Between the braces. */
  readonly body: readonly [first: number, end: number];
}

/** Kernels with a body, in any namespace; those that macros make are not found. */
export function kernelDefinitions(tokens: readonly Token[]): readonly KernelDefinition[] {
  const found: KernelDefinition[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const keyword = tokens[at]?.text;
    if (keyword !== '__global__' && keyword !== 'KERNEL') continue;
    const definition = definitionAt(tokens, at);
    if (!definition) continue;
    found.push(definition);
    at = definition.body[1];
  }
  return found;
}

/** Whether a token stands at the source's outermost level, or in an `extern "C"` there. */
export function isAtFileScope(tokens: readonly Token[], index: number): boolean {
  for (let at = 0; at < index; at++) {
    const text = tokens[at]?.text;
    if (text !== '{') continue;
    const end = closing(tokens, at);
    if (end < index) at = end;
    else if (tokens[at - 1]?.text !== '"C"') return false;
  }
  return true;
}

function definitionAt(tokens: readonly Token[], keyword: number): KernelDefinition | undefined {
  let at = keyword + 1;
  while (at < tokens.length) {
    const text = tokens[at]?.text ?? '';
    if (text === ';' || text === '{' || text === '}') return undefined;
    const next = tokens[at + 1]?.text;
    if (/^[A-Za-z_]/.test(text) && next === '(' && !/^__launch_bounds__$|^__attribute__$|^__maxnreg__$/.test(text))
      break;
    at = next === '(' ? closing(tokens, at + 1) + 1 : at + 1;
  }
  const close = closing(tokens, at + 1);
  const name = tokens[at]?.text;
  if (name === undefined || tokens[close + 1]?.text !== '{') return undefined;
  return {
    name,
    template: templateBefore(tokens, keyword),
    parameters: [at + 2, close],
    body: [close + 2, closing(tokens, close + 1)],
  };
}

function templateBefore(tokens: readonly Token[], keyword: number): readonly [number, number] {
  let first = keyword;
  while (first > 0 && !/^[;{}]$|^#/.test(tokens[first - 1]?.text ?? '')) first--;
  const at = tokens.findIndex(({ text }, index) => index >= first && index < keyword && text === 'template');
  if (at < 0) return [keyword, keyword];
  let depth = 0;
  for (let end = at + 1; end < keyword; end++) {
    const text = tokens[end]?.text;
    if (text === '<') depth++;
    if (text === '>' && --depth === 0) return [at, end + 1];
  }
  return [at, keyword];
}
