/**
 * The part of the C preprocessor that signatures depend on: conditions, macros, headers, with what the compiler is
 * given besides the source.
 *
 * A condition on a name that nobody defined is false, as it is to a compiler. What only the compiler knows (a macro of
 * its own, a header of its own) is unknown: {@link Branches} says which way to go, and notes that it was asked.
 */
import { Branches } from './branches';
import { Budget } from './budget';
import { noReaderInputs, type ReaderInputs } from './reader-inputs';
import { ConditionEvaluator, headerOf } from './condition-evaluator';
import { IncludeSearch, sourceOrigin, type FoundHeader, type HeaderOrigin } from './include-search';
import { readMacro, type Macro } from './macro';
import { expandTokens, MacroExpander } from './macro-expander';
import { isStandardHeader, likelyPredefined, predefined, type Predefined } from './predefined-names';
import type { SourceLanguage } from './signature';
import { maximumStringLength, Tokenizer, type HeaderName, type Token, type TokenizerMark } from './tokenizer';
import type { TokenSource } from './token-source';

export interface PreprocessorOptions {
  readonly language: SourceLanguage;
  readonly defines: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly inputs?: ReaderInputs;
  readonly branches?: Branches;
}

/** One `#if` that is open. */
interface Condition {
  /** A branch has been chosen; later ones are skipped. */
  taken: boolean;
}

interface OpenFile {
  readonly tokenizer: Tokenizer;
  /** What it is included by; undefined for the source. */
  readonly header: string | undefined;
  readonly identity: string;
  readonly origin: HeaderOrigin;
  readonly conditions: Condition[];
  /** Of a header read for its macros: its other tokens are dropped. */
  readonly macrosOnly: boolean;
}

const maximumIncludeDepth = 64;

/** The tokens of a source after preprocessing. */
export class Preprocessor implements TokenSource {
  readonly #language: SourceLanguage;
  readonly #macros = new Map<string, Macro>();
  /** Macros that were taken back, or that options and `defines` set each in its own way. */
  readonly #overridden = new Map<string, Predefined>();
  readonly #files: OpenFile[] = [];
  /** What a directive puts before the files' tokens, last one first. */
  readonly #inserted: Token[] = [];
  readonly #expander: MacroExpander;
  readonly #evaluator: ConditionEvaluator;
  readonly #search: IncludeSearch;
  readonly #branches: Branches;
  readonly #onceOnly = new Set<string>();
  readonly #includedCharacters = new Budget(32 * 2 ** 20);
  /** Braces are counted and nothing else matters: a function's body. */
  #isPassing = false;
  /** What is likely counts as certain, to choose the way that is gone first. */
  #isGuessing = false;

