/**
 * Parses an expression by precedence climbing (Pratt, 1973), for both spellings at once.
 *
 * Nothing is ever run from the text: the tree holds parameters, literals, operators and a fixed list of functions.
 */
import {
  functionArity,
  type ArithmeticOperator,
  type ComparisonLink,
  type ComparisonOperator,
  type Expression,
  type ExpressionValue,
  type FunctionName,
  type Node,
  type Syntax,
} from './syntax-tree';
import { syntaxError, syntaxOf, tokensOf, type Token } from './tokens';

/** What an infix operator is; a higher level binds tighter. */
type Infix =
  | { readonly kind: 'logical'; readonly operator: 'and' | 'or' }
  | { readonly kind: 'comparison'; readonly operator: ComparisonOperator }
  | { readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator };

const conditionalLevel = 1;
const notLevel = 4;
const comparisonLevel = 5;
const unaryLevel = 20;
const powerLevel = 21;

const arithmeticLevels: Readonly<Record<Syntax, Readonly<Record<ArithmeticOperator, number>>>> = {
  // In Python bit operators bind tighter than comparisons, in JavaScript looser.
  python: { '|': 8, '^': 9, '&': 10, ...arithmeticAndShifts() },
  javascript: { '|': 4.2, '^': 4.3, '&': 4.4, ...arithmeticAndShifts() },
};

function arithmeticAndShifts() {
  return { '<<': 12, '>>': 12, '+': 14, '-': 14, '*': 16, '/': 16, '//': 16, '%': 16, '**': powerLevel } as const;
}

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=', '===', '!==', 'in']);

const constants: Readonly<Record<string, ExpressionValue>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
  undefined: null,
};

const reserved = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'lambda', 'for', 'new', 'typeof', 'function']);

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Deeper nesting than anyone writes; keeps a hostile text from exhausting the stack. */
const maximumDepth = 200;

/**
 * Parses an expression in Python's or JavaScript's syntax.
 *
 * @param syntax - the language whose rules apply if they differ. Default: guessed from the text, else Python
 * @throws HeddleError `ARGUMENT` with a mark under the place that cannot be read
 */
export function parseExpression(text: string, syntax?: Syntax): Expression {
  const tokens = tokensOf(text);
  const rules = syntax ?? syntaxOf(tokens);
  return { text, syntax: rules, root: new Parser(text, tokens, rules).whole() };
}

