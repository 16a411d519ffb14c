/** The error that a user sees when a source does not compile: the message, and the user's own lines around it. */
import { HeddleError } from '../errors';
import { shortened } from './describe';
import { firstDiagnostic, type Diagnostic } from './diagnostics';
import { missingHeader } from './missing-header';

/** What a compiler was given and what it said. */
export interface FailedCompilation {
  readonly backend: string;
  /** Id of the compiler. */
  readonly compiler: string;
  readonly log: string;
  /** The user's source and what diagnostics call it. */
  readonly source: string;
  readonly fileName: string;
  /** Other texts that diagnostics may name: headers by name or path. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * A `COMPILE` error. Its message is the compiler's first error; its `excerpt` shows the lines around it, numbered, out
 * of the user's source or of the included header where the error is there.
 */
export function compileError(failed: FailedCompilation): HeddleError {
  const { backend, compiler, log, fileName, cause } = failed;
  const diagnostic = firstDiagnostic(log);
  const hint = failed.hint ?? (diagnostic && missingHeader(diagnostic.message));
  const headline = diagnostic
    ? `${diagnostic.file}:${diagnostic.line}: ${diagnostic.message}`
    : (log.split('\n').find((line) => line.trim() !== '') ?? `${compiler} failed without a message`);
  return new HeddleError('COMPILE', `${compiler} refused ${fileName}: ${headline}`, {
    backend,
    log,
    ...(diagnostic ? excerptOf(failed, diagnostic) : {}),
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Lines of a text around one of them, numbered, with a mark under the column.
 *
 * @param line - from 1
 * @param column - from 1
 */
export function numberedExcerpt(text: string, line: number, column?: number, around = 2): string | undefined {
  const lines = text.split('\n');
  if (line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - around);
  const last = Math.min(lines.length, line + around);
  const width = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const content = shortened((lines[number - 1] ?? '').replace(/\r$/, ''), 200);
    shown.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${content}`.trimEnd());
    if (number === line && column !== undefined && column <= content.length + 1) {
      // Tabs are repeated, so that the mark stands under its column however wide they are.
      const indent = content.slice(0, column - 1).replace(/[^\t]/g, ' ');
      shown.push(`  ${' '.repeat(width)} | ${indent}^`);
    }
  }
  return shown.join('\n');
}

function excerptOf({ source, fileName, texts = {} }: FailedCompilation, { file, line, column }: Diagnostic) {
  const text = isSame(file, fileName) ? source : textNamed(texts, file);
  const excerpt = text === undefined ? undefined : numberedExcerpt(text, line, column);
  return excerpt === undefined ? {} : { excerpt };
}

function textNamed(texts: Readonly<Record<string, string>>, file: string): string | undefined {
  const name = Object.keys(texts).find((candidate) => isSame(file, candidate));
  return name === undefined ? undefined : texts[name];
}

// Compilers put a folder in front of the name they were given.
function isSame(file: string, name: string): boolean {
  return file === name || file.endsWith(`/${name}`) || file.endsWith(`\\${name}`);
}
