/**
 * The part of the C preprocessor that signatures depend on: conditions, macros, headers given as text.
 *
 * A condition on a name nobody defined is false, as it is to a compiler. Compilers' own names (`__CUDA_ARCH__`)
 * are unknown here; where a condition turns on one, its first branch is read.
 */
import { Budget } from './budget';
import { evaluate, integerLiteral } from './constant-expression';
import { readMacro, type Macro } from './macro';
import { expandTokens, MacroExpander } from './macro-expander';
import type { SourceLanguage } from './signature';
import { Tokenizer, tokenize, type Token } from './tokenizer';
import type { TokenSource } from './token-source';

export interface PreprocessorOptions {
  readonly language: SourceLanguage;
  readonly defines: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** One `#if` that is open. */
interface Condition {
  /** A branch has been chosen; later ones are skipped. */
  taken: boolean;
}

interface OpenFile {
  readonly tokenizer: Tokenizer;
  readonly name: string;
  readonly conditions: Condition[];
}

const maximumIncludeDepth = 64;
/** A longer condition is one that explodes; whether it holds is unknown. */
const maximumConditionTokens = 10_000;

/** The tokens of a source after preprocessing. */
export class Preprocessor implements TokenSource {
  readonly #options: PreprocessorOptions;
  readonly #macros = new Map<string, Macro>();
  readonly #known: ReadonlyMap<string, string | undefined>;
  readonly #files: OpenFile[];
  /** What a directive puts before the files' tokens, last one first. */
  readonly #inserted: Token[] = [];
  readonly #expander: MacroExpander;
  readonly #onceOnly = new Set<string>();
  // Conditions have a budget of their own: an explosive one must not keep the kernels' macros from being expanded.
  readonly #conditionBudget = new Budget(1_000_000);
  readonly #includedCharacters = new Budget(32 * 2 ** 20);

  constructor(source: string, options: PreprocessorOptions) {
    this.#options = options;
    this.#known = predefinedMacros(options.language);
    const table = { macros: this.#macros, budget: new Budget(1_000_000) };
    this.#expander = new MacroExpander(() => this.#nextOfFiles(), table);
    this.#files = [{ tokenizer: new Tokenizer(source), name: '', conditions: [] }];
    for (const [name, value] of Object.entries(options.defines)) {
      this.#macros.set(name, readMacro(tokenize(value), false));
    }
  }

  next(expand: boolean): Token | undefined {
    return this.#expander.next(expand);
  }

  unread(token: Token): void {
    this.#expander.unread(token);
  }

  #nextOfFiles(): Token | undefined {
    for (;;) {
      const inserted = this.#inserted.pop();
      if (inserted) return inserted;
      const file = this.#files.at(-1);
      if (!file) return undefined;
      const token = file.tokenizer.next();
      if (token && token.kind !== 'directive') return token;
      if (token) this.#directive(file);
      else this.#files.pop();
    }
  }

  #directive(file: OpenFile): void {
    const name = file.tokenizer.wordOnLine();
    switch (name) {
      case 'if':
      case 'ifdef':
      case 'ifndef':
        file.conditions.push({ taken: false });
        this.#branch(file, name);
        return;
      case 'elif':
      case 'elifdef':
      case 'elifndef':
      case 'else':
        file.tokenizer.restOfLine();
        // The branch read so far ends here. Without an `#if` the compiler will complain.
        if (file.conditions.length > 0) this.#skipBranches(file);
        return;
      case 'endif':
        file.tokenizer.restOfLine();
        file.conditions.pop();
        return;
      case 'define':
        this.#define(file.tokenizer);
        return;
      case 'undef':
        this.#macros.delete(file.tokenizer.restOfLine()[0]?.text ?? '');
        return;
      case 'include':
        this.#include(file);
        return;
      case 'pragma':
        this.#pragma(file);
        return;
      default:
        file.tokenizer.restOfLine();
    }
  }

  /** Decides on a branch whose condition stands next; skips it where it does not hold. */
  #branch(file: OpenFile, name: string): void {
    const tokens = file.tokenizer.restOfLine();
    const condition = file.conditions.at(-1);
    if (!condition) return;
    // Unknown counts as true: reading some branch is better than reading none.
    if (this.#holds(name, tokens) !== false) condition.taken = true;
    else this.#skipBranches(file);
  }

  /** Passes over text until a branch that holds, or the end of the `#if`. */
  #skipBranches(file: OpenFile): void {
    let depth = 0;
    for (;;) {
      file.tokenizer.skipToDirective();
      if (!file.tokenizer.next()) return;
      const name = file.tokenizer.wordOnLine() ?? '';
      const tokens = file.tokenizer.restOfLine();
      if (name.startsWith('if')) depth++;
      else if (name === 'endif' && depth-- === 0) {
        file.conditions.pop();
        return;
      } else if (depth === 0 && (name === 'else' || name.startsWith('elif'))) {
        const condition = file.conditions.at(-1);
        if (condition?.taken) continue;
        if (name !== 'else' && this.#holds(name.slice(2), tokens) === false) continue;
        if (condition) condition.taken = true;
        return;
      }
    }
  }

