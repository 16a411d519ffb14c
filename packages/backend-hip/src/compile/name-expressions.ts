/**
 * Reads what a log says about name expressions: hiprtc appends each to the source, as the value of a variable of its
 * own.
 */
import type { CompileRequest } from '@heddle/core/backend';
import { markedNames, nvrtcRefusedName, type RefusedName } from '@heddle/simt-driver';
import type { DeviceCode } from './code-format';

const error = /^.*?:\d+:\d+: error: (.*)$/m;
const appended = /^.*__(?:hiprtc|amdgcn_name_expr)\w*.*$/m;

/** @returns undefined if the log is about something else */
export function findRefusedName(log: string, { names, globals }: CompileRequest): RefusedName | undefined {
  const reason = error.exec(log);
  if (!reason) return nvrtcRefusedName(log);
  // The log prints the line of the source after its error.
  const [line = ''] = log.slice(reason.index + reason[0].length + 1).split('\n', 1);
  if (!appended.test(line)) return undefined;
  const written = [...names, ...globals].find((name) => squeeze(line).includes(squeeze(name)));
  return written === undefined ? undefined : { reason: reason[1] ?? '', written };
}

/**
 * The names in the binary of what was asked for, by the variables that hiprtc appended for them: their values are
 * relocations. Old versions of hiprtc find an expression again only if it is written as the demangler writes it.
 */
export function appendedNames(
  { names, globals }: Pick<CompileRequest, 'names' | 'globals'>,
  { format, bytes }: DeviceCode,
): Record<string, string> {
  if (format !== 'code-object') return {};
  const marks = new Map([...names, ...globals].map((name, i) => [`__hiprtc_${i + 1}`, name]));
  const found: Record<string, string> = {};
  for (const [mark, symbol] of markedNames(format, bytes, [...marks.keys()])) {
    const name = marks.get(mark);
    if (name !== undefined) found[name] = symbol;
  }
  return found;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
