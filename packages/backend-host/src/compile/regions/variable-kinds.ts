/**
 * Classifies a kernel's variables for a block that runs as a sequence of loops over its threads.
 *
 * A `uniform` variable has the same value for all threads and exists once. A `computed` variable follows from the
 * thread's index and is recomputed at each use, so that the compiler sees its value. Each thread has its own copy of
 * all `others`.
 */
import type { Token } from '../tokens';
import type { Range } from './declaration';
import { isChanged, isMember, type Expressions } from './expressions';
import {
  lookUp,
  NotUnderstood,
  type Declared,
  type Loop,
  type Plain,
  type Scope,
  type Statement,
  type Variable,
} from './statements';

interface Assignment {
  readonly variable: Variable;
  /** The expression of its value, besides itself in `+=`. */
  readonly value: Range;
  /** Those of the same statement, which is executed once for all threads or by each. */
  readonly others?: readonly Variable[];
  readonly scope: Scope;
}

export class VariableKinds {
  readonly #tokens: readonly Token[];
  readonly #expressions: Expressions;
  readonly #declared: Declared[] = [];
  /** Those that are nothing but statements or parts of a loop's head, which all threads reach together. */
  readonly #assignments = new Map<Variable, Assignment[]>();
  readonly #changedElsewhere = new Set<Variable>();
  readonly #uniform: Set<Variable>;
  readonly #computed: Set<Variable>;

  /** @throws NotUnderstood if a loop or branch around a barrier is not known to be the same for all threads */
  constructor(tokens: readonly Token[], expressions: Expressions, outer: Scope, body: readonly Statement[]) {
    this.#tokens = tokens;
    this.#expressions = expressions;
    this.#collect(body);
    this.#uniform = this.#uniformAmong(new Set([...outer.variables.values(), ...this.#declaredVariables()]));
    this.#computed = this.#computedAmong(new Set(this.#declaredVariables()));
    this.#checkHeads(body);
  }

  isUniform(variable: Variable): boolean {
    return this.#uniform.has(variable);
  }

  isComputed(variable: Variable): boolean {
    return this.#computed.has(variable);
  }

  /** Whether a statement changes nothing but uniform variables, so that it is executed once. */
  isUniformStatement(statement: Plain): boolean {
    const assignments = this.#assignmentsIn(statement.range, statement.scope);
    return assignments?.every(({ variable }) => this.#uniform.has(variable)) ?? false;
  }

  #declaredVariables(): Variable[] {
    return this.#declared.flatMap(({ variables }) => variables);
  }

