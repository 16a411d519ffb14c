import { HiprtcCompiler } from '@heddle/backend-hip';
import type { HiprtcLibrary } from '@heddle/backend-hip/api';
import { compilerCases, namedEntries, namedParts, namedSource } from '../../../tools/backend-tests/src/compiler-cases';
import { compilePlan } from '../src/compile/compile-options';
import { deviceCode } from '../src/compile/code-format';
import { withUserNames } from '../src/compile/source-name';
import { compileRequest as request } from './support/compile-request';
import { hiprtcIfHere } from './support/hiprtc-if-here';

const library = hiprtcIfHere();
const withLibrary = library ? describe : describe.skip;

const source = `#include <hip/hip_runtime.h>
${namedSource}`;

withLibrary('HiprtcCompiler', () => {
  // Made when the tests run: a suite that is skipped still runs this body.
  const compilerFor = (architecture: string): HiprtcCompiler =>
    new HiprtcCompiler(library as HiprtcLibrary, { architecture, warpSize: 64, float16: true });

  it.each(['gfx906', 'gfx90a:sramecc+:xnack-', 'gfx1030'])(
    'finds plain and template kernels for %s',
    async (target) => {
      const artifact = await compilerFor(target).compile(request(source, namedParts));
      expect(artifact.format).toBe('code-object');
      expect(artifact.entryNames).toEqual(namedEntries);
    },
  );

  compilerCases(() => compilerFor('gfx90a'), 'hip');

  it('shows the line that does not compile, under the name that the user gave the source', async () => {
    const text = '__global__ void f(int* x) {\n  x[0] = nonsense;\n}';
    for (const language of ['hip', 'cuda'] as const) {
      const failed = compilerFor('gfx90a').compile(request(text, { language, fileName: 'blur.hip' }));
      await expect(failed).rejects.toMatchObject({
        code: 'COMPILE',
        excerpt: expect.stringContaining('> 2 |   x[0] = nonsense;') as string,
        log: expect.stringMatching(/^blur\.hip:2:10: error/) as string,
      });
    }
  });

  it('calls included headers by their own names', async () => {
    const headers = { 'lib/a.h': 'int wrong = ;\n' };
    await expect(compilerFor('gfx90a').compile(request('#include "lib/a.h"\n', { headers }))).rejects.toMatchObject({
      log: expect.stringContaining('\nlib/a.h:1:13: error') as string,
    });
  });

  it('refuses an architecture that the code-object manager does not know, and lives on', async () => {
    const compiler = compilerFor('gfx90a');
    for (const failed of [
      compiler.compile(request(source, { options: ['--offload-arch=gfx999'] })),
      compilerFor('gfx999:xnack+').compile(request(source)),
    ]) {
      await expect(failed).rejects.toMatchObject({
        code: 'UNSUPPORTED',
        hint: expect.stringMatching(/gfx906.*gfx90a.*gfx1030/) as string,
      });
    }
    expect((await compiler.compile(request(source))).format).toBe('code-object');
  });

  const withoutLinker = library && !library.has('hiprtcLinkCreate') ? it : it.skip;
  withoutLinker('says which ROCm links objects, where this one does not, and lets another compiler do it', async () => {
    const part = request('__device__ int f(int x) { return x; }');
    await expect(compilerFor('gfx90a').compileObject(part)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('ROCm 5.3') as string,
      hint: expect.stringContaining('hipcc') as string,
    });
    const target = { architecture: 'gfx90a', warpSize: 64, float16: true };
    const object = { format: 'bitcode', bytes: new Uint8Array(4), entryNames: {}, log: '' };
    const instead = { compileObject: () => Promise.resolve(object), link: () => Promise.resolve(object) };
    const compiler = new HiprtcCompiler(library as HiprtcLibrary, target, { instead });
    expect(await compiler.compileObject(part)).toBe(object);
    expect(await compiler.link([object], [])).toBe(object);
  });

  it('says which option was refused', async () => {
    await expect(
      compilerFor('gfx90a').compile(request(source, { options: ['--no-such-option'] })),
    ).rejects.toMatchObject({ code: 'COMPILE', log: expect.stringContaining('no-such-option') as string });
  });

  it('tells kernels the lanes of a wavefront, and has a type with a bit for each', async () => {
    const text = `static_assert(HEDDLE_WARP_SIZE == 64, "lanes");
static_assert(sizeof(HEDDLE_LANE_MASK) == 8, "mask");
__global__ void k(HEDDLE_LANE_MASK* out) { out[threadIdx.x] = __ballot(threadIdx.x % 2); }`;
    expect((await compilerFor('gfx90a').compile(request(text))).format).toBe('code-object');
  });

  it('takes what CUDA spells otherwise, where the source says that it is CUDA', async () => {
    const text = `#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <assert.h>
#include <stdint.h>
__global__ void k(int64_t* x, __half* h, cudaTextureObject_t t, float* f) {
  assert(x[0] > 0);
  x[0] = __shfl_down_sync(0xffffffffu, (int)x[1], 1) + (int64_t)__ballot_sync(__activemask(), x[2]);
  __syncwarp();
  h[0] = __float2half(1.0f);
  f[0] = tex2D<float>(t, 0.5f, 0.5f);
  cooperative_groups::this_grid().sync();
}`;
    const artifact = await compilerFor('gfx1030').compile(request(text, { language: 'cuda' }));
    expect(artifact.entryNames).toHaveProperty('k');
  });

  it('passes macros, and leaves the event loop free', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const text = '__global__ void f(int* x) { x[0] = VALUE; }\n#ifndef EMPTY\n#error no EMPTY\n#endif';
    await compilerFor('gfx90a').compile(request(text, { defines: { VALUE: '(1 + 2)', EMPTY: '' } }));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});

