import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHipcc, HipccCompiler } from '@heddle/backend-hip';
import { compilerCases, namedEntries, namedParts, namedSource } from '../../../tools/backend-tests/src/compiler-cases';
import { locateHipcc } from '../src/hipcc/find-hipcc';
import { linkBitcode } from '../src/hipcc/link-bitcode';
import { assertNoShellText } from '../src/hipcc/shell-text';
import { compileRequest as request } from './support/compile-request';

// Each run takes a second or two, and longer where others use the machine.
jest.setTimeout(300_000);

const withHipcc = locateHipcc() === undefined ? describe.skip : describe;

const source = `#include <hip/hip_runtime.h>
${namedSource}`;

function compilerFor(architecture: string): HipccCompiler {
  return new HipccCompiler({ architecture, warpSize: architecture.startsWith('gfx10') ? 32 : 64, float16: true });
}

withHipcc('HipccCompiler', () => {
  it.each(['gfx906', 'gfx90a:sramecc+:xnack-', 'gfx1030'])(
    'finds plain and template kernels for %s',
    async (target) => {
      const artifact = await compilerFor(target).compile(request(source, namedParts));
      expect(artifact.format).toBe('code-object');
      expect(artifact.entryNames).toEqual(namedEntries);
    },
  );

  compilerCases(() => compilerFor('gfx90a'), 'hip');

  it.each(['blur.hip', 'broken.txt', 'source-1', '/a folder/my kernel.hip', '-o', 'headers'])(
    'shows the failing line of a source that is called %p',
    async (fileName) => {
      const text = '__global__ void f(int* x) {\n  x[0] = nonsense;\n}';
      for (const language of ['hip', 'cuda'] as const) {
        await expect(compilerFor('gfx90a').compile(request(text, { language, fileName }))).rejects.toMatchObject({
          code: 'COMPILE',
          message: expect.stringContaining(`hipcc refused ${fileName}: `) as string,
          excerpt: expect.stringContaining('> 2 |   x[0] = nonsense;') as string,
          log: expect.stringContaining(`${fileName}:2:10: error`) as string,
        });
      }
    },
  );

  it('refuses an architecture, and an option, that its clang does not know', async () => {
    const compiler = compilerFor('gfx90a');
    await expect(compiler.compile(request(source, { options: ['--offload-arch=gfx999'] }))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining("invalid target ID 'gfx999'") as string,
    });
    await expect(compiler.compile(request(source, { options: ['--no-such-option'] }))).rejects.toMatchObject({
      code: 'COMPILE',
      message: expect.stringContaining('--no-such-option') as string,
    });
    await expect(compiler.compile(request(source, { options: ['-c', '-emit-llvm'] }))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('hipcc gave code of a form that no driver loads') as string,
    });
  });

  it('takes what CUDA spells otherwise, where the source says that it is CUDA', async () => {
    const text = `#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <assert.h>
#include <stdint.h>
static_assert(HEDDLE_WARP_SIZE == 64, "lanes");
__global__ void k(int64_t* x, __half* h, cudaTextureObject_t t, float* f) {
  assert(x[0] > 0);
  x[0] = __shfl_down_sync(0xffffffffu, (int)x[1], 1) + (int64_t)__ballot_sync(__activemask(), x[2]);
  __syncwarp();
  h[0] = __float2half(1.0f);
  f[0] = tex2D<float>(t, 0.5f, 0.5f);
  cooperative_groups::this_grid().sync();
}`;
    const artifact = await compilerFor('gfx90a').compile(request(text, { language: 'cuda' }));
    expect(artifact.entryNames).toHaveProperty('k');
  });

  it('passes macros as they are', async () => {
    const text = `__global__ void f(int* x) { x[0] = VALUE; const char* s = TEXT; x[1] = s[0]; }
#ifndef EMPTY
#error no EMPTY
#endif`;
    const defines = { VALUE: '(1 + 2)', EMPTY: '', TEXT: '"$(a) `b`; \'c\' | d"' };
    const artifact = await compilerFor('gfx90a').compile(request(text, { defines, options: ['-O2'] }));
    expect(artifact.bytes.byteLength).toBeGreaterThan(1000);
  });

  it.each([
    '--offload-arch=gfx90a$(touch FOLDER/made)',
    '-Dlibrary=`touch FOLDER/made`.a',
    '-DX=1\ntouch FOLDER/made',
    'a;touch FOLDER/made;b.lo',
    '@a;touch FOLDER/made',
    '--hip-version=`touch FOLDER/made`',
  ])('refuses %p, of which hipcc would let a shell read a part', async (option) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-shell-'));
    try {
      const options = [option.replaceAll('FOLDER', folder)];
      await expect(compilerFor('gfx90a').compile(request(source, { options }))).rejects.toMatchObject({
        code: 'ARGUMENT',
      });
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    '-DX=1;touch FOLDER/made',
    '-DX=`touch FOLDER/made`',
    "-DX='$(touch FOLDER/made)'",
    '-DX=\\";touch FOLDER/made',
  ])('passes %p on as text', async (option) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-shell-'));
    try {
      await compilerFor('gfx90a').compile(request(source, { options: [option.replaceAll('FOLDER', folder)] }));
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lets nobody else name its output', async () => {
    for (const options of [['-o', 'x'], ['--output=x']]) {
      await expect(compilerFor('gfx90a').compile(request(source, { options }))).rejects.toMatchObject({
        code: 'ARGUMENT',
      });
    }
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const compiled = compilerFor('gfx90a').compile(request(source, { signal: controller.signal }));
    setTimeout(() => {
      controller.abort();
    }, 50);
    await expect(compiled).rejects.toThrow();
  });

  it('has a fingerprint that tells the version of HIP, of clang, and the device', async () => {
    const fingerprint = await compilerFor('gfx90a:xnack-').fingerprint();
    expect(fingerprint).toContain((await findHipcc()).version);
    expect(fingerprint).toMatch(/clang version \d+/);
    expect(fingerprint).toContain('gfx90a:xnack-');
  });

  describe('linking', () => {
    const use = 'extern __device__ int f(int x);\n__global__ void k(int* x) { x[0] = f(x[0]); }';
    const define = '__device__ int f(int x) { return x + (int)blockIdx.x + 1; }';

    it.each(['gfx906', 'gfx90a:sramecc+:xnack-', 'gfx1030'])('makes one code object of two for %s', async (target) => {
      const compiler = compilerFor(target);
      const objects = [await compiler.compileObject(request(use)), await compiler.compileObject(request(define))];
      const { format, entryNames } = await compiler.link(objects, []);
      expect({ format, entryNames }).toEqual({ format: 'code-object', entryNames: { k: '_Z1kPi' } });
    });

    it('names what a link lacks, and what it has twice', async () => {
      const compiler = compilerFor('gfx90a');
      const [user, definer] = [
        await compiler.compileObject(request(use)),
        await compiler.compileObject(request(define)),
      ];
      await expect(compiler.link([user], [])).rejects.toMatchObject({
        code: 'COMPILE',
        message: expect.stringMatching(/undefined.*f\(int\)/) as string,
      });
      await expect(compiler.link([user, definer, definer], [])).rejects.toMatchObject({
        code: 'COMPILE',
        message: expect.stringMatching(/duplicate.*f\(int\)/) as string,
      });
      await expect(compiler.link([{ ...user, format: 'ptx' }], [])).rejects.toMatchObject({ code: 'ARGUMENT' });
      await expect(compiler.link([{ ...user, bytes: user.bytes.slice(0, 900) }], [])).rejects.toMatchObject({
        code: 'COMPILE',
      });
      await expect(compiler.link([user, definer], ['--no-such-option'])).rejects.toMatchObject({
        code: 'COMPILE',
        message: expect.stringContaining('--no-such-option') as string,
      });
    });
  });
});

