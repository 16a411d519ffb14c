import { defineConfig } from 'tsup';
import { packageBuild } from '../../tools/build/tsup-base';

export default defineConfig(packageBuild({ entry: { index: 'src/index.ts' } }));
