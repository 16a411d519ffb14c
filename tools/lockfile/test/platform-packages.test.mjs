import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPlatformPackages, platformOf } from '../platform-packages.mjs';

test('a pinned platform package that is nowhere gets an entry of the kind of the asker', () => {
  const packages = {
    '': { name: 'root' },
    'node_modules/tool': { dev: true, license: 'MIT', optionalDependencies: { '@tool/linux-x64-musl': '1.2.3' } },
  };
  assert.deepEqual(missingPlatformPackages(packages), {
    'node_modules/@tool/linux-x64-musl': {
      version: '1.2.3',
      cpu: ['x64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      license: 'MIT',
      optional: true,
    },
  });
});

test('one that stands beside the asker or above it is found; ranges and other packages are left alone', () => {
  const packages = {
    'node_modules/a/node_modules/tool': { optionalDependencies: { 'tool-darwin-arm64': '1.0.0', fsevents: '2.0.0' } },
    'node_modules/a/node_modules/tool-darwin-arm64': {},
    'node_modules/b': { optionalDependencies: { 'b-win32-x64': '1.0.0', 'b-linux-x64': '^1.0.0' } },
    'node_modules/b-win32-x64': {},
  };
  assert.deepEqual(missingPlatformPackages(packages), {});
});

test('words of the name tell the platform', () => {
  assert.deepEqual(platformOf('@x/binding-linux-arm64-gnu'), { cpu: ['arm64'], libc: ['glibc'], os: ['linux'] });
  assert.deepEqual(platformOf('@x/linux-arm-gnueabihf'), { cpu: ['arm'], os: ['linux'] });
  assert.deepEqual(platformOf('@x/wasm32-wasi'), { cpu: ['wasm32'] });
  assert.equal(platformOf('@x/linuxish'), undefined);
});
