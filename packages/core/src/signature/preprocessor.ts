/**
 * The part of the C preprocessor that signatures depend on: conditions, macros, headers, with what the compiler is
 * given besides the source.
 *
 * A condition on an undefined name is false, as for a compiler. A name that only the compiler knows (a macro of
 * its own, a header of its own) is unknown: {@link Branches} says which way to go, and notes that it was asked.
 */
import { Branches } from './branches';
import { Budget } from './budget';
import { packingWord } from './packing';
import { noReaderInputs, type ReaderInputs } from './reader-inputs';
import { ConditionEvaluator, headerOf } from './condition-evaluator';
import { IncludeSearch, sourceOrigin, type FoundHeader, type HeaderOrigin } from './include-search';
import { readMacro, type Macro } from './macro';
import { expandTokens, MacroExpander } from './macro-expander';
import { isStandardHeader, likelyPredefined, predefined, type Predefined } from './predefined-names';
import type { SourceLanguage } from './signature';
import { maximumStringLength, tokenize, Tokenizer, type HeaderName, type Token, type TokenizerMark } from './tokenizer';
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
  /** It is read before the source, or from a header that is. */
  readonly isForced: boolean;
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
  /** What an operator stands for, after macros were replaced, last one first. */
  readonly #queued: Token[] = [];
  readonly #expander: MacroExpander;
  readonly #evaluator: ConditionEvaluator;
  readonly #search: IncludeSearch;
  readonly #branches: Branches;
  readonly #onceOnly = new Set<string>();
  readonly #includedCharacters = new Budget(32 * 2 ** 20);
  /** Braces are counted and nothing else matters: a function's body. */
  #isPassing = false;
  /** Likely conditions count as certain, to choose the first path. */
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
      isInSource: () => this.#files.at(-1)?.header === undefined,
    });
    const table = { macros: this.#macros, budget: new Budget(1_000_000) };
    this.#expander = new MacroExpander(() => this.#nextOfFiles(), table);
    this.#defineGiven(defines, inputs);
    if (inputs.unreadable !== undefined) this.#branches.foreign.push(inputs.unreadable);
    this.#open({ text: source, identity: '', origin: sourceOrigin }, { header: undefined });
    // Read before the source, and the first one first.
    for (const { name, macrosOnly } of [...inputs.forcedIncludes].reverse()) {
      const found = this.#search.find({ name, quoted: true }, sourceOrigin);
      // A header that was not read does not come later either: what it defines is unknown from the start.
      if (found) this.#open(found, { header: name, macrosOnly, isForced: true });
      else if (!isStandardHeader(name)) this.#branches.foreign.push(name);
    }
  }

  next(expand: boolean): Token | undefined {
    const queued = this.#queued.pop();
    if (queued) return queued;
    this.#isPassing = !expand;
    for (;;) {
      const token = this.#expander.next(expand);
      if (!expand || token?.kind !== 'word' || token.text !== '_Pragma') return token;
      this.#queued.push(...this.#operator(token).reverse());
      const first = this.#queued.pop();
      if (first) return first;
    }
  }

  unread(token: Token): void {
    if (this.#queued.length > 0) this.#queued.push(token);
    else this.#expander.unread(token);
  }

  /** What `_Pragma("...")` stands for among the declarations. */
  #operator({ line }: Token): Token[] {
    const [open, text] = [this.#expander.next(true), this.#expander.next(true)];
    const close = this.#expander.next(true);
    if (open?.text !== '(' || text?.kind !== 'string' || close?.text !== ')') return packingDirective([], line);
    return this.#layoutPragma(tokenize(text.text), line);
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

  #open(
    { text, identity, origin }: FoundHeader,
    { header, macrosOnly = false, isForced = false }: Partial<OpenFile>,
  ): void {
    const tokenizer = new Tokenizer(text, header === undefined);
    this.#files.push({ tokenizer, header, identity, origin, conditions: [], macrosOnly, isForced });
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
      const name = tokenizer.wordOnLine() ?? '';
      const behindName = tokenizer.mark();
      const tokens = tokenizer.restOfLine();
      if (name.startsWith('if')) depth++;
      else if (name === 'endif' && depth-- === 0) {
        file.conditions.pop();
        return;
      } else if (depth === 0 && (name === 'else' || name.startsWith('elif'))) {
        const condition = file.conditions.at(-1);
        if (condition?.taken) continue;
        const text = `${name.slice(2)}${tokenizer.textSince(behindName)}`;
        if (name !== 'else' && !this.#holds(file, name.slice(2), tokens, text)) continue;
        if (condition) condition.taken = true;
        return;
      }
    }
  }

  #holds(file: OpenFile, name: string, tokens: readonly Token[], written: string): boolean {
    const { holds, isAskable, expanded } = this.#evaluator.evaluate(name, tokens);
    if (holds !== undefined) return holds;
    this.#isGuessing = true;
    const isLikely = this.#evaluator.evaluate(name, tokens).holds ?? true;
    this.#isGuessing = false;
    const text = `#${written.trim()}`;
    // Compilers may define more before the source than they do before what is read ahead of it.
    const canBeAsked = isAskable && !file.isForced;
    const condition = { text, line: file.tokenizer.line, header: file.header, isAskable: canBeAsked };
    return this.#branches.decide(condition, expanded, isLikely);
  }

  /**
   * Passes over a whole `#if` within a function's body, if nothing after it depends on the branch: each closes the
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
    this.#inserted.push(...this.#layoutPragma(tokens, first?.line ?? 0).reverse());
  }

  /** What changes the layout of the structs that follow goes among the declarations as one of its own. */
  #layoutPragma(tokens: readonly Token[], line: number): Token[] {
    const [first, second, third] = tokens.map(({ text }) => text);
    if (first === 'pack') {
      // Some compilers replace macros there.
      const hasMacro = tokens.some(({ kind, text }) => kind === 'word' && this.#macros.has(text));
      return packingDirective(hasMacro ? [] : tokens.slice(1), line);
    }
    const isLayout = first !== undefined && layoutPragmas.has(first);
    const isAttribute = first === 'clang' && second === 'attribute' && third !== 'pop';
    return isLayout || isAttribute ? packingDirective([], line) : [];
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
    this.#open(found, { ...file, header: header.name });
  }

  #hasHeader(header: HeaderName, next: boolean): boolean | undefined {
    const origin = this.#files.at(-1)?.origin ?? sourceOrigin;
    return this.#search.find(header, origin, next) ? true : undefined;
  }
}

const harmful = new Set(['define', 'undef', 'include', 'include_next', 'import', 'pragma', 'error']);

/** Pragmas besides `pack` that change how structs are laid out. */
const layoutPragmas = new Set(['options', 'align', 'ms_struct', 'scalar_storage_order', 'reverse_bitfields']);

/** @param operands - with their parentheses; none for a directive that is not understood */
function packingDirective(operands: readonly Token[], line: number): Token[] {
  return [{ kind: 'word', text: packingWord, line }, ...operands, { kind: 'punctuation', text: ';', line }];
}

function quoted({ name, quoted }: HeaderName): string {
  return quoted ? `"${name}"` : `<${name}>`;
}
