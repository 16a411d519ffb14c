/** Tells whether two results belong to the same program. */
import { createHash } from 'node:crypto';
import type { TrialGeometry } from './launch-geometry';

/**
 * The parts of a configuration's program that the user gave. Heddle's own additions are left out, so that a new version
 * of Heddle keeps old results.
 */
export interface HashedProgram {
  readonly kernel: string;
  readonly text: string;
  /** Contents of the files that were named with the source. */
  readonly headers: readonly string[];
  readonly language: string | undefined;
  readonly defines: Readonly<Record<string, string | number>>;
  readonly compilerOptions: readonly string[];
  readonly geometry: TrialGeometry;
}

/** The first 16 hexadecimal digits of a SHA-256. */
export function sourceHashOf(program: HashedProgram): string {
  const { kernel, text, headers, language = '', defines, compilerOptions, geometry } = program;
  const { grid, block, sharedBytes } = geometry;
  const macros = Object.entries(defines).sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [kernel, text, headers, language, macros, compilerOptions, grid, block, sharedBytes];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
