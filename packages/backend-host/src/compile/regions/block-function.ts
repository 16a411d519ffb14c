/**
 * A kernel with barriers as a function that executes a whole block: a loop over the block's threads for each region
 * between two barriers, which the compiler vectorizes, instead of a fiber for each thread. The method is that of
 * MCUDA (Stratton, Stone, Hwu, "MCUDA: An Efficient Implementation of CUDA Kernels for Multi-core CPUs", 2008) and of
 * PoCL (Jääskeläinen et al., "pocl: A Performance-Portable OpenCL Implementation", 2015).
 *
 * The kernel stays as it is; the function is written after it. A kernel that is not understood keeps its fibers.
 * Misunderstood code does not compile: in a region, a thread's variables have their own names, and everything else is a
 * constant, like a lambda's copies. Outside of regions there are no variables of threads.
 */
import { tokensOf, type Token } from '../tokens';
import { mayBeKept, mayKeepAddresses } from './addresses';
import { textOf, type Range } from './declaration';
import {
  constantText,
  declarationText,
  firstToken,
  isScalarText,
  isTrivialText,
  startText,
  storedType,
} from './declared-text';
import type { Expressions } from './expressions';
import { isMember } from './expressions';
import type { KernelDefinition } from './kernel-definition';
import { lambdaBodies } from './lambdas';
import { parametersOf } from './parameters';
import { declaredNames, PieceList, rangeOf, type Piece, type Region } from './pieces';
import { rawText, type Source } from './source-text';
import { isBarrier, lookUp, NotUnderstood, StatementParser, type Variable } from './statements';
import { VariableKinds } from './variable-kinds';

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
  /** Those whose addresses may be kept. */
  readonly #addressed = new Set<Variable>();
  /** Parameters with members. */
  readonly #objects: ReadonlySet<string>;
  readonly #lambdas: readonly Range[];
  /** Those that live from one region to another, by their numbers. */
  readonly #stored = new Map<Variable, number>();

  constructor(source: Source, kernel: KernelDefinition, expressions: Expressions) {
    this.#source = source;
    this.#kernel = kernel;
    const parameters = parametersOf(source.tokens, kernel.parameters);
    this.#objects = new Set(parameters.filter(({ mayBeClass }) => mayBeClass).map(({ name }) => name));
    this.#lambdas = lambdaBodies(source.tokens, kernel.body);
    const parser = new StatementParser(
      source.tokens,
      parameters.map(({ name }) => name),
    );
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
    if ([...this.#stored.keys()].some(mayKeepAddresses))
      for (const variable of this.#addressed)
        if (!this.#stored.has(variable)) this.#stored.set(variable, this.#stored.size);
  }

  text(): string {
    const { template, parameters, name } = this.#kernel;
    const firstRegion = this.#pieces.findIndex(({ kind }) => kind !== 'uniform' && kind !== 'text');
    const split = firstRegion < 0 ? this.#pieces.length : firstRegion;
    return [
      `${textOf(this.#source.tokens, template)} HEDDLE_BLOCK_FUNCTION(${blockFunctionName(name)})(${this.#raw(parameters)}) {`,
      `HEDDLE_BLOCK_BEGIN${this.#isEarly ? ' HEDDLE_BLOCK_ENDINGS' : ''}`,
      ...this.#pieces.slice(0, split).map((piece) => this.#piece(piece)),
      ...this.#storage(this.#pieces.slice(split)),
      ...this.#pieces.slice(split).map((piece) => this.#piece(piece)),
      '}',
    ].join('\n');
  }

  // Whether threads may return while others go on to a barrier.
  #endsEarly(): boolean {
    const { tokens } = this.#source;
    const [first, end] = this.#kernel.body;
    const last = this.#pieces.at(-1);
    const start = last?.kind === 'region' ? Math.min(...last.items.map(firstTokenOf)) : end;
    let isEarly = false;
    for (let at = first; at < end; at++) {
      if (tokens[at]?.text !== 'return' || this.#isInLambda(at)) continue;
      if (tokens[at + 1]?.text !== ';') throw new NotUnderstood();
      isEarly ||= at < start;
    }
    return isEarly;
  }

  #noteNames(region: Region): void {
    for (const item of region.items) {
      if ('scope' in item) this.#noteName(item, region);
      const [first, end] = rangeOf(item);
      const changed = 'scope' in item ? item : this.#named(first, region);
      const keeps = changed !== undefined && mayKeepAddresses(changed);
      for (let at = first; at < end; at++) {
        const variable = this.#named(at, region);
        if (!variable) continue;
        this.#noteName(variable, region);
        if (mayBeKept(this.#source.tokens, at, variable, keeps) && !this.#kinds.isComputed(variable))
          this.#addressed.add(variable);
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
    // A recomputed variable needs its inputs.
    if (!this.#kinds.isComputed(variable)) return;
    const [first, end] = rangeOf(variable);
    for (let at = first; at < end; at++) {
      const input = this.#named(at, region);
      if (input) this.#noteName(input, region);
    }
  }

  #storage(behind: readonly Piece[]): string[] {
    const later = new Set(behind.flatMap((piece) => this.#namesFrom(piece)));
    const lines = [...this.#stored].map(([variable, number]) => {
      const type = storedType(variable, `heddle_region_type_${number}`);
      // In front of what they mean a type's words mean nothing, or something else.
      if (tokensOf(type).some(({ text }) => later.has(text))) throw new NotUnderstood();
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
      ...(fill.length > 0 ? [`${this.#regionHead()} ${fill.join(' ')} HEDDLE_REGION_END`] : []),
    ];
  }

  // Names that a piece declares and that a type may use.
  #namesFrom(piece: Piece): readonly string[] {
    if (piece.kind === 'uniform') return [piece.variable.name];
    return piece.kind === 'text' ? declaredNames(this.#source.tokens, piece.range) : [];
  }

  #piece(piece: Piece): string {
    switch (piece.kind) {
      case 'region':
        return this.#region(piece);
      case 'uniform':
        return `${declarationText(this.#source, piece.variable)};${isScalarText(piece.variable)}`;
      case 'text':
        return `${this.#line(piece.range[0])}${this.#raw(piece.range)}`;
      case 'loop': {
        const { initial, condition, step, isBehind } = piece.loop;
        if (isBehind) return 'do {';
        const begin = initial ? this.#raw(initial.range) : ';';
        const variables = initial?.kind === 'declaration' ? initial.variables : [];
        return `for (${begin} ${this.#raw(condition)}; ${this.#raw(step)}) {${variables.map(isScalarText).join('')}`;
      }
      case 'branch':
        return `${this.#raw(piece.head)}${this.#raw(piece.condition)}) {`;
      case 'else':
        return 'else {';
      case 'block':
        return '{';
      case 'end':
        return '}';
      case 'end of loop':
        return `} while (${this.#raw(piece.condition)});`;
    }
  }

  #region(region: Region): string {
    const own = new Set(region.items.filter((item) => 'scope' in item));
    const named = [...this.#regions].filter(([variable, regions]) => regions.has(region) && !own.has(variable));
    const inOrder = named.map(([variable]) => variable).sort((a, b) => firstToken(a) - firstToken(b));
    return [
      this.#regionHead(),
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

  // Pointers may lead into an object, so a region uses the object itself, not a copy.
  #regionHead(): string {
    const objects = this.#parameters.filter(({ name }) => this.#objects.has(name));
    const kept = objects.filter((one) => this.#kinds.isUniform(one)).map(({ name }) => name);
    return `HEDDLE_REGION(${kept.map((name) => `, &${name} = heddle_unchanged(${name})`).join('')})`;
  }

  // The meaning of a name in a region that does not declare it.
  #binding(variable: Variable): string {
    const number = this.#stored.get(variable);
    if (number !== undefined)
      return `heddle_region_type_${number} &${variable.name} = heddle_region_store_${number}[heddle_region_rank];`;
    return `${constantText(this.#source, variable)};`;
  }

  #declared(variable: Variable): string {
    const source = this.#source;
    const number = this.#stored.get(variable);
    const initializer = rangeOf(variable);
    const line = initializer[1] > 0 ? this.#line(initializer[0]) : '';
    if (number === undefined) {
      return this.#kinds.isComputed(variable)
        ? `${line}${constantText(source, variable)};${isScalarText(variable)}`
        : `${line}${declarationText(source, variable)};${isTrivialText(variable)}`;
    }
    return `${line}${this.#binding(variable)} ${startText(source, variable, `heddle_region_type_${number}`)}`;
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
    return this.#source.tokens
      .slice(first, end)
      .filter(({ text }, at) => text === 'return' && !this.#isInLambda(first + at));
  }

  // Whose `return` is none of the kernel's.
  #isInLambda(at: number): boolean {
    return this.#lambdas.some(([first, end]) => at >= first && at < end);
  }

  #raw(range: Range): string {
    return rawText(this.#source, range);
  }

  #line(at: number): string {
    return this.#source.lines.directive(this.#source.tokens[at]?.start ?? 0);
  }
}

function firstTokenOf(item: Range | Variable): number {
  return 'scope' in item ? firstToken(item) : item[0];
}

export function holdsBarrier(tokens: readonly Token[], [first, end]: Range): boolean {
  for (let at = first; at < end; at++) if (isBarrier(tokens, at)) return true;
  return false;
}
