/** The file that a compiler was asked to make. */
import { readFile } from 'node:fs/promises';
import { HeddleError } from '../errors';

/** A compiler's request and log, for the error if it made nothing. */
export interface EndedCompiler {
  /** The compiler's id. */
  readonly compiler: string;
  readonly backend: string;
  /** The user's options. */
  readonly options: readonly string[];
  readonly log: string;
}

/**
 * Reads what a compiler that ended without an error has made.
 *
 * @throws HeddleError `ARGUMENT` that names the user's options, because one of them made the compiler do something
 *   else; `COMPILE` if the user gave no options
 */
export async function readOutput(path: string, ended: EndedCompiler): Promise<Uint8Array> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw madeNothing(ended, cause);
  }
}

function madeNothing({ compiler, backend, options, log }: EndedCompiler, cause: unknown): HeddleError {
  const message = `${compiler} ended without an error, but did not make its output`;
  if (options.length === 0) return new HeddleError('COMPILE', message, { backend, log, cause });
  return new HeddleError(
    'ARGUMENT',
    `${message}: one of its options, ${options.join(' ')}, made it do something else`,
    {
      backend,
      parameter: 'options',
      log,
      hint: 'Leave out options that do not compile.',
      cause,
    },
  );
}
