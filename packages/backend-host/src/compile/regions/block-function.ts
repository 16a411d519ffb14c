/**
 * A kernel with barriers as a function that executes a whole block: a loop over the block's threads for each region
 * between two barriers, which the compiler makes vectors of, instead of a fiber for each thread. The method is that of
 * MCUDA (Stratton, Stone, Hwu, "MCUDA: An Efficient Implementation of CUDA Kernels for Multi-core CPUs", 2008) and of
 * PoCL (Jääskeläinen et al., "pocl: A Performance-Portable OpenCL Implementation", 2015).
 *
 * The kernel stays as it is; the function is written behind it. What is not understood keeps its fibers. And nothing
 * that was misunderstood compiles: in a region a thread's variables are names of its own, and everything else is a
 * constant, as a lambda's copies are; outside of regions there are no variables of threads.
 */
import { closing, type Token } from '../tokens';
import { textOf, type Range } from './declaration';
import type { Expressions } from './expressions';
import { isMember } from './expressions';
import type { KernelDefinition } from './kernel-definition';
import { PieceList, rangeOf, type Piece, type Region } from './pieces';
import type { SourceLines } from './source-lines';
import { isBarrier, lookUp, NotUnderstood, StatementParser, type Variable } from './statements';
import { VariableKinds } from './variable-kinds';

export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lines: SourceLines;
}

/** The name of the function that executes a block of a kernel. */
export function blockFunctionName(kernel: string): string {
  return `heddle_region_block_${kernel}`;
}

/** @throws NotUnderstood */
export function blockFunction(source: Source, kernel: KernelDefinition, expressions: Expressions): string {
  return new BlockFunction(source, kernel, expressions).text();
}

class BlockFunction {
  readonly #source: Source;
  readonly #kernel: KernelDefinition;
  readonly #pieces: readonly Piece[];
  readonly #kinds: VariableKinds;
  readonly #parameters: readonly Variable[];
  readonly #isEarly: boolean;
  /** The regions in which each variable of the threads' own is named. */
  readonly #regions = new Map<Variable, Set<Region>>();
  /** Those that live from one region to another, by their numbers. */
  readonly #stored = new Map<Variable, number>();