  constructor(source: string, options: PreprocessorOptions) {
    const { language, defines, headers, inputs = noReaderInputs, branches = new Branches() } = options;
    this.#language = language;
    this.#branches = branches;
    this.#search = new IncludeSearch(headers, inputs);
    this.#evaluator = new ConditionEvaluator({
      macros: this.#macros,
      predefined: (name) => this.#predefined(name),
      hasHeader: (header, next) => this.#hasHeader(header, next),
    });
    const table = { macros: this.#macros, budget: new Budget(1_000_000) };
    this.#expander = new MacroExpander(() => this.#nextOfFiles(), table);
    this.#defineGiven(defines, inputs);
    if (inputs.unreadable !== undefined) this.#branches.foreign.push(inputs.unreadable);
    this.#open({ text: source, identity: '', origin: sourceOrigin });
    // Read before the source, and the first one first.
    for (const { name, macrosOnly } of [...inputs.forcedIncludes].reverse()) {
      const found = this.#search.find({ name, quoted: true }, sourceOrigin);
      // A header that was not read does not come later either: what it defines is unknown from the start.
      if (found) this.#open(found, name, macrosOnly);
      else if (!isStandardHeader(name)) this.#branches.foreign.push(name);
    }
  }

  next(expand: boolean): Token | undefined {
    this.#isPassing = !expand;
    return this.#expander.next(expand);
  }

  unread(token: Token): void {
    this.#expander.unread(token);
  }

  // Which of them the compiler gets first differs, so what both set differently is unknown.
  #defineGiven(defines: Readonly<Record<string, string>>, { macros }: ReaderInputs): void {
    for (const { name, definition } of macros) {
      if (definition === undefined) this.#undefine(name);
      else this.#setMacro(new Tokenizer(`${name}${definition}`, false));
    }
    const given = new Map(macros.map(({ name, definition }) => [name, definition]));
    for (const [name, value] of Object.entries(defines)) {
      const isContested = given.has(name) && given.get(name)?.trim() !== value.trim();
      if (isContested) this.#makeUnknown(name);
      else this.#setMacro(new Tokenizer(`${name} ${value}`, false));
    }
  }

  #makeUnknown(name: string): void {
    this.#macros.delete(name);
    this.#overridden.set(name, undefined);
  }

  #open({ text, identity, origin }: FoundHeader, header?: string, macrosOnly = false): void {
    const tokenizer = new Tokenizer(text, header === undefined);
    this.#files.push({ tokenizer, header, identity, origin, conditions: [], macrosOnly });
  }

  #nextOfFiles(): Token | undefined {
    for (;;) {
      const inserted = this.#inserted.pop();
      if (inserted) return inserted;
      const file = this.#files.at(-1);
      if (!file) return undefined;
      const token = file.tokenizer.next();
      if (token?.kind === 'directive') this.#directive(file);
      else if (!token) this.#files.pop();
      else if (!file.macrosOnly) return token;
    }
  }

  #directive(file: OpenFile): void {
    const { tokenizer } = file;
    const start = tokenizer.mark();
    const name = tokenizer.wordOnLine();
    switch (name) {
      case 'if':
      case 'ifdef':
      case 'ifndef':
        this.#begin(file, name, start);
        return;
      case 'elif':
      case 'elifdef':
      case 'elifndef':
      case 'else':
        tokenizer.restOfLine();
        // The branch read so far ends here. Without an `#if` the compiler will complain.
        if (file.conditions.length > 0) this.#skipBranches(file);
        return;
      case 'endif':
        tokenizer.restOfLine();
        file.conditions.pop();
        return;
      case 'define':
        this.#setMacro(tokenizer);
        this.#branches.passed(`#${tokenizer.textSince(start)}`);
        return;
      case 'undef':
        this.#undefine(tokenizer.restOfLine()[0]?.text ?? '');
        this.#branches.passed(`#${tokenizer.textSince(start)}`);
        return;
      case 'include':
      case 'include_next':
      case 'import':
        this.#include(file, name);
        return;
      case 'pragma':
        this.#pragma(file);
        return;
      case 'error':
        this.#branches.isRefused = true;
        tokenizer.restOfLine();
        return;
      default:
        tokenizer.restOfLine();
    }
  }

  /** Takes the first branch of an `#if`, or passes over branches to the one that holds. */
  #begin(file: OpenFile, name: string, start: TokenizerMark): void {
    const tokens = file.tokenizer.restOfLine();
    const { holds } = this.#evaluator.evaluate(name, tokens);
    if (holds === undefined && this.#isPassing && this.#passHarmless(file)) return;
    file.conditions.push({ taken: false });
    this.#branch(file, name, tokens, file.tokenizer.textSince(start));
  }

  #branch(file: OpenFile, name: string, tokens: readonly Token[], text: string): void {
    const condition = file.conditions.at(-1);
    if (condition && this.#holds(file, name, tokens, text)) condition.taken = true;
    else this.#skipBranches(file);
  }

  /** Passes over text until a branch that holds, or the end of the `#if`. */
  #skipBranches(file: OpenFile): void {
    const { tokenizer } = file;
    let depth = 0;
    for (;;) {
      tokenizer.skipToDirective();
      if (!tokenizer.next()) return;
      const start = tokenizer.mark();
      const name = tokenizer.wordOnLine() ?? '';
      const tokens = tokenizer.restOfLine();
      if (name.startsWith('if')) depth++;
      else if (name === 'endif' && depth-- === 0) {
        file.conditions.pop();
        return;
      } else if (depth === 0 && (name === 'else' || name.startsWith('elif'))) {
        const condition = file.conditions.at(-1);
        if (condition?.taken) continue;
        const text = tokenizer.textSince(start).trimStart().slice(2);
        if (name !== 'else' && !this.#holds(file, name.slice(2), tokens, text)) continue;
        if (condition) condition.taken = true;
        return;
      }
    }
  }

  #holds(file: OpenFile, name: string, tokens: readonly Token[], written: string): boolean {
    const { holds, expanded } = this.#evaluator.evaluate(name, tokens);
    if (holds !== undefined) return holds;
    this.#isGuessing = true;
    const isLikely = this.#evaluator.evaluate(name, tokens).holds ?? true;
    this.#isGuessing = false;
    const condition = { text: `#${written.trim()}`, line: file.tokenizer.line, header: file.header };
    return this.#branches.decide(condition, expanded, isLikely);
  }

  /**
   * Passes over a whole `#if` within a function's body, if nothing behind it depends on the branch: each closes the
   * braces that it opens, and defines and includes nothing.
   */
  #passHarmless({ tokenizer }: OpenFile): boolean {
    const start = tokenizer.mark();
    let [depth, braces] = [0, 0];
    for (let token = tokenizer.next(); token; token = tokenizer.next()) {
      const { kind, text } = token;
      if (kind === 'punctuation' && text === '{') braces++;
      else if (kind === 'punctuation' && text === '}') braces--;
      if (braces < 0 || (kind === 'word' && this.#macros.get(text)?.isUnbalanced)) break;
      if (kind !== 'directive') continue;
      const name = tokenizer.wordOnLine() ?? '';
      tokenizer.restOfLine();
      if (harmful.has(name)) break;
      if (name.startsWith('if')) depth++;
      if (name === 'endif' && depth-- === 0 && braces === 0) return true;
      if (name.startsWith('e') && braces !== 0) break;
    }
    tokenizer.reset(start);
    return false;
  }

  #predefined(name: string): Predefined {
    if (this.#overridden.has(name)) return this.#overridden.get(name);
    if (this.#isGuessing) return likelyPredefined(name, this.#language);
    const known = predefined(name, this.#language, this.#branches.missing.length > 0);
    if (known?.defined !== false) return known;
    return this.#branches.foreign.length > 0 ? undefined : known;
  }

  /** Reads a macro whose name comes next. */
  #setMacro(tokenizer: Tokenizer): void {
    const name = tokenizer.wordOnLine();
    // A parenthesis that touches the name begins parameters; any other belongs to the value.
    const hasParameters = tokenizer.isAt('(');
    const definition = tokenizer.restOfLine();
    if (name !== undefined) this.#macros.set(name, readMacro(definition, hasParameters));
  }

  #undefine(name: string): void {
    this.#macros.delete(name);
    this.#overridden.set(name, { defined: false });
  }

  #pragma(file: OpenFile): void {
    const tokens = file.tokenizer.restOfLine();
    const [first] = tokens;
    if (first?.text === 'once') this.#onceOnly.add(file.identity);
    // What it was before has been forgotten.
    if (first?.text === 'pop_macro') this.#makeUnknown(tokens[2]?.text ?? '');
    if (first?.text !== 'pack') return;
    // It changes the layout of the structs that follow, so it goes among the declarations as one of its own.
    this.#inserted.push({ kind: 'punctuation', text: ';', line: first.line });
    this.#inserted.push(...tokens.slice(1).reverse());
    this.#inserted.push({ kind: 'word', text: packingWord, line: first.line });
  }

  #include(file: OpenFile, directive: string): void {
    const { tokenizer } = file;
    const written = tokenizer.headerName();
    const rest = tokenizer.restOfLine();
    const table = { macros: this.#macros, budget: new Budget(10_000) };
    const header = written ?? headerOf(expandTokens(rest, table));
    // What is cut off names another file.
    const isWhole = header !== undefined && header.name.length < maximumStringLength;
    const found = isWhole ? this.#search.find(header, file.origin, directive === 'include_next') : undefined;
    const isReadable = found && this.#files.length <= maximumIncludeDepth + 1;
    if (found && this.#onceOnly.has(found.identity)) return;
    if (!header || !isReadable || !this.#includedCharacters.spend(found.text.length + 1024)) {
      const name = header === undefined ? rest.map(({ text }) => text).join('') : quoted(header);
      this.#branches.passedMissing(`#include ${name}`);
      if (!header || found || !isStandardHeader(header.name)) this.#branches.foreign.push(`#include ${name}`);
      return;
    }
    if (directive === 'import') this.#onceOnly.add(found.identity);
    this.#open(found, header.name, file.macrosOnly);
  }

  #hasHeader(header: HeaderName, next: boolean): boolean | undefined {
    const origin = this.#files.at(-1)?.origin ?? sourceOrigin;
    return this.#search.find(header, origin, next) ? true : undefined;
  }
}

const harmful = new Set(['define', 'undef', 'include', 'include_next', 'import', 'pragma', 'error']);

/** The word that `#pragma pack` becomes, followed by its parenthesised arguments and a semicolon. */
export const packingWord = '#pragma pack';

function quoted({ name, quoted }: HeaderName): string {
  return quoted ? `"${name}"` : `<${name}>`;
}
