/** A kernel's body in the order in which a block executes it: regions between barriers, and what stands around them. */
import type { Token } from '../tokens';
import type { Range } from './declaration';
import type { Declared, Loop, Plain, Scope, Statement, Variable } from './statements';
import type { VariableKinds } from './variable-kinds';

/** The code that all threads complete before any of them continues. */
export interface Region {
  readonly kind: 'region';
  readonly scope: Scope;
  readonly items: (Range | Variable)[];
}

export type Piece =
  | Region
  /** A uniform variable's declaration. */
  | { readonly kind: 'uniform'; readonly variable: Variable }
  /** Executed once, as it is written. */
  | { readonly kind: 'text'; readonly range: Range }
  /** Around the pieces up to its end. */
  | { readonly kind: 'loop'; readonly loop: Loop }
  | { readonly kind: 'branch'; readonly head: Range; readonly condition: Range }
  | { readonly kind: 'else' | 'block' | 'end' }
  /** `} while (…);` */
  | { readonly kind: 'end of loop'; readonly condition: Range };

export class PieceList {
  readonly pieces: Piece[] = [];
  readonly #tokens: readonly Token[];
  readonly #kinds: VariableKinds;
  #open: Region | undefined;

  constructor(tokens: readonly Token[], kinds: VariableKinds, body: readonly Statement[]) {
    this.#tokens = tokens;
    this.#kinds = kinds;
    this.#addAll(body);
  }

  #addAll(statements: readonly Statement[]): void {
    for (const statement of statements) this.#add(statement);
    this.#open = undefined;
  }

  #add(statement: Statement): void {
    switch (statement.kind) {
      case 'barrier':
        this.#open = undefined;
        return;
      case 'kept':
        return this.#before({ kind: 'text', range: statement.range }, declaredNames(this.#tokens, statement.range));
      case 'jump':
        this.#open = undefined;
        return void this.pieces.push({ kind: 'text', range: statement.range });
      case 'plain':
        return this.#addPlain(statement);
      case 'declaration':
        return this.#addDeclared(statement);
      case 'block':
        return this.#enclose({ kind: 'block' }, statement.body);
      case 'loop':
        return this.#enclose(
          { kind: 'loop', loop: statement },
          statement.body,
          statement.isBehind ? { kind: 'end of loop', condition: statement.condition } : { kind: 'end' },
        );
      case 'branch':
        this.#enclose({ kind: 'branch', head: statement.head, condition: statement.condition }, statement.then);
        if (statement.otherwise.length > 0) this.#enclose({ kind: 'else' }, statement.otherwise);
    }
  }

  #addPlain(statement: Plain): void {
    const [first, end] = statement.range;
    if (end === first + 1) return; // `;`
    if (!this.#kinds.isUniformStatement(statement))
      return void this.#region(statement.scope).items.push(statement.range);
    this.#open = undefined;
    this.pieces.push({ kind: 'text', range: statement.range });
  }

  #addDeclared({ scope, variables }: Declared): void {
    for (const variable of variables) {
      if (this.#kinds.isUniform(variable)) this.#before({ kind: 'uniform', variable }, [variable.name]);
      else this.#region(scope).items.push(variable);
    }
  }

  #region(scope: Scope): Region {
    if (!this.#open) {
      this.#open = { kind: 'region', scope, items: [] };
      this.pieces.push(this.#open);
    }
    return this.#open;
  }

  // Moves a declaration in front of its region, so that the region stays whole. Not if the region uses its name for
  // something else, or may skip it: its divisor may be 0 then.
  #before(piece: Piece, names: readonly string[]): void {
    const mayFail = piece.kind === 'uniform' && this.#divides(piece.variable);
    if (mayFail || names.some((name) => this.#mentions(name))) this.#open = undefined;
    if (this.#open) this.pieces.splice(-1, 0, piece);
    else this.pieces.push(piece);
  }

  #divides(variable: Variable): boolean {
    const [first, end] = rangeOf(variable);
    const isByOther = ({ text }: Token, at: number): boolean =>
      /^[/%]$/.test(text) && !/^(?:[1-9]|blockDim$|gridDim$)/.test(this.#tokens[first + at + 1]?.text ?? '');
    return this.#tokens.slice(first, end).some(isByOther);
  }

  #mentions(name: string): boolean {
    const ranges = this.#open?.items.map((item) => rangeOf(item)) ?? [];
    return ranges.some(([first, end]) => this.#tokens.slice(first, end).some(({ text }) => text === name));
  }

  #enclose(head: Piece, body: readonly Statement[], end: Piece = { kind: 'end' }): void {
    this.#open = undefined;
    this.pieces.push(head);
    this.#addAll(body);
    this.pieces.push(end);
  }
}

/** What a declaration of shared memory or of a type may give a name to. */
export function declaredNames(tokens: readonly Token[], [first, end]: Range): readonly string[] {
  const isName = ({ text }: Token, at: number): boolean =>
    /^[A-Za-z_]/.test(text) &&
    (/^[;,=[]$/.test(tokens[first + at + 1]?.text ?? '') || tokens[first + at - 1]?.text === 'using');
  return tokens
    .slice(first, end)
    .filter(isName)
    .map(({ text }) => text);
}

/** The tokens in which an item of a region names variables; for a declaration, those of its initializer. */
export function rangeOf(item: Range | Variable): Range {
  if (!('scope' in item)) return item;
  return item.declared?.declaration.declarators[item.declared.index]?.initializer ?? [0, 0];
}
