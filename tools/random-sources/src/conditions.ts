/** Conditions of `#if`: on macros of the program's own, and on what a compiler defines. */
import fc from 'fast-check';
import { pick } from './pick';
import type { Target } from './target';

/** A macro that decides. Defined or not is for the compiler to say. */
export interface Switch {
  readonly name: string;
  /** Its value is a number or nothing at all, so it may stand in arithmetic. */
  readonly isNumber: boolean;
  /** It certainly has one of the values 0 to 3, written as one digit. */
  readonly isDigit: boolean;
}

export interface ConditionRecipe {
  readonly about: 'switch' | 'certain' | 'known' | 'unknown';
  readonly form: number;
  readonly first: number;
  readonly second: number;
  readonly value: number;
}

export interface Condition {
  /** What follows `#if`. */
  readonly text: string;
  /** The same as one directive, if there is one: `#ifdef NAME`. */
  readonly directive: string | undefined;
  /** Whether only the compiler can decide it. */
  readonly isUnknown: boolean;
}

const recipe = (about: ConditionRecipe['about']) =>
  fc.record({
    about: fc.constant(about),
    form: fc.nat(99),
    first: fc.nat(9),
    second: fc.nat(9),
    value: fc.nat(3),
  });

export const conditionRecipe: fc.Arbitrary<ConditionRecipe> = fc.oneof(
  { weight: 140, arbitrary: recipe('switch') },
  { weight: 15, arbitrary: recipe('certain') },
  { weight: 35, arbitrary: recipe('known') },
  { weight: 1, arbitrary: recipe('unknown') },
);

export function conditionOf(
  { about, form, first, second, value }: ConditionRecipe,
  switches: readonly Switch[],
  target: Target,
): Condition {
  if (about !== 'switch') {
    return { text: pick(target[about], form), directive: undefined, isUnknown: about === 'unknown' };
  }
  const [a, b] = [pick(switches, first), pick(switches, second)];
  const definedOnly: Condition[] = [
    ...definition(a.name),
    ...plain(`defined(${a.name}) && !defined ${b.name}`, `!defined(${a.name}) || defined(${b.name})`),
  ];
  const arithmetic = a.isNumber && b.isNumber ? arithmeticOf(a.name, b.name, value) : [];
  const pasted = a.isDigit ? plain(`CASE_JOIN(${a.name}, ${value}) > 15`) : [];
  return pick([...definedOnly, ...arithmetic, ...pasted], form);
}

function definition(name: string): Condition[] {
  return [
    { text: `defined(${name})`, directive: `#ifdef ${name}`, isUnknown: false },
    { text: `!defined ${name}`, directive: `#ifndef ${name}`, isUnknown: false },
  ];
}

function arithmeticOf(a: string, b: string, value: number): Condition[] {
  return plain(
    a,
    `!${a}`,
    `${a} == ${value}`,
    `${a} > ${value}`,
    `${a} + ${b} > ${value}`,
    `(${a} << 1) & 2`,
    `${a} ? ${b} : !${b}`,
    `CASE_AT_LEAST(${a}, ${value})`,
    `defined(${a}) && ${a} >= ${value}`,
    `${a} * 2 - 1 == ${value}`,
    `${a} % 2`,
    `${a} || ${b}`,
    `-${a} < 0`,
    `~${a} & 1`,
    `${a} - 2 > 0u`,
    `CASE_IDENTITY(${a}) == ${value}`,
    `CASE_SECOND(0, CASE_JOIN(${a.slice(0, -1)}, ${a.slice(-1)}), 0) >= ${value}`,
  );
}

function plain(...texts: readonly string[]): Condition[] {
  return texts.map((text) => ({ text, directive: undefined, isUnknown: false }));
}

/** Function-like macros that conditions and types use. */
export const macroLibrary = [
  '#define CASE_AT_LEAST(x, n) ((x) >= (n))',
  '#define CASE_IDENTITY(x) x',
  '#define CASE_JOIN_(a, b) a##b',
  '#define CASE_JOIN(a, b) CASE_JOIN_(a, b)',
  '#define CASE_SECOND(a, b, ...) b',
  '#define CASE_TWICE(n) ((n) * 2)',
].join('\n');