  #collect(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.kind === 'block') this.#collect(statement.body);
      if (statement.kind === 'declaration' || statement.kind === 'plain') this.#collectSimple(statement);
      if (statement.kind === 'branch') {
        this.#noteChanges(statement.condition, statement.scope);
        this.#collect(statement.then);
        this.#collect(statement.otherwise);
      }
      if (statement.kind === 'loop') this.#collectLoop(statement);
    }
  }

  #collectLoop({ scope, initial, condition, step, body }: Loop): void {
    if (initial) this.#collectSimple(initial);
    this.#noteChanges(condition, scope);
    this.#collectSimple({ kind: 'plain', range: step, scope });
    this.#collect(body);
  }

  #collectSimple(statement: Declared | Plain): void {
    if (statement.kind === 'declaration') {
      this.#declared.push(statement);
      for (const { initializer, pointer } of statement.declaration.declarators) {
        if (!initializer) continue;
        this.#noteChanges([initializer[0] + 1, initializer[1]], statement.scope);
        // `int &r = n;`
        const named = pointer.includes('&') ? lookUp(statement.scope, this.#text(initializer[0] + 1)) : undefined;
        if (named && !statement.declaration.isConst && this.#text(initializer[0] + 2) !== '[')
          this.#changedElsewhere.add(named);
      }
      return;
    }
    const assignments = this.#assignmentsIn(statement.range, statement.scope);
    if (!assignments) return this.#noteChanges(statement.range, statement.scope);
    const others = assignments.map(({ variable }) => variable);
    for (const assignment of assignments) {
      const { variable } = assignment;
      this.#assignments.set(variable, [...(this.#assignments.get(variable) ?? []), { ...assignment, others }]);
    }
  }

  #noteChanges(range: Range, scope: Scope): void {
    const [first, end] = range;
    for (const [from, to] of this.#expressions.changedBetween(this.#tokens, range))
      for (let at = from; at < to; at++) {
        const variable = isMember(this.#tokens, at) ? undefined : lookUp(scope, this.#text(at));
        if (variable) this.#changedElsewhere.add(variable);
      }
    for (let at = first; at < end; at++) {
      const variable = isMember(this.#tokens, at) ? undefined : lookUp(scope, this.#text(at));
      if (variable && isChanged(this.#tokens, at)) this.#changedElsewhere.add(variable);
    }
  }

  // `k += 4, p++`: undefined if there is anything else.
  #assignmentsIn([first, end]: Range, scope: Scope): readonly Assignment[] | undefined {
    const assignments: Assignment[] = [];
    let at = first;
    while (at < end) {
      let stop = at;
      for (let depth = 0; stop < end; stop++) {
        const text = this.#text(stop);
        if (/^[([{]$/.test(text)) depth++;
        if (/^[)\]}]$/.test(text)) depth--;
        if (depth === 0 && (text === ',' || text === ';')) break;
      }
      const assignment = this.#assignmentAt(at, stop, scope);
      if (!assignment) return undefined;
      assignments.push(assignment);
      at = stop + 1;
    }
    return assignments;
  }

  #assignmentAt(first: number, end: number, scope: Scope): Assignment | undefined {
    const isPrefix = /^(?:\+\+|--)$/.test(this.#text(first));
    const at = isPrefix ? first + 1 : first;
    const variable = lookUp(scope, this.#text(at));
    if (!variable) return undefined;
    const operator = this.#text(isPrefix ? first : at + 1);
    if (operator === '++' || operator === '--')
      return end === first + 2 ? { variable, value: [end, end], scope } : undefined;
    if (isPrefix || !/^(?:=|<<=|>>=|[-+*/%&|^]=)$/.test(operator)) return undefined;
    for (let inner = at + 2; inner < end; inner++) if (isChanged(this.#tokens, inner)) return undefined;
    if (this.#expressions.changedBetween(this.#tokens, [at + 2, end]).length > 0) return undefined;
    return { variable, value: [at + 2, end], scope };
  }

  #uniformAmong(candidates: Set<Variable>): Set<Variable> {
    const allowed = { threadIndex: false, variable: (one: Variable) => candidates.has(one) };
    const consists = (range: Range, scope: Scope): boolean =>
      this.#expressions.consistsOf(allowed, this.#tokens, range, scope);
    const stays = (variable: Variable): boolean => {
      const assignments = this.#assignments.get(variable) ?? [];
      const isSame = ({ value, scope, others = [] }: Assignment): boolean =>
        consists(value, scope) && others.every((other) => candidates.has(other));
      if (this.#changedElsewhere.has(variable) || !assignments.every(isSame)) return false;
      if (!variable.declared) return true;
      const value = initialValue(variable);
      return this.#isScalar(variable) && (value ? consists(value, variable.scope) : assignments.length > 0);
    };
    return greatestSubset(candidates, stays);
  }

  #computedAmong(candidates: Set<Variable>): Set<Variable> {
    const allowed = {
      threadIndex: true,
      variable: (one: Variable) => candidates.has(one) || (this.#uniform.has(one) && !this.#assignments.has(one)),
    };
    return greatestSubset(candidates, (variable) => {
      const value = initialValue(variable);
      if (this.#uniform.has(variable) || this.#changedElsewhere.has(variable) || this.#assignments.has(variable))
        return false;
      return (
        this.#isScalar(variable) &&
        !!value &&
        this.#expressions.consistsOf(allowed, this.#tokens, value, variable.scope)
      );
    });
  }

  // The effects of a class's constructors are not known.
  #isScalar({ declared }: Variable): boolean {
    const declarator = declared?.declaration.declarators[declared.index];
    if (!declared || declarator?.extents !== '' || declarator.pointer.includes('&')) return false;
    const value = initialValue({ declared });
    const isIndex = /^(?:threadIdx|block(?:Idx|Dim)|gridDim)$/;
    // `auto tid = threadIdx;`
    if (value && value[1] === value[0] + 1 && isIndex.test(this.#text(value[0]))) return false;
    return declarator.pointer.includes('*') || !this.#expressions.isClass(declared.declaration.type);
  }

  #checkHeads(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.kind === 'block') this.#checkHeads(statement.body);
      if (statement.kind === 'branch') {
        this.#checkCondition(statement.condition, statement.scope);
        this.#checkHeads(statement.then);
        this.#checkHeads(statement.otherwise);
      }
      if (statement.kind !== 'loop') continue;
      const { scope, initial, condition, step, body } = statement;
      const isUniform = (simple: Declared | Plain): boolean =>
        simple.kind === 'plain'
          ? this.isUniformStatement(simple)
          : simple.variables.every((variable) => this.#uniform.has(variable));
      if (initial && !isUniform(initial)) throw new NotUnderstood();
      if (!isUniform({ kind: 'plain', range: step, scope })) throw new NotUnderstood();
      this.#checkCondition(condition, scope);
      this.#checkHeads(body);
    }
  }

  #checkCondition(range: Range, scope: Scope): void {
    const allowed = { threadIndex: false, variable: (one: Variable) => this.#uniform.has(one) };
    if (!this.#expressions.consistsOf(allowed, this.#tokens, range, scope)) throw new NotUnderstood();
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }
}

// `stays` asks whether a member may stay while the others are members.
function greatestSubset(candidates: Set<Variable>, stays: (variable: Variable) => boolean): Set<Variable> {
  for (let before = -1; before !== candidates.size;) {
    before = candidates.size;
    for (const variable of [...candidates]) if (!stays(variable)) candidates.delete(variable);
  }
  return candidates;
}

// Without its sign; undefined for none, and for a list in braces.
function initialValue({ declared }: Pick<Variable, 'declared'>): Range | undefined {
  const declarator = declared?.declaration.declarators[declared.index];
  const range = declarator?.initializer;
  return range && declarator.sign !== '{'
    ? [range[0] + 1, declarator.sign === '(' ? range[1] - 1 : range[1]]
    : undefined;
}
