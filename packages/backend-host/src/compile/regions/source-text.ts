/** Parts of a source as they are written, with their lines. */
import type { Token } from '../tokens';
import type { Range } from './declaration';
import type { SourceLines } from './source-lines';

export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lines: SourceLines;
}

export function rawText({ text, tokens }: Source, [first, end]: Range): string {
  const last = tokens[end - 1];
  return last && end > first ? text.slice(tokens[first]?.start, last.start + last.text.length) : '';
}
