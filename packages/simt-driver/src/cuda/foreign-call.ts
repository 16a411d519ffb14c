/** A function of the library as a {@link DriverCall}: types for the foreign call, conversions of what they do not take. */
import koffi, { type TypeObject } from 'koffi';
import { argumentError, describe } from '@heddle/core/backend';
import { foreignTypes } from '../symbols/signatures';
import type { StructDescription } from './struct-view';
import * as structs from './generated/structs';

/**
 * The C types behind the letters of the function table. A text may be memory of the caller's. What is not a letter names
 * a struct that is passed by value.
 */
const letterTypes: Readonly<Record<string, string>> = { ...foreignTypes, s: 'void *' };

type ForeignFunction = (...args: readonly unknown[]) => number;

/** Binds the function at an address. @param parameters - letters, separated by spaces */
export function foreignCall(address: bigint, parameters: string): ForeignFunction {
  const letters = parameters === '' ? [] : parameters.split(' ');
  const prototype = koffi.proto('int', letters.map(typeOf));
  const call = koffi.decode(address, prototype) as ForeignFunction;
  const conversions = letters.map(conversionOf);
  if (conversions.every((conversion) => conversion === undefined)) return call;
  return (...args) => call(...args.map((arg, i) => conversions[i]?.(arg) ?? arg));
}

const byValue = new Map<string, TypeObject>();

function typeOf(letter: string): string | TypeObject {
  const scalar = letterTypes[letter];
  if (scalar !== undefined) return scalar;
  let type = byValue.get(letter);
  if (!type) {
    // The structs passed by value hold integers alone, for which calling conventions look at size and alignment only.
    const { byteLength, alignment } = descriptionOf(letter);
    type = koffi.struct({ words: koffi.array(wordTypes[alignment] ?? 'uint8_t', byteLength / alignment) });
    byValue.set(letter, type);
  }
  return type;
}

const wordTypes: Readonly<Record<number, string>> = { 1: 'uint8_t', 2: 'uint16_t', 4: 'uint32_t', 8: 'uint64_t' };
const wordArrays = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array } as const;

function conversionOf(letter: string): ((value: unknown) => unknown) | undefined {
  if (letter === 's') return (text) => (typeof text === 'string' ? Buffer.from(`${text}\0`, 'utf8') : text);
  if (letter in letterTypes) return undefined;
  const { name, byteLength, alignment } = descriptionOf(letter);
  const wordArray = wordArrays[alignment as keyof typeof wordArrays];
  return (value) => {
    if (!ArrayBuffer.isView(value) || value.byteLength !== byteLength) {
      throw argumentError(`a ${name} by value is ${byteLength} bytes in a typed array, not ${describe(value)}`);
    }
    const copy = new Uint8Array(value.buffer, value.byteOffset, byteLength).slice();
    return { words: new wordArray(copy.buffer) };
  };
}

function descriptionOf(name: string): StructDescription {
  return (structs as Readonly<Record<string, StructDescription>>)[name] as StructDescription;
}