class Parser {
  private position = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private readonly syntax: Syntax,
  ) {}

  whole(): Node {
    const root = this.expression(0);
    if (this.current.kind !== 'end') throw this.unexpected();
    if (root.kind === 'list') throw syntaxError(this.text, 0, 'a list is not a value');
    return root;
  }

  private expression(level: number): Node {
    if (++this.depth > maximumDepth) throw syntaxError(this.text, this.current.at, 'it is nested too deeply');
    let left = this.prefix();
    for (;;) {
      const next = this.continued(left, level);
      if (!next) break;
      left = next;
    }
    this.depth--;
    return left;
  }

  /** The left operand with one more operator applied, or undefined if the next token binds no tighter than asked. */
  private continued(left: Node, level: number): Node | undefined {
    if (level <= conditionalLevel && (this.is('?') || this.is('if'))) return this.conditional(left);
    const infix = this.infix();
    if (!infix) return undefined;
    const own = this.levelOf(infix);
    if (own <= level) return undefined;
    if (infix.kind === 'comparison') return this.comparison(left);
    this.advance();
    // Powers associate to the right, and their exponent may have a sign.
    const right = this.expression(infix.operator === '**' ? unaryLevel - 1 : own);
    return { ...infix, left, right };
  }

  private conditional(left: Node): Node {
    if (this.take('?')) {
      const then = this.expression(0);
      this.expect(':');
      return { kind: 'conditional', test: left, then, otherwise: this.expression(conditionalLevel - 1) };
    }
    this.expect('if');
    const test = this.expression(conditionalLevel);
    this.expect('else');
    return { kind: 'conditional', test, then: left, otherwise: this.expression(conditionalLevel - 1) };
  }

  // A chain, in both syntaxes: in JavaScript `a < b < c` would compare a boolean, which nobody means.
  private comparison(first: Node): Node {
    const links: ComparisonLink[] = [];
    for (let infix = this.infix(); infix?.kind === 'comparison'; infix = this.infix()) {
      this.advance();
      if (infix.operator === 'not in') this.advance();
      const right = this.expression(comparisonLevel);
      if (isMembership(infix.operator) !== (right.kind === 'list')) {
        const problem = isMembership(infix.operator) ? '"in" needs a list' : 'a list can only follow "in"';
        throw syntaxError(this.text, this.current.at, problem);
      }
      links.push({ operator: infix.operator, right });
      if (right.kind === 'list' && this.infix()?.kind === 'comparison') {
        const problem = 'what follows would be compared with the list';
        throw syntaxError(this.text, this.current.at, problem, 'Put "x in [...]" in parentheses.');
      }
    }
    return { kind: 'comparison', first, links };
  }

  private prefix(): Node {
    const token = this.advance();
    if (token.kind === 'number') return { kind: 'literal', value: this.number(token) };
    if (token.kind === 'string') return { kind: 'literal', value: this.string(token) };
    if (token.text === 'not') return { kind: 'unary', operator: 'not', operand: this.expression(notLevel - 1) };
    if (token.text === '!') return { kind: 'unary', operator: 'not', operand: this.expression(unaryLevel - 1) };
    if (token.text === '-' || token.text === '+' || token.text === '~') {
      return { kind: 'unary', operator: token.text, operand: this.expression(unaryLevel - 1) };
    }
    if (token.text === '(') return this.parenthesised();
    if (token.text === '[') return this.included({ kind: 'list', items: this.items(']') });
    if (token.kind === 'name' && !reserved.has(token.text)) return this.named(token);
    this.position--;
    throw this.unexpected();
  }

  private number({ text, at }: Token): number {
    // Python refuses it; in JavaScript it is octal.
    if (/^0[\d_]*[1-9]\d*$/.test(text)) throw syntaxError(this.text, at, 'a number does not begin with 0');
    return Number(text.replaceAll('_', ''));
  }

  // Only the escapes that mean the same in both languages.
  private string({ text, at }: Token): string {
    return text.slice(1, -1).replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(.))/g, (whole, ...codes: string[]) => {
      const [byte, unit, escaped = ''] = codes;
      const code = byte ?? unit;
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
      const meant = escapes[escaped];
      if (meant === undefined) {
        throw syntaxError(this.text, at, `${whole} has no meaning in a string`, String.raw`A backslash is written \\.`);
      }
      return meant;
    });
  }

  private parenthesised(): Node {
    const items = this.items(')');
    const only = items[0];
    const isTuple = items.length !== 1 || this.tokens[this.position - 2]?.text === ',';
    return only === undefined || isTuple ? this.included({ kind: 'list', items }) : only;
  }

  /** JavaScript's `[1, 2].includes(x)`, which is `x in [1, 2]`. */
  private included(list: Node): Node {
    if (!this.take('.')) return list;
    this.expect('includes');
    this.expect('(');
    const operand = this.expression(0);
    this.expect(')');
    return { kind: 'comparison', first: operand, links: [{ operator: 'in', right: list }] };
  }

  private items(close: string): Node[] {
    const items: Node[] = [];
    while (!this.take(close)) {
      items.push(this.expression(0));
      if (!this.is(close)) this.expect(',');
    }
    return items;
  }

  private named(token: Token): Node {
    if (Object.hasOwn(constants, token.text)) return { kind: 'literal', value: constants[token.text] ?? null };
    let callee = token;
    if ((token.text === 'Math' || token.text === 'math') && this.take('.')) {
      callee = this.advance();
      if (!this.is('(')) {
        if (callee.text === 'PI' || callee.text === 'pi') return { kind: 'literal', value: Math.PI };
        throw syntaxError(this.text, callee.at, `${token.text}.${callee.text} is not known`);
      }
    }
    if (!this.take('(')) return { kind: 'name', name: token.text };
    return this.call(callee, this.items(')'));
  }

  private call(token: Token, written: readonly Node[]): Node {
    if (!Object.hasOwn(functionArity, token.text)) {
      const known = Object.keys(functionArity).join(', ');
      throw syntaxError(this.text, token.at, `there is no function ${token.text}`, `The functions are ${known}.`);
    }
    const callee = token.text as FunctionName;
    const [least, most] = functionArity[callee];
    // min([a, b]) is Python's other way to write min(a, b).
    const list = written.length === 1 ? written[0] : undefined;
    const operands = list?.kind === 'list' && most === Infinity ? list.items : written;
    if (operands.length < least || operands.length > most || operands.some(({ kind }) => kind === 'list')) {
      throw syntaxError(
        this.text,
        token.at,
        `${callee} takes ${least === most ? least : `at least ${least}`} value(s)`,
      );
    }
    return { kind: 'call', callee, operands };
  }

  private infix(): Infix | undefined {
    const { kind, text } = this.current;
    if (kind !== 'operator' && kind !== 'name') return undefined;
    if (text === 'and' || text === '&&') return { kind: 'logical', operator: 'and' };
    if (text === 'or' || text === '||') return { kind: 'logical', operator: 'or' };
    if (text === 'not' && this.tokens[this.position + 1]?.text === 'in')
      return { kind: 'comparison', operator: 'not in' };
    if (comparisons.has(text)) return { kind: 'comparison', operator: text as ComparisonOperator };
    if (Object.hasOwn(arithmeticLevels.python, text))
      return { kind: 'arithmetic', operator: text as ArithmeticOperator };
    return undefined;
  }

  private levelOf(infix: Infix): number {
    if (infix.kind === 'logical') return infix.operator === 'or' ? 2 : 3;
    return infix.kind === 'comparison' ? comparisonLevel : arithmeticLevels[this.syntax][infix.operator];
  }

  private get current(): Token {
    const token = this.tokens[this.position];
    if (!token) throw syntaxError(this.text, this.text.length, 'it ends too early');
    return token;
  }

  private advance(): Token {
    const token = this.current;
    if (token.kind === 'end') throw syntaxError(this.text, token.at, 'it ends too early');
    this.position++;
    return token;
  }

  private is(text: string): boolean {
    return this.current.text === text && this.current.kind !== 'string';
  }

  private take(text: string): boolean {
    const found = this.is(text);
    if (found) this.position++;
    return found;
  }

  private expect(text: string): void {
    if (!this.take(text)) {
      const found = this.current.kind === 'end' ? 'the end' : JSON.stringify(this.current.text);
      throw syntaxError(this.text, this.current.at, `${JSON.stringify(text)} is expected, not ${found}`);
    }
  }

  private unexpected(): Error {
    return syntaxError(this.text, this.current.at, `${JSON.stringify(this.current.text)} is not expected here`);
  }
}

function isMembership(operator: ComparisonOperator): boolean {
  return operator === 'in' || operator === 'not in';
}
