/** Core's layout of arguments for random sources, against the table of parameters in nvcc's cubins. */
import { execFileSync } from 'node:child_process';
import { NvccCompiler } from '@heddle/backend-cuda';
import { compareCubin } from '../src/compare-cubin';
import { targetOf } from '../src/target';
import { testSources } from '../src/test-sources';

function nvccIsHere(): boolean {
  try {
    execFileSync('nvcc', ['--version']);
    return true;
  } catch {
    return false;
  }
}

const withNvcc = nvccIsHere() ? it : it.skip;

withNvcc(
  'arguments lie where the cubin says, whatever decides their types',
  async () => {
    const compiler = new NvccCompiler({ architecture: 'sm_90', float16: true });
    await testSources({
      target: targetOf('cuda'),
      // nvcc takes seconds for each.
      count: 12,
      attempt: (source, folder) => compareCubin(compiler, source, folder),
    });
  },
  3_600_000,
);
