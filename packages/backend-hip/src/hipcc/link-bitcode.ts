/** Links LLVM bitcode into one code object, as hipcc does for relocatable device code: with LLVM's linker. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import { argumentError, readOutput, withTemporaryFolder, type Artifact } from '@heddle/core/backend';
import { CompilerProgram } from '@heddle/simt-driver';
import { linkedArtifact } from '../compile/linked-artifact';
import { hipccVariables } from './hipcc-variables';
import { linkerOf, type Hipcc } from './find-hipcc';

/** The target and the options of a link. */
export interface LinkPlan {
  /** `gfx90a:sramecc+:xnack-` */
  readonly architecture: string;
  /** The linker's, one per entry. */
  readonly options: readonly string[];
}

// File name extensions by which the linker finds its input in a folder.
const endings: Readonly<Record<string, string>> = { bitcode: 'bc', object: 'o', library: 'a' };
const output = 'linked.co';

/**
 * @throws HeddleError `COMPILE` for a function that none defines or several do, `ARGUMENT` for a form it does not link
 */
export async function linkBitcode(
  hipcc: Hipcc,
  objects: readonly Artifact[],
  { architecture, options }: LinkPlan,
): Promise<Artifact> {
  const linker = new CompilerProgram(await linkerOf(hipcc), {
    backend: 'hip',
    variables: hipccVariables,
    status: 'NO_LINKER',
    hint: "Install LLVM's linker of the version of hipcc's clang: the package lld.",
  });
  return withTemporaryFolder(async (folder) => {
    const files: string[] = [];
    for (const [i, { format, bytes }] of objects.entries()) {
      const ending = endings[format];
      if (ending === undefined) {
        throw argumentError(`no ${format} is linked; there are ${Object.keys(endings).join(', ')}`, { backend: 'hip' });
      }
      files.push(`part-${i + 1}.${ending}`);
      await writeFile(join(folder, `part-${i + 1}.${ending}`), bytes);
    }
    const args = [...targetOptions(architecture), ...options, '-o', output, ...files];
    const outcome = await linker.run(args, folder);
    const log = `${outcome.stdout}${outcome.stderr}`.trim();
    if (outcome.code !== 0) throw linkFailure(log);
    const bytes = await readOutput(join(folder, output), { compiler: 'ld.lld', backend: 'hip', options, log });
    return linkedArtifact({ bytes, log }, 'hipcc');
  });
}

// gfx90a:sramecc+:xnack- is a processor and two features, which have their signs in front here.
function targetOptions(architecture: string): string[] {
  const [processor = '', ...features] = architecture.split(':');
  const signed = features.map((feature) => `${feature.slice(-1)}${feature.slice(0, -1)}`);
  return [
    '-flavor',
    'gnu',
    '--no-undefined',
    '-shared',
    '-plugin-opt=-amdgpu-internalize-symbols',
    `-plugin-opt=mcpu=${processor}`,
    '-plugin-opt=O3',
    ...(signed.length === 0 ? [] : [`-plugin-opt=-mattr=${signed.join(',')}`]),
  ];
}

function linkFailure(log: string): HeddleError {
  const reason = /^\S*lld\S*: error: (.*)$/m.exec(log)?.[1] ?? log.split('\n', 1)[0] ?? '';
  return new HeddleError('COMPILE', `linking failed: ${reason}`, { backend: 'hip', call: 'ld.lld', log });
}