  constructor(source: Source, kernel: KernelDefinition, expressions: Expressions) {
    this.#source = source;
    this.#kernel = kernel;
    const names = parameterNames(source.tokens, kernel.parameters);
    const parser = new StatementParser(source.tokens, names);
    const body = parser.parse(kernel.body);
    const outer = parser.scope.parent;
    if (!outer) throw new NotUnderstood();
    this.#parameters = [...outer.variables.values()];
    this.#kinds = new VariableKinds(source.tokens, expressions, outer, body);
    this.#pieces = new PieceList(source.tokens, this.#kinds, body).pieces;
    this.#isEarly = this.#endsEarly();
    for (const piece of this.#pieces) if (piece.kind === 'region') this.#noteNames(piece);
    for (const [variable, regions] of this.#regions)
      if (!variable.declared || (!this.#kinds.isComputed(variable) && regions.size > 1))
        this.#stored.set(variable, this.#stored.size);
  }

  text(): string {
    const { template, parameters, name } = this.#kernel;
    const firstRegion = this.#pieces.findIndex(({ kind }) => kind !== 'uniform' && kind !== 'text');
    const split = firstRegion < 0 ? this.#pieces.length : firstRegion;
    return [
      `${textOf(this.#source.tokens, template)} HEDDLE_BLOCK_FUNCTION(${blockFunctionName(name)})(${this.#raw(parameters)}) {`,
      `HEDDLE_BLOCK_BEGIN${this.#isEarly ? ' HEDDLE_BLOCK_ENDINGS' : ''}`,
      ...this.#pieces.slice(0, split).map((piece) => this.#piece(piece)),
      ...this.#storage(),
      ...this.#pieces.slice(split).map((piece) => this.#piece(piece)),
      '}',
    ].join('\n');
  }

  // Whether threads may return while others go on to a barrier.
  #endsEarly(): boolean {
    const { tokens } = this.#source;
    const [first, end] = this.#kernel.body;
    const last = this.#pieces.at(-1);
    const start = last?.kind === 'region' ? Math.min(...last.items.map((item) => rangeOf(item)[0])) : end;
    let isEarly = false;
    for (let at = first; at < end; at++) {
      if (tokens[at]?.text !== 'return') continue;
      // A lambda's.
      if (tokens[at + 1]?.text !== ';') throw new NotUnderstood();
      isEarly ||= at < start;
    }
    return isEarly;
  }

  #noteNames(region: Region): void {
    for (const item of region.items) {
      if ('scope' in item) this.#noteName(item, region);
      const [first, end] = rangeOf(item);
      for (let at = first; at < end; at++) {
        const variable = this.#named(at, region);
        if (variable) this.#noteName(variable, region);
      }
    }
  }

  // The variable of the threads' own that a token names.
  #named(at: number, region: Region): Variable | undefined {
    const { tokens } = this.#source;
    const variable = isMember(tokens, at) ? undefined : lookUp(region.scope, tokens[at]?.text ?? '');
    if (!variable) return undefined;
    // Before its declaration a name means something else.
    const declared = variable.declared?.declaration.first ?? -1;
    if (at < declared) throw new NotUnderstood();
    return this.#kinds.isUniform(variable) ? undefined : variable;
  }

  #noteName(variable: Variable, region: Region): void {
    const regions = this.#regions.get(variable) ?? new Set();
    if (regions.has(region)) return;
    this.#regions.set(variable, regions.add(region));
    // What is computed again needs what it is computed from.
    if (!this.#kinds.isComputed(variable)) return;
    const [first, end] = rangeOf(variable);
    for (let at = first; at < end; at++) {
      const input = this.#named(at, region);
      if (input) this.#noteName(input, region);
    }
  }

  #storage(): string[] {
    const lines = [...this.#stored].map(([variable, number]) => {
      const type = storedType(variable, `heddle_region_type_${number}`);
      return `typedef ${type}; HEDDLE_STORAGE(heddle_region_type_${number}, heddle_region_store_${number})`;
    });
    if (lines.length === 0) return [];
    const sizes = [...this.#stored.values()].map((number) => `sizeof(heddle_region_type_${number})`);
    // A parameter that threads change: each has its own.
    const fill = this.#parameters.flatMap((parameter) => {
      const number = this.#stored.get(parameter);
      return number === undefined ? [] : [`heddle_region_store_${number}[heddle_region_rank] = ${parameter.name};`];
    });
    return [
      ...lines,
      `HEDDLE_STORAGE_LIMIT(${sizes.join(' + ')})`,
      ...(fill.length > 0 ? [`HEDDLE_REGION ${fill.join(' ')} HEDDLE_REGION_END`] : []),
    ];
  }

  #piece(piece: Piece): string {
    switch (piece.kind) {
      case 'region':
        return this.#region(piece);
      case 'uniform':
        return `${declarationText(this.#source.tokens, piece.variable)};`;
      case 'text':
        return `${this.#line(piece.range[0])}${this.#raw(piece.range)}`;
      case 'loop': {
        const { initial, condition, step } = piece.loop;
        const begin = initial ? this.#raw(initial.range) : ';';
        const goesOn = this.#raw(condition) || 'true';
        return `for (${begin} ${this.#isEarly ? `(${goesOn}) && HEDDLE_SOME_LEFT` : goesOn}; ${this.#raw(step)}) {`;
      }
      case 'branch':
        return `if (${this.#raw(piece.condition)}) {`;
      case 'else':
        return 'else {';
      case 'block':
        return '{';
      case 'end':
        return '}';
    }
  }

  #region(region: Region): string {
    const own = new Set(region.items.filter((item) => 'scope' in item));
    const named = [...this.#regions].filter(([variable, regions]) => regions.has(region) && !own.has(variable));
    const inOrder = named.map(([variable]) => variable).sort((a, b) => firstToken(a) - firstToken(b));
    return [
      'HEDDLE_REGION',
      ...inOrder.map((variable) => this.#binding(variable)),
      ...region.items.map((item) =>
        'scope' in item ? this.#declared(item) : `${this.#line(item[0])}${this.#statementText(item)}`,
      ),
      this.#isEarly ? 'HEDDLE_REGION_OF_THOSE_LEFT_END' : 'HEDDLE_REGION_END',
      this.#isEarly && region.items.some((item) => this.#returns(rangeOf(item)).length > 0)
        ? 'HEDDLE_COUNT_THOSE_LEFT'
        : '',
    ].join('\n');
  }

  // What a name stands for in a region that does not declare it.
  #binding(variable: Variable): string {
    const number = this.#stored.get(variable);
    if (number !== undefined)
      return `heddle_region_type_${number} &${variable.name} = heddle_region_store_${number}[heddle_region_rank];`;
    return `${constantText(this.#source.tokens, variable)};`;
  }

  #declared(variable: Variable): string {
    const { tokens } = this.#source;
    const number = this.#stored.get(variable);
    const initializer = rangeOf(variable);
    const line = initializer[1] > 0 ? this.#line(initializer[0]) : '';
    if (number === undefined) {
      const isComputed = this.#kinds.isComputed(variable);
      return `${line}${isComputed ? constantText(tokens, variable) : declarationText(tokens, variable)};`;
    }
    const binding = this.#binding(variable);
    if (initializer[1] === 0) return binding;
    const value = `heddle_region_type_${number} heddle_region_value ${textOf(tokens, initializer)};`;
    return `${line}${binding} { ${value} HEDDLE_STORE(${variable.name}, heddle_region_value) }`;
  }

  // With the returns of threads that others do not wait for.
  #statementText([first, end]: Range): string {
    const raw = this.#raw([first, end]);
    if (!this.#isEarly) return raw;
    const { tokens } = this.#source;
    const start = tokens[first]?.start ?? 0;
    return this.#returns([first, end]).reduceRight(
      (text, token) => `${text.slice(0, token.start - start)}HEDDLE_RETURN${text.slice(token.start - start + 6)}`,
      raw,
    );
  }

  #returns([first, end]: Range): Token[] {
    return this.#source.tokens.slice(first, end).filter(({ text }) => text === 'return');
  }

  #raw([first, end]: Range): string {
    const { text, tokens } = this.#source;
    const last = tokens[end - 1];
    return last && end > first ? text.slice(tokens[first]?.start, last.start + last.text.length) : '';
  }

  #line(at: number): string {
    return this.#source.lines.directive(this.#source.tokens[at]?.start ?? 0);
  }
}

