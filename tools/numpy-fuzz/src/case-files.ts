/** Files of evaluated cases: JSON lines, compressed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CaseFileHeader, EvaluatedCase } from './case';

export interface CaseFile {
  readonly header: CaseFileHeader;
  readonly cases: readonly EvaluatedCase[];
}

export function readCases(path: string): CaseFile {
  return parseCases(gunzipSync(readFileSync(path)).toString('utf8'));
}

export function writeCases(path: string, { header, cases }: CaseFile): void {
  const lines = [header, ...cases].map((line) => JSON.stringify(line)).join('\n');
  writeFileSync(path, gzipSync(`${lines}\n`, { level: 9 }));
}

/** The lines of a file of cases. */
export function parseCases(text: string): CaseFile {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  return {
    header: JSON.parse(first) as CaseFileHeader,
    cases: rest.map((line) => JSON.parse(line) as EvaluatedCase),
  };
}
