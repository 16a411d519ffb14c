/** Reads symbols of the Itanium C++ ABI, which nvcc, NVRTC, hipcc, hiprtc and g++ give to kernels. */
import { builtinCodes, longBuiltinCodes, standardCodes } from './builtin-codes';
import { spellArguments, spellType } from './spell-type';
import { NotUnderstood, SymbolText } from './symbol-text';
import { TreeSizes } from './tree-size';
import { expandPack } from './type-pack';
import { asParameter, qualified, referenceTo, type ArgumentNode, type NamePart, type TypeNode } from './type-tree';

/** What a symbol says of its function. */
export interface SymbolName {
  readonly symbol: string;
  /** Without unnamed namespaces. */
  readonly path: readonly NamePart[];
  /** Undefined for a name with C linkage, which does not tell them. */
  readonly parameters: readonly TypeNode[] | undefined;
}

/** The name in a symbol. One that is not mangled is its own name; undefined for what is beyond this reader. */
export function readSymbol(symbol: string): SymbolName | undefined {
  if (!symbol.startsWith('_Z')) return { symbol, path: [{ name: symbol }], parameters: undefined };
  try {
    return new SymbolReader(symbol).read();
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

// Real names do not nest deeper.
const maximumDepth = 100;
/** Nor do they have more parts. */
const maximumSize = 10_000;

class SymbolReader {
  readonly #text: SymbolText;
  /** What `S0_` stands for: a type, or a prefix of a name, as the type of that name. */
  readonly #substitutions: TypeNode[] = [];
  /** The template arguments that `T_` means, which are those of the function's own name. */
  #arguments: readonly ArgumentNode[] = [];
  readonly #sizes = new TreeSizes();
  #depth = 0;

  constructor(symbol: string) {
    this.#text = new SymbolText(symbol);
  }

  read(): SymbolName {
    const found = this.#encoding();
    // What compilers append to copies of a function: `.constprop.0`.
    if (!this.#text.atEnd && !/^[.$]/.test(this.#text.peek())) throw new NotUnderstood(this.#text.text);
    return { symbol: this.#text.text, ...found };
  }

  #encoding(): Pick<SymbolName, 'path' | 'parameters'> {
    this.#text.expect('_Z');
    const path = this.#name();
    const own = path.at(-1)?.arguments;
    this.#arguments = own ?? [];
    // Templates say what they return.
    if (own !== undefined) this.#type();
    return { path, parameters: this.#parameters() };
  }

  #parameters(): readonly TypeNode[] {
    const list: TypeNode[] = [];
    while (!this.#text.atEnd && !/^[.$EQ]/.test(this.#text.peek())) list.push(...expandPack(this.#type()));
    const [only] = list;
    return list.length === 1 && only?.form === 'builtin' && only.name === 'void' ? [] : list.map(asParameter);
  }

  /** @throws NotUnderstood for a name that depends on a template's parameter */
  #name(): readonly NamePart[] {
    const type = this.#namedType();
    if (type.form !== 'named') throw new NotUnderstood('a dependent name');
    return type.path;
  }

  #namedType(): TypeNode {
    const text = this.#text;
    if (text.take('N')) return this.#nested();
    if (text.peek() === 'Z') throw new NotUnderstood('a local name');
    const isStandard = text.take('St');
    const name: TypeNode = { form: 'named', path: [...(isStandard ? [{ name: 'std' }] : []), ...this.#unqualified()] };
    return text.peek() === 'I' ? this.#appliedTo(this.#remember(name)) : name;
  }

  /** `N` has been passed: everything up to `E`. */
  #nested(): TypeNode {
    const text = this.#text;
    text.match(/[rVK]*[RO]?/y);
    let prefix: TypeNode | undefined;
    while (!text.take('E')) prefix = this.#step(prefix);
    if (prefix === undefined) throw new NotUnderstood('an empty name');
    return prefix;
  }

  #step(prefix: TypeNode | undefined): TypeNode {
    const text = this.#text;
    if (text.take('St')) return { form: 'named', path: [{ name: 'std' }] };
    if (text.peek() === 'S') return this.#substitution();
    if (text.peek() === 'T') {
      const { type } = this.#templateParameter();
      return this.#remember({ form: 'unknown', text: spellType(type) });
    }
    const next = text.peek() === 'I' ? this.#appliedTo(prefix) : member(prefix, this.#unqualified());
    // The whole name is not a prefix of another one.
    return text.peek() === 'E' ? next : this.#remember(next);
  }

  #appliedTo(prefix: TypeNode | undefined): TypeNode {
    const list = this.#templateArguments();
    if (prefix?.form === 'unknown') return { ...prefix, text: `${prefix.text}<${spellArguments(list)}>` };
    if (prefix?.form !== 'named') throw new NotUnderstood('template arguments of something else than a name');
    return { form: 'named', path: withArguments(prefix.path, list) };
  }

  /** One name; none for an unnamed namespace. */
  #unqualified(): readonly NamePart[] {
    const text = this.#text;
    text.match(/L(?=\d)/y);
    if (!/^\d/.test(text.peek())) throw new NotUnderstood('an operator or a local class');
    const name = text.sourceName();
    while (text.take('B')) text.sourceName();
    return name.startsWith('_GLOBAL__N_') ? [] : [{ name }];
  }

  #templateArguments(): readonly ArgumentNode[] {
    this.#text.expect('I');
    const list: ArgumentNode[] = [];
    while (!this.#text.take('E')) list.push(this.#argument());
    return list;
  }

  #argument(): ArgumentNode {
    const text = this.#text;
    if (text.take('J')) {
      const list: ArgumentNode[] = [];
      while (!text.take('E')) list.push(this.#argument());
      return { kind: 'pack', list };
    }
    if (text.take('X')) return this.#expression();
    if (text.peek() === 'L') return this.#literal();
    const type = this.#type();
    if (type.form !== 'pack') return { kind: 'type', type };
    return { kind: 'pack', list: type.list.map((each) => ({ kind: 'type', type: each })) };
  }

  /** `Li7E`, `L_Z4dev1iE` */
  #literal(): ArgumentNode {
    const text = this.#text;
    text.expect('L');
    if (text.peek(2) === '_Z') return this.#entity();
    const type = this.#type();
    const negative = text.take('n');
    const digits = text.match(/\d+/y);
    if (digits === '' || !text.take('E')) throw new NotUnderstood('a literal that is not an integer');
    return { kind: 'value', value: negative ? -BigInt(digits) : BigInt(digits), type };
  }

  /** After `L`, up to its `E`. */
  #entity(): ArgumentNode {
    const outer = this.#arguments;
    const { path } = this.#encoding();
    this.#arguments = outer;
    this.#text.expect('E');
    return { kind: 'entity', path };
  }

  /** After `X`: only the address of a function or variable is understood. */
  #expression(): ArgumentNode {
    const text = this.#text;
    if (!text.take('ad')) throw new NotUnderstood('an expression');
    const found = this.#literal();
    text.expect('E');
    return found;
  }

  #type(): TypeNode {
    if (++this.#depth > maximumDepth) throw new NotUnderstood('a type that is nested too deep');
    try {
      return this.#typeHere();
    } finally {
      this.#depth--;
    }
  }

  #typeHere(): TypeNode {
    const text = this.#text;
    const long = longBuiltinCodes[text.peek(2)];
    if (long !== undefined && text.take(text.peek(2))) return { form: 'builtin', name: long };
    const code = text.peek();
    const name = Object.hasOwn(builtinCodes, code) ? builtinCodes[code] : undefined;
    if (name !== undefined && text.take(code)) return { form: 'builtin', name };
    if (code === 'S' && text.peek(2) !== 'St') return this.#substitutedType();
    if (text.take('DF16_')) return { form: 'builtin', name: '_Float16' };
    if (text.take('DF16b')) return { form: 'builtin', name: '__bf16' };
    // A pack expansion is not a type of its own.
    if (text.take('Dp')) return { form: 'pack', list: expandPack(this.#type()) };
    if (text.take('u')) return this.#remember({ form: 'builtin', name: text.sourceName() });
    const compound = this.#compound();
    return compound.isNew ? this.#remember(compound.type) : compound.type;
  }

  #compound(): { readonly type: TypeNode; readonly isNew: boolean } {
    const text = this.#text;
    const made = (type: TypeNode) => ({ type, isNew: true });
    const qualifiers = text.match(/r?V?K?(?=[^E])/y);
    if (qualifiers !== '') {
      const of = this.#type();
      const type = qualified(of, qualifiers.includes('K'), qualifiers.includes('V'));
      return { type, isNew: true };
    }
    if (text.take('P')) return made({ form: 'pointer', of: this.#type() });
    if (text.take('R')) return made(referenceTo(this.#type(), 'reference'));
    if (text.take('O')) return made(referenceTo(this.#type(), 'rvalue'));
    if (text.take('A')) return made(this.#array());
    if (text.take('F')) return made(this.#function());
    if (text.take('M')) {
      const inside = this.#type();
      return made({ form: 'member', in: inside, of: this.#type() });
    }
    if (text.peek() === 'T') return this.#templateParameter();
    // In an address space of its own, as OpenCL's pointers have: `U3AS1f`.
    if (text.take('U')) {
      text.sourceName();
      return made(this.#type());
    }
    return made(this.#namedType());
  }

  #array(): TypeNode {
    const text = this.#text;
    const extent = text.peek() === 'T' ? this.#extentParameter() : text.match(/\d*/y);
    text.expect('_');
    return { form: 'array', extent: extent === '' ? undefined : BigInt(extent), of: this.#type() };
  }

  #extentParameter(): string {
    this.#text.expect('T');
    const argument = this.#arguments[this.#text.sequence(/\d*/y, 10)];
    if (argument?.kind !== 'value') throw new NotUnderstood('an extent that is not a number');
    return String(argument.value);
  }

  #function(): TypeNode {
    const text = this.#text;
    text.take('Y');
    const returns = this.#type();
    const parameters: TypeNode[] = [];
    let isVariadic = false;
    while (!text.take('E')) {
      if (text.take('z')) isVariadic = true;
      else parameters.push(...expandPack(this.#type()));
    }
    const [only] = parameters;
    const isEmpty = parameters.length === 1 && only?.form === 'builtin' && only.name === 'void';
    return { form: 'function', returns, parameters: isEmpty ? [] : parameters.map(asParameter), isVariadic };
  }

  /** `T_`, and `T_IiE` of a template parameter that is a template. */
  #templateParameter(): { readonly type: TypeNode; readonly isNew: boolean } {
    const text = this.#text;
    text.expect('T');
    const index = text.sequence(/\d*/y, 10);
    const type = asType(this.#arguments[index]);
    if (text.peek() !== 'I') return { type, isNew: true };
    this.#remember(type);
    return { type: this.#appliedTo(type), isNew: true };
  }

  /** A substitution as a type: with template arguments it is a new one. */
  #substitutedType(): TypeNode {
    const type = this.#substitution();
    return this.#text.peek() === 'I' ? this.#remember(this.#appliedTo(type)) : type;
  }

  #substitution(): TypeNode {
    const text = this.#text;
    text.expect('S');
    const standard = standardCodes[text.peek()];
    if (standard !== undefined && text.take(text.peek())) {
      return { form: 'named', path: [{ name: 'std' }, { name: standard }] };
    }
    const found = this.#substitutions[text.sequence(/[0-9A-Z]*/y, 36)];
    if (!found) throw new NotUnderstood('a substitution of nothing');
    return found;
  }

  /** @throws NotUnderstood for a type that doubles with each substitution, which no real one does */
  #remember(type: TypeNode): TypeNode {
    if (this.#sizes.of(type) > maximumSize) throw new NotUnderstood('a type of too many parts');
    this.#substitutions.push(type);
    return type;
  }
}

function withArguments(path: readonly NamePart[], list: readonly ArgumentNode[]): readonly NamePart[] {
  const last = path.at(-1);
  return last ? [...path.slice(0, -1), { name: last.name, arguments: list }] : path;
}

function member(prefix: TypeNode | undefined, name: readonly NamePart[]): TypeNode {
  if (prefix === undefined) return { form: 'named', path: name };
  // What a class has as `type` is seen in its definition alone.
  if (prefix.form === 'unknown') return { ...prefix, text: [prefix.text, ...name.map((part) => part.name)].join('::') };
  if (prefix.form !== 'named') throw new NotUnderstood('a member of something else than a class');
  return { form: 'named', path: [...prefix.path, ...name] };
}

function asType(argument: ArgumentNode | undefined): TypeNode {
  if (argument?.kind === 'type') return argument.type;
  if (argument?.kind === 'pack') return { form: 'pack', list: argument.list.map(asType) };
  return { form: 'unknown', text: 'auto' };
}
