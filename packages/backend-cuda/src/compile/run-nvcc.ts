/** One run of nvcc over one source, in a folder of its own. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  readOutput,
  restoredCharacters,
  runCompiler,
  withTemporaryFolder,
  writeHeaders,
  type CompileRequest,
} from '@heddle/core';
import { withHeaderNames, writeSource } from '@heddle/simt-driver';
import type { Nvcc } from '../nvcc/find-nvcc';
import { nvccVariables } from '../nvcc/nvcc-variables';
import { nvccFailure } from './nvcc-failure';
import { assertNoShellText } from './shell-text';

/** What nvcc is told beyond the request. */
export interface NvccRun {
  /** Name of the file it makes. */
  readonly output: string;
  readonly source: string;
  readonly options: readonly string[];
  /** Keeps the folder. */
  readonly keep: boolean;
}

/**
 * Runs nvcc.
 *
 * @returns the file it made, and what it said
 * @throws HeddleError `COMPILE` with the log, `ARGUMENT` for an option that nvcc's own shell would run
 */
export async function runNvcc(
  nvcc: Nvcc,
  request: CompileRequest,
  { output, source, options, keep }: NvccRun,
): Promise<{ readonly bytes: Uint8Array; readonly log: string }> {
  return (keep ? inKeptFolder : withTemporaryFolder)(async (folder) => {
    const file = await writeSource(folder, request.fileName, source, [output, 'headers']);
    await writeHeaders(join(folder, 'headers'), request.headers);
    const args = [
      ...Object.entries(request.defines).map(([name, text]) => `-D${name}=${text}`),
      ...(Object.keys(request.headers).length > 0 ? ['-I', 'headers'] : []),
      ...request.includeDirs.flatMap((include) => ['-I', include]),
      ...options,
      ...(keep ? ['--keep'] : []),
      '-o',
      output,
      '-x',
      'cu',
      file.name,
    ];
    assertNoShellText(args);
    const outcome = await runCompiler(nvcc.path, args, {
      folder,
      variables: nvccVariables,
      signal: request.signal,
      backend: 'cuda',
    });
    const written = file.asUserNamed(`${outcome.stdout}${outcome.stderr}`.trim());
    const said = restoredCharacters(withHeaderNames(written, 'headers', request.headers), request);
    if (outcome.code !== 0) throw await nvccFailure({ request, log: said, args, outcome });
    const log = keep ? `${said}\ncompiler output is in ${folder}`.trim() : said;
    const ended = { compiler: 'nvcc', backend: 'cuda', options: request.options, log };
    return { bytes: await readOutput(join(folder, output), ended), log };
  });
}

async function inKeptFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  return body(await mkdtemp(join(tmpdir(), 'heddle-kept-')));
}