describe('compilePlan', () => {
  const empty = { options: [], defines: {}, includeDirs: [] };

  it('names the architecture with its features, unless the user does', () => {
    expect(compilePlan(empty, 'gfx90a:xnack-')).toEqual({
      architecture: 'gfx90a:xnack-',
      options: ['--offload-arch=gfx90a:xnack-'],
    });
    const chosen = compilePlan({ ...empty, options: ['--offload-arch=gfx906'], includeDirs: ['/inc'] }, 'gfx90a');
    expect(chosen).toEqual({ architecture: 'gfx906', options: ['-I/inc', '--offload-arch=gfx906'] });
  });
});

describe('deviceCode', () => {
  // An ELF header of AMD's machine, and nothing after it.
  const object = new Uint8Array(64);
  object.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
  object[18] = 224;

  it('knows AMD code objects, alone and in a bundle', () => {
    expect(deviceCode(object)).toEqual({ format: 'code-object', bytes: object });
    const names = ['host-x86_64-unknown-linux--', 'hipv4-amdgcn-amd-amdhsa--gfx90a'];
    const bundle = Buffer.alloc(512);
    bundle.write('__CLANG_OFFLOAD_BUNDLE__');
    bundle.writeBigUInt64LE(2n, 24);
    let at = 32;
    for (const [i, name] of names.entries()) {
      bundle.writeBigUInt64LE(256n, at);
      bundle.writeBigUInt64LE(i === 0 ? 0n : 64n, at + 8);
      bundle.writeBigUInt64LE(BigInt(name.length), at + 16);
      bundle.write(name, at + 24);
      at += 24 + name.length;
    }
    bundle.set(object, 256);
    expect(deviceCode(bundle)).toMatchObject({ format: 'code-object', bytes: object });
  });

  it('refuses what no driver loads', () => {
    expect(() => deviceCode(Buffer.from('BC\xc0\xde bitcode'))).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED' }),
    );
  });
});

describe('withUserNames', () => {
  it('takes the folder of a compilation out of a log', () => {
    const log = '/tmp/comgr-d9b202/input/CompileSource:2:1: error: x\n/tmp/comgr-d9b202/include/lib/a.h:3:1: note: y';
    expect(withUserNames(log, 'mine.hip')).toBe('mine.hip:2:1: error: x\nlib/a.h:3:1: note: y');
  });
});
