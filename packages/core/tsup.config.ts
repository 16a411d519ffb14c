import { defineConfig } from 'tsup';
import { packageBuild } from '../../tools/build/tsup-base';

export default defineConfig(
  packageBuild({
    entry: { index: 'src/index.ts', backend: 'src/backend/index.ts', testing: 'src/testing/index.ts' },
  }),
);
