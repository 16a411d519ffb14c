/** The rule as its users meet it: eslint reads a planted import and refuses it, or lets it pass. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const refused: [file: string, code: string, reason: string][] = [
  [
    'packages/gpuarray/src/planted.ts',
    "import { x } from '@heddle/backend-host';",
    "may not import '@heddle/backend-host'",
  ],
  ['packages/tuner/src/planted.ts', "import { x } from '@heddle/gpuarray';", "may not import '@heddle/gpuarray'"],
  ['packages/core/src/registry/planted.ts', "import { x } from '@heddle/backend-host';", 'it imports no other package'],
  ['packages/backend-cuda/src/planted.ts', "import { x } from '@heddle/gpuarray';", 'core, simt-driver, native'],
  ['packages/conformance/src/planted.ts', "import { x } from '@heddle/native';", "may not import '@heddle/native'"],
  ['packages/newcomer/src/planted.ts', "import { x } from '@heddle/core';", 'has no entry'],
  ['packages/tuner/src/planted.ts', "import { x } from '../../core/src/errors';", 'leaves the package'],
  ['packages/core/src/dtype/planted.ts', "import { x } from '../device/buffer';", 'device stands above it'],
  ['packages/core/src/errors.ts', "import { x } from './dtype/dtype';", 'dtype stands above it'],
  ['packages/tuner/src/space/planted.ts', "import type { X } from '../run/tuning';", 'run stands above it'],
  ['packages/gpuarray/src/planted.ts', "import type { X } from '@heddle/backend-host';", 'backend-host'],
  ['packages/gpuarray/src/planted.ts', "export * from '@heddle/backend-host';", 'backend-host'],
  ['packages/gpuarray/src/planted.ts', "await import('@heddle/backend-host');", 'backend-host'],
  ['packages/gpuarray/src/planted.ts', "let x: import('@heddle/backend-host').X;", 'backend-host'],
];

const allowed: [file: string, code: string][] = [
  ['packages/gpuarray/src/planted.ts', "import { x } from '@heddle/core';"],
  ['packages/backend-host/src/planted.ts', "import { x } from '@heddle/native';"],
  ['packages/backend-host/test/planted.test.ts', "import { x } from '@heddle/conformance';"],
  ['packages/core/src/device/planted.ts', "import { x } from '../errors';"],
  ['packages/core/src/device/planted.ts', "import { x } from './buffer';"],
  ['packages/core/tsup.config.ts', "import { x } from '../../tools/build/tsup-base';"],
  ['examples/planted.ts', "import { x } from '@heddle/backend-host';"],
];

describe('the arrows of the design', () => {
  const messages = lint([...refused, ...allowed]);

  it.each(refused)('refuse in %s: %s', (file, code, reason) => {
    expect(messages.get(file + code)).toEqual([expect.stringContaining(reason)]);
  });

  it.each(allowed)('let pass in %s: %s', (file, code) => {
    expect(messages.get(file + code)).toEqual([]);
  });
});

// eslint's configuration is an ES module, which jest's own module system cannot load; and one process for all is quick.
function lint(planted: readonly (readonly [file: string, code: string, ...unknown[]])[]): Map<string, string[]> {
  const output = execFileSync(process.execPath, [join(__dirname, 'lint-planted.mjs')], {
    input: JSON.stringify(planted.map(([file, code]) => ({ file, code }))),
    encoding: 'utf8',
  });
  const results = JSON.parse(output) as { file: string; code: string; messages: string[] }[];
  return new Map(results.map(({ file, code, messages }) => [file + code, messages]));
}
