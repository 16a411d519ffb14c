/** From the names of types to what a kernel receives: typedefs, templates, structs, constants. */
import { spell } from './brackets';
import { Budget } from './budget';
import { builtinTypes, complexFacts, typeOfWords, type BuiltinTypes } from './builtin-types';
import { evaluate } from './constant-expression';
import type { DataModel } from './data-model';
import { PackingStack } from './packing';
import { unknownType, type ResolvedType } from './resolved-type';
import type { Scope, StructDeclaration, TypeDeclaration, ValueDeclaration } from './scope';
import type { SourceLanguage } from './signature';
import { structType, type StructInstance } from './struct-type';
import { boundScope } from './template-header';
import { TypeReader } from './type-reader';
import { typeNameOf } from './type-name';
import type { Token } from './tokenizer';

/** Namespaces whose integer types are C's, and whose `complex` is a complex number. */
const standardNamespaces = new Set(['', 'std', 'cuda::std', 'hip::std', 'thrust', 'pycuda', 'sycl', 'nvcuda']);

/** How deep definitions may refer to one another before they count as endless. */
const maximumDepth = 40;

/** Lists of template arguments, as tokens. */
export type TemplateArguments = readonly (readonly Token[])[];

export class TypeResolver {
  readonly isOpencl: boolean;
  readonly isPortable: boolean;
  /** What has been found out about each struct, by its template arguments. */
  readonly structs = new Map<StructDeclaration, Map<string, StructInstance>>();
  /** The `#pragma pack` in force. */
  readonly packing = new PackingStack();
  readonly #builtins: BuiltinTypes;
  #budget = new Budget(0);
  #depth = 0;

  constructor(
    readonly language: SourceLanguage,
    readonly model: DataModel,
  ) {
    this.isOpencl = language === 'opencl';
    this.isPortable = language === 'portable';
    this.#builtins = builtinTypes(language, model);
    this.renew();
  }

  /** Grants the work of one more question from outside. */
  renew(): void {
    this.#budget = new Budget(500_000);
  }

  /** The type that C's own words spell; without any, `int` was meant or a macro stands there: unknown. */
  ofWords(words: readonly string[]): ResolvedType {
    const spelling = words.join(' ');
    const facts = words.length === 0 ? undefined : typeOfWords(words, this.model);
    if (facts === 'void') return { form: 'void', spelling };
    return facts ? { form: 'value', spelling, facts } : unknownType(spelling);
  }

