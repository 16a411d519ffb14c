import { writeFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { packageBuild } from '../../tools/build/tsup-base';
import { bundlePageProgram } from './src/report/bundle-page-program';
import { builtPageProgram } from './src/report/page-program';

export default defineConfig({
  ...packageBuild({ entry: { index: 'src/index.ts', heddle: 'src/heddle.ts' } }),
  external: ['esbuild'],
  onSuccess: async () => {
    await writeFile(builtPageProgram, JSON.stringify(await bundlePageProgram()));
  },
});
