/** Sizes of types that only a source defines. */
import { parseKernels } from '@heddle/core';
import { kernelHeader } from '../kernels';

/** Source that comes before a type. */
export interface TypeContext {
  readonly header: boolean;
  readonly preamble: string;
}

const known = new Map<string, number | undefined>();

/**
 * Bytes of a type, read from its definition in the source.
 *
 * @param definition - C text behind the preamble that defines `heddle_probe_type`
 * @returns undefined where the definition cannot be read: a template, a class
 */
export function typeBytes({ header, preamble }: TypeContext, definition: string): number | undefined {
  const key = `${String(header)}\n${preamble}\n${definition}`;
  if (known.has(key)) return known.get(key);
  const text = `${header ? kernelHeader() : ''}\n${preamble}\n${definition}\nKERNEL void probe(heddle_probe_type value) {}\n`;
  const kernel = parseKernels(text, { language: 'portable' }).find(({ name }) => name === 'probe');
  const bytes = kernel?.parameters[0]?.byteLength;
  known.set(key, bytes);
  return bytes;
}
