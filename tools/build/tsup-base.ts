/** The one build recipe of every package: ESM, CommonJS and types, for the Node versions we support. */
import type { Options } from 'tsup';

export function packageBuild(options: Options): Options {
  return {
    format: ['esm', 'cjs'],
    target: 'node20',
    platform: 'node',
    // `npm run check` checks the types, of all packages at once; here they are only written down.
    dts: {
      // They use Disposable, which no edition of ECMAScript that can be a `target` brings along.
      banner: '/// <reference lib="esnext.disposable" />',
      // Members that are `@internal` are not for users.
      compilerOptions: { ignoreDeprecations: '6.0', composite: false, noCheck: true, stripInternal: true },
    },
    clean: true,
    shims: true,
    splitting: true,
    sourcemap: true,
    // Rollup turns chunks into CommonJS. Without it tsup has sucrase do so, which initialises the public fields of a class
    // after its private ones.
    treeshake: true,
    ...options,
  };
}
