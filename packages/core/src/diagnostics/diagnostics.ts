/** Finds the failing lines in a compiler's output, in the formats that GPU and host compilers write. */

/** One message of a compiler that names a place. */
export interface Diagnostic {
  /** The file as the compiler names it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; absent if the compiler gives none. */
  readonly column?: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

// gcc, clang, hipcc, PoCL and NVIDIA's OpenCL:  kernel.cu:12:5: error: use of undeclared identifier 'x'
// The GNU assembler, of asm statements:          kernel.cu:12: Error: no such instruction: `add.u32 %0,%1'
const colonForm = /^(.+?):(\d+):(?:(\d+):)?\s*(?:fatal )?([Ee]rror|[Ww]arning)\b:?\s*(.*)$/;
// nvcc and NVRTC:  kernel.cu(12): error: identifier "x" is undefined
const parenthesisForm = /^(.+?)\((\d+)\):\s*(?:catastrophic )?(error|warning)\b[^:]*:\s*(.*)$/;
// ptxas:  ptxas kernel.ptx, line 12; error   : ...
const ptxasForm = /^ptxas (.+?), line (\d+); (error|warning)\s*:\s*(.*)$/;
// gfortran puts the place on a line of its own and the message some lines below.
const fortranPlace = /^(.+\.[fF]\d*):(\d+):(\d+):$/;
const fortranMessage = /^(?:Fatal )?(Error|Warning): (.*)$/;

/** All messages of a log that name a file and a line, in its order. */
export function parseDiagnostics(log: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  let place: { file: string; line: number; column: number } | undefined;
  for (const text of log.split(/\r?\n/)) {
    // A line this long is not a diagnostic; matching it would only cost time.
    if (text.length > 4000) continue;
    const fortran = fortranPlace.exec(text);
    if (fortran) place = { file: part(fortran, 1), line: Number(fortran[2]), column: Number(fortran[3]) };
    const diagnostic = colon(text) ?? parenthesis(text) ?? ptxas(text) ?? fortranAt(place, text);
    if (diagnostic) found.push(diagnostic);
  }
  return found;
}

// GCC's first message about a function with an unknown parameter type; its next message names the type.
const followsFromNext = /^variable or field '.*' declared void$/;

/** The first error of a log that tells the mistake, or its first warning if it has no error. */
export function firstDiagnostic(log: string): Diagnostic | undefined {
  const all = parseDiagnostics(log);
  const errors = all.filter(({ severity }) => severity === 'error');
  return (
    errors.find(({ message }) => !followsFromNext.test(message.replace(/[\u2018\u2019]/g, "'"))) ?? errors[0] ?? all[0]
  );
}

function colon(text: string): Diagnostic | undefined {
  const match = colonForm.exec(text);
  if (!match) return undefined;
  return {
    file: part(match, 1),
    line: Number(match[2]),
    ...(match[3] === undefined ? {} : { column: Number(match[3]) }),
    severity: part(match, 4).toLowerCase() as Diagnostic['severity'],
    message: part(match, 5),
  };
}

function parenthesis(text: string): Diagnostic | undefined {
  const match = parenthesisForm.exec(text);
  return match ? withoutColumn(match) : undefined;
}

function ptxas(text: string): Diagnostic | undefined {
  const match = ptxasForm.exec(text);
  return match ? withoutColumn(match) : undefined;
}

function withoutColumn(match: RegExpExecArray): Diagnostic {
  return {
    file: part(match, 1),
    line: Number(match[2]),
    severity: part(match, 3) as Diagnostic['severity'],
    message: part(match, 4),
  };
}

function fortranAt(
  place: { file: string; line: number; column: number } | undefined,
  text: string,
): Diagnostic | undefined {
  const match = place && fortranMessage.exec(text);
  if (!match) return undefined;
  return { ...place, severity: match[1] === 'Error' ? 'error' : 'warning', message: part(match, 2) };
}

function part(match: RegExpExecArray, index: number): string {
  return match[index] ?? '';
}
