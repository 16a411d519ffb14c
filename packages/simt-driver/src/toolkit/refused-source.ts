/** The errors for a source that a compiler refused. */
import type { HeddleError } from '@heddle/core';
import { compileError, parseDiagnostics, type CompileRequest } from '@heddle/core/backend';
import { markedExpressions, marksFile } from '../module/name-marks';
import { unknownName } from '../run-time-compiler';
import { failingHeader } from './failing-header';

/** Who refused it, and what it said. */
export interface Refusal {
  readonly backend: string;
  /** Id of the compiler. */
  readonly compiler: string;
  readonly log: string;
}

/** The error that shows the lines of the source, or of the header on disk, that the compiler stumbled over. */
export async function refusedSource(
  { userSource, fileName, headers }: Pick<CompileRequest, 'userSource' | 'fileName' | 'headers'>,
  refusal: Refusal,
): Promise<HeddleError> {
  const texts = { ...headers, ...(await failingHeader(refusal.log)) };
  return compileError({ ...refusal, source: userSource, fileName, texts });
}

/** The error for a name expression that names nothing, if the compiler stumbled over its mark (`markText`). */
export function refusedMark(
  request: CompileRequest,
  { backend, log }: Pick<Refusal, 'backend' | 'log'>,
): HeddleError | undefined {
  const diagnostic = parseDiagnostics(log).find(({ severity }) => severity === 'error');
  if (diagnostic?.file !== marksFile) return undefined;
  const asked = [...markedExpressions(request).values()][diagnostic.line - 1] ?? '';
  return unknownName(backend, request, asked, diagnostic.message, { log });
}
