/** Turns a sanitizer's report into an error that points at the user's line. */
import { HeddleError } from '@heddle/core';
import { numberedExcerpt } from '@heddle/core/backend';
import type { SanitizedFacts } from './sanitized-compiler';

/**
 * @param report - what the sanitizer wrote
 * @returns a `SANITIZER` error: its message is the sanitizer's first line, its log the whole report
 */
export function sanitizerFinding(
  kernel: string,
  sanitizer: string,
  report: string,
  { userSource, fileName }: SanitizedFacts,
): HeddleError {
  const summary =
    /^SUMMARY: (.*)$/m.exec(report)?.[1] ??
    /^.*(?:runtime error|ERROR|WARNING): (.*)$/m.exec(report)?.[1] ??
    report.trim().split('\n')[0] ??
    '';
  const place = placeIn(report, fileName);
  const excerpt = place && numberedExcerpt(userSource, place.line, place.column);
  const where = place ? ` at ${fileName}:${place.line}` : '';
  return new HeddleError('SANITIZER', `${kernel}: the ${sanitizer} sanitizer found an error${where}: ${summary}`, {
    backend: 'host',
    kernel,
    log: report,
    ...(excerpt === undefined ? {} : { excerpt }),
  });
}

// The first frame in the user's own file is where it happened; frames of the runtime stand before it.
function placeIn(report: string, fileName: string): { line: number; column?: number } | undefined {
  const name = fileName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const match = new RegExp(`(?:^|[\\s/])${name}:(\\d+)(?::(\\d+))?`, 'm').exec(report);
  if (!match) return undefined;
  return { line: Number(match[1]), ...(match[2] === undefined ? {} : { column: Number(match[2]) }) };
}
