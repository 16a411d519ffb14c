/** One run of hipcc over one source, in a folder of its own. */
import { join } from 'node:path';
import { readOutput, runCompiler, withTemporaryFolder, writeHeaders, type CompileRequest } from '@heddle/core';
import { withHeaderNames, writeSource } from '@heddle/simt-driver';
import { hipccEnvironment, type Hipcc } from './find-hipcc';
import { hipccVariables } from './hipcc-variables';
import { hipccFailure } from './hipcc-failure';
import { assertNoOutput, assertNoShellText } from './shell-text';

/** What hipcc is told beyond the request. */
export interface HipccRun {
  readonly source: string;
  /** The request's own among them. */
  readonly options: readonly string[];
  /** By the name that `#include` uses. */
  readonly headers: Readonly<Record<string, string>>;
}

const output = 'heddle.out';

/**
 * Runs hipcc.
 *
 * @returns the file it made, and what it said
 * @throws HeddleError `COMPILE` with the log, `ARGUMENT` for an option that a shell would read
 */
export async function runHipcc(
  hipcc: Hipcc,
  request: CompileRequest,
  { source, options, headers }: HipccRun,
): Promise<{ readonly bytes: Uint8Array; readonly log: string }> {
  assertNoOutput(request.options);
  return withTemporaryFolder(async (folder) => {
    const file = await writeSource(folder, request.fileName, source, [output, 'headers']);
    await writeHeaders(join(folder, 'headers'), headers);
    const args = [
      ...(Object.keys(headers).length > 0 ? ['-Iheaders'] : []),
      ...options,
      '-o',
      output,
      '-x',
      'hip',
      file.name,
    ];
    assertNoShellText(args);
    const outcome = await runCompiler(hipcc.path, args, {
      folder,
      environment: hipccEnvironment,
      variables: hipccVariables,
      signal: request.signal,
      backend: 'hip',
    });
    const log = withHeaderNames(file.asUserNamed(`${outcome.stdout}${outcome.stderr}`.trim()), 'headers', headers);
    if (outcome.code !== 0) throw await hipccFailure({ request, headers, log, args, outcome });
    const ended = { compiler: 'hipcc', backend: 'hip', options: request.options, log };
    return { bytes: await readOutput(join(folder, output), ended), log };
  });
}
