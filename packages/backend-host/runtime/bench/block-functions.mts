/** Prints kernels.cu with the functions that the package writes for its kernels with barriers. */
import { readFileSync } from 'node:fs';
import { parseKernels } from '@heddle/core/backend';
import { withBlockFunctions } from '../../src/compile/regions/block-functions';

const source = readFileSync(new URL('kernels.cu', import.meta.url), 'utf8');
const kernels = parseKernels(source, { language: 'cuda' });
const made = withBlockFunctions(source, { kernels, defines: {}, options: [] });
const entries = made.source.replace(
  /^HEDDLE_ENTRY\(HEDDLE_SCALAR_FORM, (\d+), ("(\w+)[^"]*"), \w+(.*)\)$/gm,
  (entry, index: string, name: string, kernel: string, rest: string) => {
    const blockFunction = made.names.get(kernel);
    return blockFunction === undefined
      ? entry
      : `HEDDLE_ENTRY(HEDDLE_WHOLE_BLOCK_FORM, ${index}, ${name}, ${blockFunction}${rest})`;
  },
);
console.log(entries);
