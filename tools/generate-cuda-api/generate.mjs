/**
 * Writes the typed driver API of `@heddle/simt-driver/cuda` from a toolkit's headers. It copies only facts: names,
 * types, numbers, layouts.
 *
 * node tools/generate-cuda-api/generate.mjs [include folder] [output folder]     needs a C preprocessor, `cc`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { driverApi } from './driver-api.mjs';
import { generatedFiles } from './write-typescript.mjs';

const toolkit = process.env.CUDA_PATH ?? '/usr/local/cuda';
const api = driverApi(process.argv[2] ?? join(toolkit, 'include'));
const folder = process.argv[3] ?? join(import.meta.dirname, '../../packages/simt-driver/src/cuda/generated');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(generatedFiles(api))) writeFileSync(join(folder, name), text);
const { functions, enumerations, structs, constants, version } = api;
console.log(
  `CUDA ${version}: ${functions.length} functions, ${enumerations.length} enumerations, ${structs.length} structs, ` +
    `${constants.length} constants`,
);
