/** Refuses unknown options, as core does, and values of another kind: JavaScript has no types that would. */
import { argumentError, assertOptions, describe, notOptions } from '@heddle/core/backend';
import { suggestion } from './suggestion';
import { isObject } from './is-object';
import { optionHere } from './reference-names';

/** What an option may be; `anything` is looked at where it is used. */
export type Kind = 'text' | 'number' | 'flag' | 'list' | 'object' | 'function' | 'url' | 'anything';
export type Kinds = Kind | readonly Kind[];

/** All options of a type: one that is added to it has to be added here. */
export type KindsOf<T> = Readonly<Record<keyof T, Kinds>>;

/** Options by name, with what they may be. */
export type Group = Readonly<Record<string, Kinds>>;

/**
 * Checks what a function takes.
 *
 * @param required - options that must be given
 * @throws HeddleError `ARGUMENT` for an unknown option, with the nearest name; for a value of another kind;
 * for a required option that is missing
 */
export function checkOptionsOf(owner: string, kinds: Group, given: unknown, required: readonly string[] = []): void {
  if (!isObject(given)) throw noOptions(owner, given, required);
  checkEntries(owner, '', kinds, given);
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) throw argumentError(`${missing} is not given`, { parameter: missing });
}

/** The error for what is not an object of options. Core's would advise to leave out what is required. */
export function noOptions(owner: string, given: unknown, required: readonly string[]): Error {
  if (required.length === 0) return notOptions(owner, given);
  return argumentError(`${owner}: options are an object, not ${describe(given)}`, {
    parameter: 'options',
    hint: `Give at least ${required.join(', ')}.`,
  });
}

/** Checks an option that is an object of options itself. @throws HeddleError `ARGUMENT` as {@link checkOptionsOf} does */
export function checkGroup(name: string, kinds: Group, given: unknown): void {
  if (!isObject(given)) throw wrongKind(name, 'an object', given);
  checkEntries(name, `${name}.`, kinds, given);
}

function checkEntries(owner: string, prefix: string, kinds: Group, given: Readonly<Record<string, unknown>>): void {
  refuseReferenceNames(owner, kinds, given);
  assertOptions(owner, given, Object.keys(kinds));
  for (const [name, wanted] of Object.entries(kinds)) {
    const value = given[name];
    const allowed = typeof wanted === 'string' ? [wanted] : wanted;
    if (value === undefined || isOfKinds(allowed, value)) continue;
    throw wrongKind(prefix + name, allowed.map((kind) => kindNames[kind]).join(' or '), value);
  }
}

// The nearest of our names would not say what Kernel Tuner's option is here.
function refuseReferenceNames(owner: string, kinds: Group, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    const here = value === undefined || Object.hasOwn(kinds, name) ? undefined : optionHere(name);
    if (here === undefined) continue;
    throw argumentError(`${owner} has no option '${name}'`, {
      parameter: name,
      hint: `Kernel Tuner's ${name} is here ${here}.`,
    });
  }
}

/** True if a value is of one of the kinds. */
export function isOfKinds(kinds: readonly Kind[], value: unknown): boolean {
  return kinds.some((kind) => isOfKind[kind](value));
}

/** @throws HeddleError `ARGUMENT` for a word that is none of those, with the nearest */
export function checkWord(name: string, value: unknown, words: readonly string[]): void {
  if (value === undefined || words.some((word) => word === value)) return;
  throw argumentError(`${name} must be ${words.join(' or ')}, not ${describe(value)}`, {
    parameter: name,
    ...(typeof value === 'string' ? { hint: suggestion(value, words) } : {}),
  });
}

/** The error for a value of another kind. */
export function wrongKind(name: string, wanted: string, value: unknown): Error {
  return argumentError(`${name} must be ${wanted}, not ${describe(value)}`, { parameter: name });
}

const isOfKind: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && !Number.isNaN(value),
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: isObject,
  function: (value) => typeof value === 'function',
  url: (value) => value instanceof URL,
  anything: () => true,
};

const kindNames: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a number',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
  function: 'a function',
  url: 'a URL',
  anything: 'given',
};
