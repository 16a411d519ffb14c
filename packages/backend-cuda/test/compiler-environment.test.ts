/** Environment variables of nvcc, and of the compiler that it starts, are part of the cache key. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ArtifactCache, type DeviceCompiler } from '@heddle/core';
import { NvccCompiler } from '@heddle/backend-cuda';
import { resetVariables, setVariable } from '../../../tools/backend-tests/src/environment-variable';
import { openCompilerAlone } from '../../../tools/backend-tests/src/open-compiler-alone';
import { nvccVariables } from '../src/nvcc/nvcc-variables';
import { compile } from '../src/pycuda';
import { withNvcc } from './pycuda/with-nvcc';

jest.setTimeout(300_000);

const source = '#include <woven.h>\n__global__ void k(int* o) { *o = WOVEN; }';
const plain = '#ifndef WOVEN\n#define WOVEN 1\n#endif\n__global__ void k(int* o) { *o = WOVEN; }';
const debuggable = '__global__ void k(float* x) { for (int i = 0; i < 9; i++) x[i] = x[i] * x[i + 1] + 1.0f; }';

let folder: string;
let compiler: DeviceCompiler;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-environment-'));
  const cache = new ArtifactCache({ folder: join(folder, 'cache') });
  compiler = await openCompilerAlone(new NvccCompiler({ architecture: 'sm_90', float16: true }), cache);
});

afterEach(() => {
  resetVariables();
  compiler.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** What PTX a text becomes; the second time it comes from the cache, the first time as `cached` says. */
async function ptxOf(text: string, cached: boolean): Promise<string> {
  const options = { options: ['-arch=compute_90', '-ptx'], language: 'cuda' } as const;
  const first = await compiler.compile(text, options);
  expect(first.cached).toBe(cached);
  const second = await compiler.compile(text, options);
  expect({ cached: second.cached, digest: second.artifact.digest }).toEqual({
    cached: true,
    digest: first.artifact.digest,
  });
  return Buffer.from(first.artifact.bytes).toString('latin1');
}

withNvcc('nvcc', () => {
  it.each([
    ['CPATH', ''],
    ['CPLUS_INCLUDE_PATH', ''],
    ['INCLUDES', '-I'],
    ['SYSTEM_INCLUDES', '-isystem '],
    ['NVCC_PREPEND_FLAGS', '-I'],
    ['NVCC_APPEND_FLAGS', '-I '],
  ])('tracks headers found through %s', async (variable, option) => {
    write('inc/woven.h', '#define WOVEN 7171\n');
    setVariable(variable, `${option}${join(folder, 'inc')}`);
    expect(await ptxOf(source, false)).toContain('7171');
    write('inc/woven.h', '#define WOVEN 7272\n');
    expect(await ptxOf(source, false)).toContain('7272');
  });

  it.each(['NVCC_PREPEND_FLAGS', 'NVCC_APPEND_FLAGS'])('has the options of %s in the key', async (variable) => {
    expect(await ptxOf(plain, false)).not.toContain('7171');
    setVariable(variable, '-DWOVEN=7171');
    expect(await ptxOf(plain, false)).toContain('7171');
    setVariable(variable, '-DWOVEN=7272');
    expect(await ptxOf(plain, false)).toContain('7272');
    setVariable(variable, '-DWOVEN=7171');
    expect(await ptxOf(plain, true)).toContain('7171');
  });

  it.each(['NVCC_PREPEND_FLAGS', 'NVCC_APPEND_FLAGS'])('takes relative folders of %s as yours', async (variable) => {
    for (const [name, value] of [
      ['inc', 7171],
      ['two words', 7272],
    ] as const) {
      write(`${name}/woven.h`, `#define WOVEN ${value}\n`);
      setVariable(variable, `-I"${relative(process.cwd(), join(folder, name))}" -DOTHER=1`);
      expect(await ptxOf(source, false)).toContain(String(value));
    }
  });

  it.each([true, false])('refuses options that make no code, with cache: %s', async (cache) => {
    setVariable('NVCC_APPEND_FLAGS', '-lineinfo -E');
    const message = expect.stringMatching(/^NVCC_APPEND_FLAGS: the option '-E' only preprocesses/) as string;
    await expect(compiler.compile(plain, { cache })).rejects.toMatchObject({ code: 'ARGUMENT', message });
  });

  it.each(['CUDAFE_FLAGS', 'NVVM_FLAGS'])('has the options of %s in the key', async (variable) => {
    await ptxOf(plain, false);
    setVariable(variable, ' ');
    await ptxOf(plain, false);
  });

  it.each([
    ['NVCC_CCBIN', ''],
    ['NVCC_CCBIN', '/g++'],
    ['PATH', `:${process.env['PATH'] ?? ''}`],
  ])('has the host compiler of %s%s in the key', async (variable, end) => {
    const hostCompiler = (value: number): void => {
      for (const name of ['gcc', 'g++']) {
        write(`bin/${name}`, `#!/bin/sh\nexec /usr/bin/${name} -DWOVEN=${value} "$@"\n`, 0o700);
      }
    };
    hostCompiler(7171);
    setVariable(variable, `${join(folder, 'bin')}${end}`);
    expect(await ptxOf(plain, false)).toContain('7171');
    hostCompiler(727272);
    expect(await ptxOf(plain, false)).toContain('727272');
  });

  it.each(['PTXAS_FLAGS', 'OCG_FLAGS'])('has the options of %s in the key of machine code', async (variable) => {
    const options = { options: ['-arch=sm_90'] };
    const bytesOf = async (cached: boolean): Promise<Uint8Array> => {
      const { artifact, cached: wasCached } = await compiler.compile(debuggable, options);
      expect(wasCached).toBe(cached);
      return artifact.bytes;
    };
    const before = await bytesOf(false);
    setVariable(variable, '-O0');
    expect(Buffer.compare(await bytesOf(false), before)).not.toBe(0);
    await bytesOf(true);
  });

  it('does not see what its table removes', async () => {
    const before = await ptxOf(plain, false);
    for (const { name, role } of nvccVariables) if (role === 'removed') setVariable(name, join(folder, 'written'));
    expect(await ptxOf(plain, true)).toBe(before);
    const again = await compiler.compile(plain, { options: ['-arch=compute_90', '-ptx'], cache: false });
    expect(Buffer.from(again.artifact.bytes).toString('latin1')).toBe(before);
    expect({ log: again.artifact.log, isWritten: existsSync(join(folder, 'written')) }).toEqual({
      log: '',
      isWritten: false,
    });
  });

  it("tracks headers of PyCUDA's compile too", async () => {
    write('inc/woven.h', '#define WOVEN 7171\n');
    setVariable('CPATH', join(folder, 'inc'));
    const ptx = async (): Promise<string> =>
      Buffer.from(await compile(source, { arch: 'sm_90', target: 'ptx', cacheDir: join(folder, 'pycuda') })).toString();
    expect(await ptx()).toContain('7171');
    write('inc/woven.h', '#define WOVEN 7272\n');
    expect(await ptx()).toContain('7272');
  });
});