function declaratorOf({ declared }: Variable) {
  const declarator = declared?.declaration.declarators[declared.index];
  if (!declared || !declarator) throw new NotUnderstood();
  return { ...declared.declaration, ...declarator };
}

function firstToken({ declared }: Variable): number {
  return declared ? declared.declaration.first + declared.index / 1000 : -1;
}

function declarationText(tokens: readonly Token[], variable: Variable): string {
  const { isConst, isConstexpr, type, pointer, name, extents, initializer } = declaratorOf(variable);
  const words = isConstexpr ? 'constexpr ' : isConst ? 'const ' : '';
  return `${words}${type} ${pointer} ${name}${extents} ${initializer ? textOf(tokens, initializer) : ''}`;
}

// `const int x = …`, `const float *const p = …`: nothing in the region can change it.
function constantText(tokens: readonly Token[], variable: Variable): string {
  const { isConst, type, pointer, name, initializer } = declaratorOf(variable);
  const value = initializer ? textOf(tokens, initializer) : '';
  if (pointer === '') return `const ${type} ${name} ${value}`;
  return `${isConst ? 'const ' : ''}${type} ${changeable(pointer)} const ${name} ${value}`;
}

// A `typedef` without its word.
function storedType(variable: Variable, name: string): string {
  if (!variable.declared) return `__typeof__(${variable.name}) ${name}`;
  const { isConst, type, pointer, extents } = declaratorOf(variable);
  if (/\bauto\b/.test(type) || pointer.includes('&')) throw new NotUnderstood();
  return `${isConst && pointer !== '' ? 'const ' : ''}${type} ${changeable(pointer)} ${name}${extents}`;
}

// `* const` -> `*`
function changeable(pointer: string): string {
  return pointer.replace(/\bconst\b(?![^]*\*)/g, '').trim();
}

function parameterNames(tokens: readonly Token[], [first, end]: Range): string[] {
  const names: string[] = [];
  let start = first;
  let depth = 0;
  for (let at = first; at <= end; at++) {
    const text = tokens[at]?.text ?? '';
    if (at < end && (text === '(' || text === '[')) at = closing(tokens, at);
    else if (text === '<') depth++;
    else if (text === '>') depth--;
    if (at < end && (text !== ',' || depth > 0)) continue;
    const words = tokens.slice(start, at);
    const dynamic = words.findIndex((one) => one.text === 'DYNAMIC_SHARED_PARAMETER');
    const parameter = dynamic < 0 ? words : words.slice(0, dynamic);
    const value = parameter.findIndex((one) => one.text === '=' || one.text === '[');
    const name = (value < 0 ? parameter : parameter.slice(0, value)).at(-1)?.text;
    if (name !== undefined && /^[A-Za-z_]\w*$/.test(name) && parameter.length > 1) names.push(name);
    start = at + 1;
  }
  return names;
}

export function holdsBarrier(tokens: readonly Token[], [first, end]: Range): boolean {
  for (let at = first; at < end; at++) if (isBarrier(tokens, at)) return true;
  return false;
}
