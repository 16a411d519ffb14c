/** The addon as it was built here, and the C functions that stand in for a vendor's. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NativeAddon } from '../../src/addon';
import { loadAddon } from '../../src/load-addon';

/** Addresses that addon/test/fixture.cc exports. */
export type Fixture = Readonly<
  Record<
    | 'returnStatus'
    | 'nothing'
    | 'receiveSix'
    | 'countTo'
    | 'fakeSetContext'
    | 'fakeCountedSetContext'
    | 'fakeGetContext'
    | 'fakeCudaLaunch'
    | 'fakePickyLaunch'
    | 'fakeSetArgument'
    | 'fakeEnqueue'
    | 'sleepMilliseconds'
    | 'meet'
    | 'notReadyUntil'
    | 'sleepForever'
    | 'allocate'
    | 'freeCounted'
    | 'received'
    | 'freedCount',
    bigint
  >
>;

// The build under AddressSanitizer has a folder of its own.
const build = process.env.HEDDLE_NATIVE_TEST_BUILD ?? 'build';
export const addonPath = join(__dirname, '../..', build, 'Release/heddle-native.node');
export const fixturePath = join(__dirname, '../..', build, 'Release/heddle-native-fixture.node');

const isBuilt = existsSync(addonPath);

/** `describe` where the addon is built; else its tests are skipped, and `npm test` tells why there is no addon. */
export const describeAddon: typeof describe.skip = isBuilt ? describe : describe.skip;

// Loaded only inside tests that run, so that a machine without a compiler gets as far as skipping them.
export function builtAddon(): NativeAddon {
  const { addon, reason } = loadAddon(addonPath);
  if (!addon) throw new Error(reason);
  return addon;
}

export function fixture(): Fixture {
  return createRequire(__filename)(fixturePath) as Fixture;
}