  /** The type of a name; undefined for one that nobody declared. */
  ofName(
    path: readonly string[],
    templateArguments: TemplateArguments | undefined,
    scope: Scope,
    spelling: string,
  ): ResolvedType | undefined {
    return this.#bounded(() => {
      const declaration = scope.findType(path) ?? this.findMember(path, [], scope);
      if (!declaration) return this.#builtin(path, templateArguments, scope, spelling);
      const declared = this.#ofDeclaration(declaration, templateArguments ?? [], scope, spelling);
      if (!declared || path.length > 1) return declared;
      const builtin = this.#builtin(path, templateArguments, scope, spelling);
      return builtin && isMadeOf(declared, builtin) ? builtin : declared;
    });
  }

  /** The type of a member of a template: `traits<float>::type`. */
  ofMember(
    path: readonly string[],
    argumentsOf: readonly (TemplateArguments | undefined)[],
    scope: Scope,
    spelling: string,
  ): ResolvedType {
    const templated = argumentsOf.findIndex((list) => list !== undefined);
    // With a leading `::` the path is one longer than the list of its arguments.
    const end = templated + 1 + (path.length - argumentsOf.length);
    const found = this.#bounded(() => {
      const declaration = scope.findType(path.slice(0, end));
      if (declaration?.form !== 'struct') return undefined;
      const members = structType(declaration, argumentsOf[templated] ?? [], scope, spelling, this).members;
      return members && this.ofName(path.slice(end), argumentsOf.at(-1), members, spelling);
    });
    return found ?? unknownType(spelling);
  }

  /**
   * The declaration of a member type, `Config::type`, of a class that was seen; undefined if there is none.
   *
   * @param lists - the template arguments of each name of the path
   */
  findMember(
    path: readonly string[],
    lists: readonly (TemplateArguments | undefined)[],
    scope: Scope,
  ): TypeDeclaration | undefined {
    for (let end = path.length - 1; end > 0 && path[end - 1] !== ''; end--) {
      const members = this.#membersOf(path.slice(0, end), lists[end - 1] ?? [], scope);
      if (!members) continue;
      const [name, ...rest] = path.slice(end);
      const found = name === undefined ? undefined : members.types.get(name);
      return rest.length === 0 ? found : this.findMember(path.slice(end), lists.slice(end), members);
    }
    return undefined;
  }

  /** The scope of a class by its name, or by another name for it. */
  #membersOf(path: readonly string[], list: TemplateArguments, scope: Scope): Scope | undefined {
    return this.#bounded(() => {
      const declaration = scope.findType(path) ?? this.findMember(path, [], scope);
      if (declaration?.form === 'struct') {
        return structType(declaration, list, scope, path.join('::'), this).members;
      }
      if (declaration?.form !== 'alias' && declaration?.form !== 'argument') return undefined;
      if (declaration.form === 'alias' && declaration.templateParameters.length > 0) return undefined;
      const name = typeNameOf(declaration.tokens);
      return name && this.#membersOf(name.path, name.lists.at(-1) ?? [], declaration.scope);
    });
  }

  /** An array's extent; undefined if it is missing or unknown. */
  extent(tokens: readonly Token[], scope: Scope): number | undefined {
    const value = this.valueOf(tokens, scope);
    return value !== undefined && value >= 0n && value <= 2n ** 31n ? Number(value) : undefined;
  }

  /** What `alignas(...)` asks for: a number of bytes, or the alignment of a type. Undefined if unknown. */
  alignment(tokens: readonly Token[], scope: Scope): number | undefined {
    const value = this.valueOf(tokens, scope);
    if (value === undefined) {
      const type = TypeReader.readType(tokens, scope, this);
      return type.form === 'value' ? type.facts.alignment : type.form === 'pointer' ? 8 : undefined;
    }
    const isPowerOfTwo = value > 0n && value <= 4096n && (value & (value - 1n)) === 0n;
    return isPowerOfTwo ? Number(value) : undefined;
  }

  /** The value of an integer constant expression. */
  valueOf(tokens: readonly Token[], scope: Scope): bigint | undefined {
    return this.#bounded(() =>
      evaluate(tokens, {
        valueOf: (name) => this.#valueOfName(name, scope),
        sizeOf: (operand) => this.#sizeOf(operand, scope),
      }),
    );
  }

  /** Tokens as text, template parameters replaced by what they stand for. */
  spell(tokens: readonly Token[], scope: Scope): string {
    const replaced = tokens.flatMap((token) => {
      const declaration = token.kind === 'word' ? scope.findType([token.text]) : undefined;
      return declaration?.form === 'argument' ? declaration.tokens : [token];
    });
    return spell(replaced);
  }

  /** A template argument in a form that is the same for all its spellings. */
  canonicalArgument(tokens: readonly Token[], scope: Scope): string {
    const value = this.valueOf(tokens, scope);
    return value === undefined ? canonicalName(TypeReader.readType(tokens, scope, this)) : String(value);
  }

  #ofDeclaration(
    declaration: TypeDeclaration,
    templateArguments: TemplateArguments,
    scope: Scope,
    spelling: string,
  ): ResolvedType | undefined {
    switch (declaration.form) {
      case 'resolved':
        return { ...declaration.type, spelling };
      case 'argument':
        return TypeReader.readType(declaration.tokens, declaration.scope, this);
      case 'struct':
        return structType(declaration, templateArguments, scope, spelling, this).type;
      case 'alias': {
        const { templateParameters, tokens } = declaration;
        const inner =
          templateParameters.length === 0
            ? declaration.scope
            : boundScope(templateParameters, templateArguments, scope, declaration.scope);
        return inner && { ...TypeReader.readType(tokens, inner, this), spelling };
      }
    }
  }

  #builtin(
    path: readonly string[],
    templateArguments: TemplateArguments | undefined,
    scope: Scope,
    spelling: string,
  ): ResolvedType | undefined {
    const name = path.at(-1) ?? '';
    const qualifiers = path.slice(0, -1).filter((part) => part !== '');
    if (!standardNamespaces.has(qualifiers.join('::'))) return undefined;
    const first = templateArguments?.[0];
    if (first === undefined) {
      const facts = this.#builtins.get(name);
      return facts && { form: 'value', spelling, facts };
    }
    if (name !== 'complex') return undefined;
    const element = TypeReader.readType(first, scope, this);
    const isHost = this.language === 'c' || this.language === 'c++';
    const library = qualifiers.length > 0 ? [...qualifiers, name].join('::') : isHost ? 'std::complex' : 'complex';
    const facts = complexFacts(library, element.form === 'value' ? element.facts.dtype : undefined);
    return facts && { form: 'value', spelling: `${path.join('::')}<${element.spelling}>`, facts };
  }

  #valueOfName(name: readonly Token[], scope: Scope): bigint | undefined {
    if (name.some(({ text }) => text === '<')) return undefined;
    const path = name.filter(({ text }) => text !== '::').map(({ text }) => text);
    if (name[0]?.text === '::') path.unshift('');
    const declaration = scope.findValue(path);
    return declaration && this.#valueOfDeclaration(declaration);
  }

  #valueOfDeclaration(declaration: ValueDeclaration): bigint | undefined {
    return 'tokens' in declaration ? this.valueOf(declaration.tokens, declaration.scope) : declaration.value;
  }

  #sizeOf(operand: readonly Token[], scope: Scope): bigint | undefined {
    const size = byteLengthOf(TypeReader.readType(operand, scope, this));
    return size === undefined ? undefined : BigInt(size);
  }

  /** Runs a step of a resolution unless it has gone too deep or on for too long. */
  #bounded<Result>(step: () => Result | undefined): Result | undefined {
    if (this.#depth >= maximumDepth || !this.#budget.spend()) return undefined;
    this.#depth++;
    try {
      return step();
    } finally {
      this.#depth--;
    }
  }
}

