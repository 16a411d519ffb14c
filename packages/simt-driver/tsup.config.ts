import { defineConfig } from 'tsup';
import { packageBuild } from '../../tools/build/tsup-base';

export default defineConfig(
  packageBuild({
    entry: { index: 'src/index.ts', cuda: 'src/cuda/index.ts', 'double-texture': 'src/double-texture/index.ts' },
  }),
);
