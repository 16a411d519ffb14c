/** Links relocatable device code into one cubin, with the device linker behind nvcc. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import { argumentError, readOutput, runCompiler, withTemporaryFolder, type Artifact } from '@heddle/core/backend';
import type { Nvcc } from '../nvcc/find-nvcc';
import { nvccVariables } from '../nvcc/nvcc-variables';
import { assertNoShellText } from './shell-text';

// nvcc tells what a file is by its ending.
const endings: Readonly<Record<string, string>> = {
  cubin: 'cubin',
  ptx: 'ptx',
  fatbin: 'fatbin',
  object: 'o',
  library: 'a',
};

/**
 * @param options - nvcc's, the architecture among them
 * @throws HeddleError `COMPILE` for a function that none defines or several do, `ARGUMENT` for a format it does not link
 */
export async function linkObjects(
  nvcc: Nvcc,
  objects: readonly Pick<Artifact, 'format' | 'bytes'>[],
  options: readonly string[],
): Promise<{ readonly bytes: Uint8Array; readonly log: string }> {
  assertNoShellText(options);
  return withTemporaryFolder(async (folder) => {
    const files = await Promise.all(
      objects.map(async ({ format, bytes }, i) => {
        const ending = endings[format];
        if (ending === undefined)
          throw argumentError(`no ${format} is linked; there are ${Object.keys(endings).join(', ')}`);
        const file = `part-${i + 1}.${ending}`;
        await writeFile(join(folder, file), bytes);
        return file;
      }),
    );
    const outcome = await runCompiler(nvcc.path, ['-dlink', '--cubin', ...options, '-o', 'linked.cubin', ...files], {
      folder,
      variables: nvccVariables,
      backend: 'cuda',
    });
    const log = `${outcome.stdout}${outcome.stderr}`.trim();
    if (outcome.code !== 0) throw linkFailure(log);
    const ended = { compiler: 'nvcc', backend: 'cuda', options, log };
    return { bytes: await readOutput(join(folder, 'linked.cubin'), ended), log };
  });
}

function linkFailure(log: string): HeddleError {
  const reason = /^nvlink error\s*: *(.*?)(?: in '.*')?$/m.exec(log)?.[1] ?? log.split('\n', 1)[0] ?? '';
  return new HeddleError('COMPILE', `linking failed: ${reason}`, { backend: 'cuda', call: 'nvlink', log });
}
