/** Has NumPy evaluate cases, in a Python program. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { CaseFileHeader, EvaluatedCase, FuzzCase } from './case';
import { parseCases, type CaseFile } from './case-files';

/**
 * Has NumPy evaluate cases. Those that give a dtype that Heddle does not have are left out.
 *
 * @throws Error if Python, NumPy or SciPy is missing
 */
export function evaluateCases(header: CaseFileHeader, cases: readonly FuzzCase[]): CaseFile {
  const input = [header, ...cases].map((line) => JSON.stringify(line)).join('\n');
  const program = join(import.meta.dirname, '..', 'expected.py');
  const { status, stdout, stderr, error } = spawnSync('python3', [program], {
    input: `${input}\n`,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`expected.py failed: ${error?.message ?? stderr}`);
  const file = parseCases(stdout);
  return { ...file, cases: file.cases.filter((one) => !hasForeignDType(one)) };
}

function hasForeignDType({ expected }: EvaluatedCase): boolean {
  return 'arrays' in expected && expected.arrays.some(({ dtype }) => dtype.startsWith('unsupported'));
}
