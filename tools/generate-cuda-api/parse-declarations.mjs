/** The declarations of CUDA's headers: enumerations, structs, type names, functions. No more C than they use. */
import { constantValue } from './constant-value.mjs';

/**
 * @typedef {{ name: string, values: [string, bigint][] }} Enumeration
 * @typedef {{ base: string, isConst?: boolean, pointers: number, name: string, extents: number[], inline?: Record }} Declarator
 * @typedef {{ kind: 'struct' | 'union', name: string, alignment: number, fields: Declarator[] }} Record
 * @typedef {{ symbol: string, parameters: Declarator[] }} FunctionDeclaration
 * @typedef {object} Declarations
 * @property {Map<string, Enumeration>} enumerations - by tag
 * @property {Map<string, Record>} records - by tag
 * @property {Map<string, Declarator>} typeNames - what a `typedef` stands for
 * @property {Map<string, Declarator[]>} callbacks - parameters of the pointers to functions, by name
 * @property {FunctionDeclaration[]} functions
 */

/**
 * @param {readonly string[]} tokens
 * @param {ReadonlyMap<string, string>} macros
 * @param {{ status: string, functions: RegExp, callbacks: RegExp }} [spelling] - the type that functions return, their
 *   names, and those of types of pointers to functions
 * @returns {Declarations}
 */
export function parseDeclarations(tokens, macros, spelling = cudaSpelling) {
  return new Parser(tokens, macros, spelling).parse();
}

const cudaSpelling = { status: 'CUresult', functions: /^cu[A-Z]/, callbacks: /^(?:CU|PFN_cu)/ };

const qualifiers = new Set(['const', 'volatile', 'extern', 'struct', 'union', 'enum', '__restrict', '__extension__']);

class Parser {
  #at = 0;
  #anonymous = 0;
  #values = new Map();

  constructor(tokens, macros, spelling) {
    this.tokens = tokens;
    this.macros = macros;
    this.spelling = spelling;
    this.result = {
      enumerations: new Map(),
      records: new Map(),
      typeNames: new Map(),
      callbacks: new Map(),
      functions: [],
    };
  }