  #holds(name: string, tokens: readonly Token[]): boolean | undefined {
    if (name === 'if') {
      const value = this.#value(tokens);
      return value === undefined ? undefined : value !== 0n;
    }
    const defined = this.#isDefined(tokens[0]?.text ?? '');
    return defined === undefined ? undefined : defined === (name === 'ifdef');
  }

  #value(tokens: readonly Token[]): bigint | undefined {
    const table = { macros: this.#macros, budget: this.#conditionBudget };
    const expanded = expandTokens(this.#replaceDefined(tokens), table);
    if (expanded.length > maximumConditionTokens || !this.#conditionBudget.spend(expanded.length)) return undefined;
    return evaluate(expanded, {
      valueOf: (name) => this.#valueOfName(name[0]?.text ?? ''),
      sizeOf: () => undefined,
    });
  }

  #valueOfName(name: string): bigint | undefined {
    // A macro that is still there could not be expanded.
    if (name === unknownOperand || this.#macros.has(name)) return undefined;
    const known = this.#known.get(name);
    if (known !== undefined) return integerLiteral(known);
    return this.#isDefined(name) === undefined ? undefined : 0n;
  }

  /** `defined X` and `defined(X)` as 0, 1 or a name that has no value. */
  #replaceDefined(tokens: readonly Token[]): Token[] {
    const replaced: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] as Token;
      if (token.text !== 'defined') {
        replaced.push(token);
        continue;
      }
      const parenthesised = tokens[i + 1]?.text === '(';
      const defined = this.#isDefined(tokens[i + (parenthesised ? 2 : 1)]?.text ?? '');
      i += parenthesised ? 3 : 1;
      replaced.push(
        defined === undefined
          ? { kind: 'word', text: unknownOperand, line: token.line }
          : { kind: 'number', text: defined ? '1' : '0', line: token.line },
      );
    }
    return replaced;
  }

  #isDefined(name: string): boolean | undefined {
    if (this.#macros.has(name)) return true;
    if (this.#known.has(name)) return this.#known.get(name) !== undefined;
    if (name.startsWith('HEDDLE_')) return undefined;
    return name.startsWith('__') ? undefined : false;
  }

  #define(tokenizer: Tokenizer): void {
    const name = tokenizer.wordOnLine();
    // A parenthesis that touches the name begins parameters; any other belongs to the value.
    const hasParameters = tokenizer.isAt('(');
    const definition = tokenizer.restOfLine();
    if (name !== undefined) this.#macros.set(name, readMacro(definition, hasParameters));
  }

  #pragma(file: OpenFile): void {
    const tokens = file.tokenizer.restOfLine();
    const [first] = tokens;
    if (first?.text === 'once') this.#onceOnly.add(file.name);
    if (first?.text !== 'pack') return;
    // It changes the layout of the structs that follow, so it goes among the declarations as one of its own.
    this.#inserted.push({ kind: 'punctuation', text: ';', line: first.line });
    this.#inserted.push(...tokens.slice(1).reverse());
    this.#inserted.push({ kind: 'word', text: packingWord, line: first.line });
  }

  #include(file: OpenFile): void {
    const angle = file.tokenizer.angleName();
    const name = angle ?? file.tokenizer.restOfLine().find(({ kind }) => kind === 'string')?.text;
    if (name === undefined || this.#onceOnly.has(name) || this.#files.length > maximumIncludeDepth) return;
    const text = this.#options.headers;
    if (!Object.hasOwn(text, name)) return;
    const header = text[name] ?? '';
    if (!this.#includedCharacters.spend(header.length + 1024)) return;
    this.#files.push({ tokenizer: new Tokenizer(header, false), name, conditions: [] });
  }
}

/** The word that `#pragma pack` becomes, followed by its parenthesised arguments and a semicolon. */
export const packingWord = '#pragma pack';

// A name that no source can contain.
const unknownOperand = 'unknown operand';

/** Names that a compiler of the language defines, or certainly does not; the other `__` names are unknown. */
function predefinedMacros(language: SourceLanguage): ReadonlyMap<string, string | undefined> {
  const isCpp = language === 'cuda' || language === 'hip' || language === 'c++';
  const names = new Map<string, string | undefined>([
    ['__CUDACC__', language === 'cuda' ? '1' : undefined],
    ['__CUDACC_RTC__', language === 'cuda' ? '1' : undefined],
    ['__HIPCC__', language === 'hip' ? '1' : undefined],
    ['__HIPCC_RTC__', language === 'hip' ? '1' : undefined],
    ['__HIP__', language === 'hip' ? '1' : undefined],
    ['__OPENCL_VERSION__', language === 'opencl' ? '120' : undefined],
    ['__OPENCL_C_VERSION__', language === 'opencl' ? '120' : undefined],
    ['__cplusplus', isCpp ? '201703' : undefined],
  ]);
  // Portable source is compiled as one of several languages: it may ask which, and nobody here knows.
  if (language === 'portable') names.clear();
  return names;
}