describe('linkBitcode', () => {
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('says that there is no linker', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-hipcc-'));
    const path = join(folder, 'hipcc');
    try {
      writeFileSync(path, '#!/bin/sh\necho /nowhere/ld.lld\n', { mode: 0o755 });
      await expect(
        linkBitcode({ path, version: '6.0.0', identity: path }, [], { architecture: 'gfx90a', options: [] }),
      ).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        status: 'NO_LINKER',
        message: expect.stringMatching(/^\/nowhere\/ld\.lld does not run: (Error: )?spawn/) as string,
        cause: { code: 'UNAVAILABLE' },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('findHipcc', () => {
  const before = process.env['HEDDLE_HIPCC'];
  afterEach(() => {
    if (before === undefined) delete process.env['HEDDLE_HIPCC'];
    else process.env['HEDDLE_HIPCC'] = before;
  });

  it('says that hipcc does not run, and which compiler needs none', async () => {
    process.env['HEDDLE_HIPCC'] = '/nowhere/hipcc';
    await expect(compilerFor('gfx90a').compile(request(source))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 'HIPCC_BROKEN',
      hint: expect.stringContaining('hiprtc') as string,
    });
  });

  it('takes the one that the environment names', () => {
    expect(locateHipcc({ PATH: '/nowhere', HEDDLE_HIPCC: 'my-hipcc' })).toBe('my-hipcc');
  });
});

describe('assertNoShellText', () => {
  it('lets through what is written as options are', () => {
    expect(() => {
      assertNoShellText([
        '-O3',
        '--offload-arch=gfx90a:sramecc+:xnack-',
        '-std=c++17',
        '-I/a b/c',
        '-DX="y"',
        '-x',
        'hip',
      ]);
    }).not.toThrow();
  });
});
