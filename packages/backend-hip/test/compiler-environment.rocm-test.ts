/** Environment variables of ROCm's compilers are part of the cache key. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ArtifactCache, type DeviceCompiler } from '@heddle/core';
import type { Compiler } from '@heddle/core/backend';
import { HipccCompiler, HiprtcCompiler } from '@heddle/backend-hip';
import { openCompilerAlone } from '../../../tools/backend-tests/src/open-compiler-alone';
import { resetProcessVariables, setProcessVariable } from '../../../tools/backend-tests/src/process-variable';
import { hiprtcVariables } from '../src/compile/hiprtc-variables';
import { locateHipcc } from '../src/hipcc/find-hipcc';
import { hipccVariables } from '../src/hipcc/hipcc-variables';
import { hiprtcIfHere } from './support/hiprtc-if-here';

jest.setTimeout(300_000);

const target = { architecture: 'gfx90a', warpSize: 64, float16: true };
const source = '#include <woven.h>\nextern "C" __global__ void k(int* o) { *o = WOVEN; }';
const plain = '#ifndef WOVEN\n#define WOVEN 1\n#endif\nextern "C" __global__ void k(int* o) { *o = WOVEN; }';

let folder: string;
let compiler: DeviceCompiler;

async function open(made: Compiler): Promise<void> {
  compiler = await openCompilerAlone(made, new ArtifactCache({ folder: join(folder, 'cache') }));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-environment-'));
});

afterEach(() => {
  resetProcessVariables();
  compiler.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function writeHeader(value: number): void {
  mkdirSync(join(folder, 'inc'), { recursive: true });
  writeFileSync(join(folder, 'inc/woven.h'), `#define WOVEN ${value}\n`);
}

/** The digest of what a text becomes; the second time it comes from the cache, the first time as `cached` says. */
async function digestOf(text: string, cached: boolean): Promise<string | undefined> {
  const first = await compiler.compile(text, { language: 'hip' });
  expect(first.cached).toBe(cached);
  const second = await compiler.compile(text, { language: 'hip' });
  expect([second.cached, second.artifact.digest]).toEqual([true, first.artifact.digest]);
  return first.artifact.digest;
}

async function expectTracked(): Promise<void> {
  const before = await digestOf(source, false);
  writeHeader(7272);
  expect(await digestOf(source, false)).not.toBe(before);
}

(hiprtcIfHere() ? describe : describe.skip)('hiprtc', () => {
  beforeEach(async () => {
    const library = hiprtcIfHere();
    if (!library) throw new Error('hiprtc has gone');
    await open(new HiprtcCompiler(library, target));
  });

  it.each(['CPATH', 'CPLUS_INCLUDE_PATH'])('tracks headers found through %s', async (variable) => {
    writeHeader(7171);
    setProcessVariable(variable, join(folder, 'inc'));
    await expectTracked();
  });

  it('has nothing removed: it runs in this process', () => {
    for (const { role } of hiprtcVariables) expect(['removed', 'set']).not.toContain(role);
  });
});

(locateHipcc() === undefined ? describe.skip : describe)('hipcc', () => {
  beforeEach(() => open(new HipccCompiler(target)));

  it.each([
    ['CPATH', ''],
    ['CPLUS_INCLUDE_PATH', ''],
    ['HIPCC_COMPILE_FLAGS_APPEND', '-I'],
  ])('tracks headers found through %s', async (variable, option) => {
    writeHeader(7171);
    setProcessVariable(variable, `${option}${join(folder, 'inc')}`);
    await expectTracked();
  });

  it('takes relative folders of HIPCC_COMPILE_FLAGS_APPEND as yours', async () => {
    writeHeader(7171);
    setProcessVariable('HIPCC_COMPILE_FLAGS_APPEND', `-I${relative(process.cwd(), join(folder, 'inc'))}`);
    await expectTracked();
  });

  it('has options of HIPCC_COMPILE_FLAGS_APPEND in the key', async () => {
    const before = await digestOf(plain, false);
    setProcessVariable('HIPCC_COMPILE_FLAGS_APPEND', '-DWOVEN=7171');
    expect(await digestOf(plain, false)).not.toBe(before);
  });

  it('does not see what its table removes', async () => {
    const before = await digestOf(plain, false);
    for (const { name, role } of hipccVariables) if (role === 'removed') setProcessVariable(name, join(folder, 'file'));
    expect(await digestOf(plain, true)).toBe(before);
    const again = await compiler.compile(plain, { language: 'hip', cache: false });
    expect([again.artifact.digest, again.artifact.log]).toEqual([before, '']);
  });
});