/**
 * True for a type that a vendor's header defines by another: `__half` is a struct of an integer there, and
 * `cuFloatComplex` a `float2`. Callers pass the number that it stands for.
 */
function isMadeOf(declared: ResolvedType, builtin: ResolvedType): boolean {
  if (declared.form !== 'value' || builtin.form !== 'value') return false;
  const { kind, byteLength } = declared.facts;
  const isNumber = builtin.facts.kind === 'scalar' || builtin.facts.kind === 'vector';
  return isNumber && kind !== 'scalar' && kind !== builtin.facts.kind && byteLength === builtin.facts.byteLength;
}

/** Bytes of a type passed by value or held in a struct; undefined if unknown. */
export function byteLengthOf(type: ResolvedType): number | undefined {
  switch (type.form) {
    case 'value':
      return type.facts.byteLength;
    case 'pointer':
    case 'reference':
    case 'function':
      return 8;
    case 'array': {
      const element = byteLengthOf(type.of);
      return element === undefined || type.extent === undefined ? undefined : element * type.extent;
    }
    case 'void':
      return undefined;
  }
}

function canonicalName(type: ResolvedType): string {
  switch (type.form) {
    case 'pointer':
    case 'reference':
      return `${type.isConst ? 'const ' : ''}${canonicalName(type.to)}*`;
    case 'value': {
      const { kind, dtype, lanes } = type.facts;
      const isNumeric = dtype !== undefined && (kind === 'scalar' || kind === 'vector');
      const name = isNumeric ? `${dtype}x${lanes ?? 1}` : type.spelling;
      return `${type.isConst ? 'const ' : ''}${name}`;
    }
    default:
      return type.spelling;
  }
}
