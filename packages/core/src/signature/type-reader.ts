/**
 * Reads declarations such as `const float (*x)[4]`: specifiers, then a declarator around a name that may be missing.
 */
import {
  endOfAttribute,
  layoutAttributes,
  mergeAttributes,
  noAttributes,
  saysNothing,
  whyUnknown,
  type LayoutAttributes,
} from './attributes';
import { endOfAngles, endOfGroup, splitAtCommas } from './brackets';
import { typeWords } from './builtin-types';
import { alignedType, pointerTo, unknownType, type ResolvedType } from './resolved-type';
import type { Scope } from './scope';
import type { Token } from './tokenizer';
import type { TypeResolver } from './type-resolver';

/** One declared name with its type. */
export interface Declarator {
  readonly name: string;
  readonly type: ResolvedType;
  /** It declares a parameter pack. */
  readonly isPack: boolean;
  /** What its attributes ask for, those before the type too. */
  readonly attributes: LayoutAttributes;
}

/** Words that change nothing about what the host passes. */
const ignoredWords = new Set([
  ...[
    'volatile',
    '__volatile__',
    'register',
    'static',
    'extern',
    'inline',
    'mutable',
    'constexpr',
    'constinit',
    'thread_local',
  ],
  ...['restrict', '__restrict', '__restrict__', '__grid_constant__', '__extension__', 'typename', 'typedef', '_Atomic'],
  ...['struct', 'class', 'union', 'enum', '__device__', '__host__', '__managed__', '__forceinline__', '__inline__'],
  ...['__global', '__private', '__generic', '__read_only', '__write_only', '__read_write'],
]);
const openclWords = new Set(['global', 'private', 'generic', 'read_only', 'write_only', 'read_write']);
/** Reads one list of tokens. */
export class TypeReader {
  #index = 0;
  /** Of the type before the declarators, and so of each of them. */
  #shared = noAttributes;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly scope: Scope,
    private readonly resolver: TypeResolver,
  ) {}

  /** The type that a whole list spells, with an unnamed declarator: a template argument, an alias. */
  static readType(tokens: readonly Token[], scope: Scope, resolver: TypeResolver): ResolvedType {
    const reader = new TypeReader(tokens, scope, resolver);
    const { type, attributes } = reader.declarator(reader.specifiers());
    const { alignment, isPacked } = attributes;
    if (alignment === undefined && !isPacked) return type;
    // Of a type that is there already, compilers ignore `packed`, or do not.
    return alignment === undefined || isPacked
      ? unknownType(type.spelling)
      : alignedType(type, alignment, resolver.model);
  }

  /** What comes before the declarator. */
  specifiers(): ResolvedType {
    const words: string[] = [];
    let isConst = false;
    let isLocal = false;
    let named: ResolvedType | undefined;
    for (;;) {
      const token = this.tokens[this.#index];
      if (token === undefined) break;
      const attributes = this.#attribute(named !== undefined || words.length > 0);
      if (attributes) {
        this.#shared = mergeAttributes(this.#shared, attributes);
        continue;
      }
      // `extern "C"` may stand before a function's type.
      if (token.kind === 'string') {
        this.#index++;
        continue;
      }
      if (token.kind !== 'word' && token.text !== '::') break;
      const { text } = token;
      if (text === 'const' || text === '__const' || this.#isConstantSpace(text)) isConst = true;
      else if (this.#isLocalSpace(text)) isLocal = true;
      else if (typeWords.has(text) && named === undefined) words.push(text);
      else if (!this.#isIgnored(text)) {
        // A second name is what is being declared.
        if (named !== undefined || words.length > 0) break;
        named = this.#namedType();
        continue;
      }
      this.#index++;
    }
    const known = named ?? this.resolver.ofWords(words);
    const type = this.#shared.unknown === undefined ? known : unknownType(known.spelling, whyUnknown(this.#shared));
    return isConst || isLocal ? { ...type, isConst: type.isConst || isConst, isLocal: type.isLocal || isLocal } : type;
  }

  /** The declarator that comes next, on a type read before. Stops at a comma, `=`, `:` or the end. */
  declarator(base: ResolvedType, depth = 0): Declarator {
    let type = base;
    let isPack = false;
    let attributes = this.#shared;
    // Attributes come first: `[[` begins no extent.
    const takeAttribute = (isOfType: boolean): boolean => {
      const found = this.#attribute(isOfType);
      if (found) attributes = mergeAttributes(attributes, found);
      return found !== undefined;
    };
    for (;;) {
      const text = this.#text();
      if (text === '*' || text === '^') type = pointerTo(type);
      else if (text === '&') type = { form: 'reference', to: type, spelling: `${type.spelling}&` };
      else if (text === '...') isPack = true;
      else if (text === 'const' || text === '__const') type = { ...type, isConst: true };
      else if (takeAttribute(type !== base)) continue;
      else if (text === undefined || !(this.#isIgnored(text) || this.#isConstantSpace(text))) break;
      this.#index++;
    }
    const inner = this.#innerDeclarator(depth);
    let name = '';
    if (inner === undefined && this.tokens[this.#index]?.kind === 'word') name = this.tokens[this.#index++]?.text ?? '';
    while (takeAttribute(false));
    type = this.#suffixes(type);
    while (takeAttribute(false));
    if (attributes.unknown !== undefined && type.form !== 'pointer') {
      type = unknownType(type.spelling, whyUnknown(attributes));
    }
    if (inner === undefined) return { name, type, isPack, attributes };
    const within = new TypeReader(inner, this.scope, this.resolver).declarator(type, depth + 1);
    return { ...within, attributes: mergeAttributes(attributes, within.attributes) };
  }

  /** Passes one token if it is this one. */
  take(text: string): boolean {
    if (this.#text() !== text) return false;
    this.#index++;
    return true;
  }

  /** Passes everything up to a comma outside of brackets: an initialiser. */
  skipToComma(): void {
    const [part] = splitAtCommas(this.tokens.slice(this.#index));
    this.#index += part?.length ?? 0;
  }

  get atEnd(): boolean {
    return this.#index >= this.tokens.length;
  }

  /** Where the reader stands, to see whether it got on. */
  get position(): number {
    return this.#index;
  }

  /** The declarator within parentheses, as in `(*x)[4]`; undefined if there is none. */
  #innerDeclarator(depth: number): readonly Token[] | undefined {
    const next = this.tokens[this.#index + 1]?.text;
    if (this.#text() !== '(' || depth > 8 || (next !== '*' && next !== '&' && next !== '^' && next !== '('))
      return undefined;
    const end = endOfGroup(this.tokens, this.#index);
    const inner = this.tokens.slice(this.#index + 1, end - 1);
    this.#index = end;
    return inner;
  }

  /** Array extents and parameter lists behind the name. */
  #suffixes(base: ResolvedType): ResolvedType {
    const extents: (number | undefined)[] = [];
    while (this.#text() === '[' && endOfAttribute(this.tokens, this.#index) === undefined) {
      const end = endOfGroup(this.tokens, this.#index);
      extents.push(this.resolver.extent(this.tokens.slice(this.#index + 1, end - 1), this.scope));
      this.#index = end;
    }
    if (this.#text() === '(') {
      this.#index = endOfGroup(this.tokens, this.#index);
      return { form: 'function', spelling: `${base.spelling}()` };
    }
    return extents.reduceRight<ResolvedType>(
      (of, extent) => ({
        form: 'array',
        of,
        extent,
        spelling: `${of.spelling}[${extent ?? ''}]`,
        isConst: of.isConst === true,
      }),
      base,
    );
  }

  /** A name, qualified and with template arguments, looked up. */
  #namedType(): ResolvedType {
    const start = this.#index;
    const path: string[] = [];
    let lastArguments: readonly Token[][] | undefined;
    const argumentsOf: (readonly Token[][] | undefined)[] = [];
    if (this.take('::')) path.push('');
    for (;;) {
      const token = this.tokens[this.#index];
      if (token?.kind !== 'word') break;
      this.#index++;
      if (token.text === 'template') continue;
      path.push(token.text);
      lastArguments = this.#templateArguments();
      argumentsOf.push(lastArguments);
      if (this.#text() !== '::') break;
      this.#index++;
    }
    // Something got on, or the caller would read the same token for ever.
    if (this.#index === start) this.#index++;
    const spelling = this.resolver.spell(this.tokens.slice(start, this.#index), this.scope);
    if (argumentsOf.slice(0, -1).some((list) => list !== undefined)) {
      return this.resolver.ofMember(path, argumentsOf, this.scope, spelling);
    }
    return this.resolver.ofName(path, lastArguments, this.scope, spelling) ?? unknownType(spelling);
  }

  #templateArguments(): readonly Token[][] | undefined {
    if (this.#text() !== '<') return undefined;
    const end = endOfAngles(this.tokens, this.#index);
    if (end === undefined) return undefined;
    const inner = this.tokens.slice(this.#index + 1, end - 1);
    this.#index = end;
    return inner.length === 0 ? [] : splitAtCommas(inner);
  }

  /**
   * Passes an attribute; undefined if none comes next.
   *
   * @param isOfType - it stands after a type, where `[[...]]` and `alignas` are of that type: compilers ignore them or
   *   not
   */
  #attribute(isOfType: boolean): LayoutAttributes | undefined {
    const end = endOfAttribute(this.tokens, this.#index);
    if (end === undefined) return undefined;
    const tokens = this.tokens.slice(this.#index, end);
    this.#index = end;
    const found = layoutAttributes(tokens, (operand) => this.resolver.alignment(operand, this.scope));
    const isGnu = tokens[0]?.text.startsWith('__') === true;
    if (isGnu || saysNothing(found)) return found;
    const isBracketed = tokens[0]?.text === '[';
    const isContested = isOfType || (isBracketed && this.resolver.model.gnuAttributes === false);
    return isContested ? { unknown: isBracketed ? '[[gnu::...]]' : (tokens[0]?.text ?? '') } : found;
  }

  #isIgnored(text: string): boolean {
    return (
      ignoredWords.has(text) ||
      (this.resolver.isOpencl && openclWords.has(text)) ||
      (this.resolver.isPortable && text === 'GLOBAL')
    );
  }

  #isConstantSpace(text: string): boolean {
    return (
      text === '__constant' ||
      (this.resolver.isOpencl && text === 'constant') ||
      (this.resolver.isPortable && text === 'CONSTANT')
    );
  }

  #isLocalSpace(text: string): boolean {
    if (text === '__local' || (this.resolver.isOpencl && text === 'local')) return true;
    return this.resolver.isPortable && (text === 'LOCAL' || text === 'LOCAL_ARG');
  }

  #text(): string | undefined {
    const token = this.tokens[this.#index];
    return token?.kind === 'string' ? undefined : token?.text;
  }
}