  parse() {
    while (this.#at < this.tokens.length) this.#declaration();
    return this.result;
  }

  #declaration() {
    const start = this.#at;
    const isTypedef = this.#peek() === 'typedef';
    if (isTypedef) this.#at++;
    const statement = this.tokens.slice(this.#at, this.#endOfStatement(this.#at));
    if (!isTypedef && statement.includes(this.spelling.status) && statement.includes('('))
      return this.#function(statement);
    if (isTypedef && statement.includes('(') && !statement.includes('{')) return this.#callback(statement);
    if (['enum', 'struct', 'union'].includes(this.#peek()) || isTypedef) {
      const base = this.#specifier();
      // A declaration that does not end here is a function of another header, or its body.
      while (this.#at < this.tokens.length && ![';', '(', '{'].includes(this.#peek())) {
        const declarator = this.#declarator(base);
        if (isTypedef && declarator.name) this.result.typeNames.set(declarator.name, declarator);
        if (this.#peek() === ',') this.#at++;
      }
    }
    this.#at = this.#endOfStatement(Math.max(this.#at, start)) + 1;
    return undefined;
  }

  // `enum tag {...}`, `struct tag {...}`, or the words of a type. @returns the type's name, or an inline record
  #specifier() {
    const words = [];
    let isConst = false;
    for (;;) {
      const token = this.#peek();
      if (token === 'enum' || token === 'struct' || token === 'union') {
        const record = this.#tagged(token);
        if (record) return record;
        words.push(this.tokens[this.#at - 1]);
      } else if (token === '__attribute__' || token === '_Alignas') this.#skipAttribute();
      else if (qualifiers.has(token)) {
        isConst ||= token === 'const';
        this.#at++;
      } else if (/^[A-Za-z_]/.test(token ?? '') && (words.length === 0 || isTypeWord(token)))
        words.push(this.tokens[this.#at++]);
      else return { base: words.join(' '), isConst };
    }
  }

  #tagged(kind) {
    this.#at++;
    while (this.#peek() === '__attribute__' || this.#peek() === '_Alignas') this.#skipAttribute();
    const tag = this.#peek() === '{' ? `anonymous ${++this.#anonymous}` : this.tokens[this.#at++];
    if (this.#peek() !== '{') return undefined;
    this.#at++;
    if (kind === 'enum') this.result.enumerations.set(tag, { name: tag, values: this.#enumerators() });
    else {
      const record = this.#fields(kind, tag);
      this.result.records.set(tag, record);
      if (tag.startsWith('anonymous')) return { base: tag, inline: record };
    }
    return { base: tag };
  }

  #enumerators() {
    const values = [];
    let next = 0n;
    while (this.#peek() !== '}') {
      const name = this.tokens[this.#at++];
      let value = next;
      if (this.#peek() === '=') {
        const expression = [];
        for (this.#at++; this.#peek() !== ',' && this.#peek() !== '}'; this.#at++) expression.push(this.#peek());
        value = constantValue(expression, (other) => this.#valueOf(other));
        if (value === undefined) throw new Error(`${name} = ${expression.join(' ')} is not a constant`);
      }
      values.push([name, value]);
      this.#values.set(name, value);
      next = value + 1n;
      if (this.#peek() === ',') this.#at++;
    }
    this.#at++;
    return values;
  }

  #fields(kind, name) {
    const fields = [];
    let alignment = 0;
    while (this.#peek() !== '}') {
      if (this.#peek() === '_Alignas') alignment = Math.max(alignment, Number(this.tokens[this.#at + 2]));
      const base = this.#specifier();
      if (this.#peek() === ';') fields.push({ ...base, pointers: 0, name: '', extents: [] });
      while (this.#peek() !== ';') {
        fields.push(this.#declarator(base));
        if (this.#peek() === ',') this.#at++;
      }
      this.#at++;
    }
    this.#at++;
    return { kind, name, alignment, fields };
  }

  #declarator(base) {
    let pointers = 0;
    // A pointer to a function: its name stands in parentheses, and its size is a pointer's.
    if (this.#peek() === '(') {
      const name = this.tokens[this.#at + 2];
      this.#at = this.#closing(this.#closing(this.#at) + 1) + 1;
      return { base: 'void', pointers: 1, name, extents: [] };
    }
    for (; this.#peek() === '*' || qualifiers.has(this.#peek()); this.#at++) if (this.#peek() === '*') pointers++;
    const name = /^[A-Za-z_]/.test(this.#peek() ?? '') ? this.tokens[this.#at++] : '';
    const extents = [];
    while (this.#peek() === '[') {
      const end = this.tokens.indexOf(']', this.#at);
      const expression = this.#withSizes(this.tokens.slice(this.#at + 1, end));
      const extent = expression.length === 0 ? 0n : constantValue(expression, (other) => this.#valueOf(other));
      // Structs of other headers have extents that nobody needs.
      extents.push(extent === undefined ? Number.NaN : Number(extent));
      this.#at = end + 1;
    }
    if (this.#peek() === '__attribute__') this.#skipAttribute();
    return { ...base, pointers, name, extents };
  }

  // `64 - sizeof(int)`: padding is written so.
  #withSizes(tokens) {
    const text = tokens.join(' ');
    return (
      text
        .replace(/sizeof \( ([\w ]+?)( \*)? \)/g, (all, type, star) => (star ? '8' : (this.#sizeOf(type) ?? all)))
        .match(/\S+/g) ?? []
    );
  }

  #sizeOf(type) {
    const { typeNames, enumerations } = this.result;
    return type === 'int' || type === 'unsigned int' || enumerations.has(typeNames.get(type)?.base) ? '4' : undefined;
  }

  #function(statement) {
    const open = statement.indexOf('(', statement.indexOf(this.spelling.status));
    const symbol = statement[open - 1];
    this.#at = this.#endOfStatement(this.#at) + 1;
    if (this.spelling.functions.test(symbol))
      this.result.functions.push({ symbol, parameters: this.#parametersIn(statement, open) });
  }

  #parametersIn(statement, open) {
    const list = new Parser(statement.slice(open + 1, statement.lastIndexOf(')')), this.macros, this.spelling);
    list.#values = this.#values;
    return list.#parameters();
  }

  #parameters() {
    if (this.tokens.length === 0 || (this.tokens.length === 1 && this.tokens[0] === 'void')) return [];
    const parameters = [];
    while (this.#at < this.tokens.length) {
      parameters.push(this.#declarator(this.#specifier()));
      if (this.#peek() === ',') this.#at++;
    }
    return parameters;
  }

  #callback(statement) {
    const star = statement.indexOf('*', statement.indexOf('('));
    const name = statement[star + 1];
    if (this.spelling.callbacks.test(name)) this.result.callbacks.set(name, this.#parametersIn(statement, star + 3));
    this.#at = this.#endOfStatement(this.#at) + 1;
  }

  #valueOf(name) {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const macro = this.macros.get(name);
    return macro !== undefined && /^[\dx()a-fA-F<uUlL ]+$/.test(macro)
      ? constantValue(macro.match(/\w+|\S/g), () => undefined)
      : undefined;
  }

  #skipAttribute() {
    this.#at = this.#closing(this.#at + 1) + 1;
  }

  #closing(open) {
    for (let at = open, depth = 0; at < this.tokens.length; at++) {
      if (this.tokens[at] === '(') depth++;
      if (this.tokens[at] === ')' && --depth === 0) return at;
    }
    throw new Error('a parenthesis is not closed');
  }

  #endOfStatement(from) {
    let depth = 0;
    let at = from;
    for (; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token === '{' || token === '(') depth++;
      if (token === '}' || token === ')') depth--;
      if (token === ';' && depth <= 0) break;
    }
    return at;
  }

  #peek() {
    return this.tokens[this.#at];
  }
}

// After the first word only these go on with the type; any other begins the declarator.
function isTypeWord(word) {
  return ['unsigned', 'signed', 'int', 'long', 'short', 'char', 'double'].includes(word);
}
