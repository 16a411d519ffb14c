/** Sizes of types that only a source defines. */
import { kernelHeader } from './index';
import { probeKernel } from './probe-kernel';

/** Source that comes before a type. */
export interface TypeContext {
  readonly header: boolean;
  readonly preamble: string;
}

const known = new Map<string, number | undefined>();

/**
 * Bytes of a type, read from its definition in the source.
 *
 * @param definition - C text that defines `heddle_probe_type`; it goes after the preamble
 * @returns undefined if the definition cannot be read: a template, a class
 */
export function typeBytes({ header, preamble }: TypeContext, definition: string): number | undefined {
  const key = `${String(header)}\n${preamble}\n${definition}`;
  if (known.has(key)) return known.get(key);
  const text = `${header ? kernelHeader() : ''}\n${preamble}\n${definition}`;
  const kernel = probeKernel(text, 'heddle_probe_type value');
  const bytes = kernel?.parameters[0]?.byteLength;
  known.set(key, bytes);
  return bytes;
}
