import type { CompileRequest } from '@heddle/core/backend';
import { NvrtcLibrary } from '@heddle/backend-nvrtc/api';
import { compileRequest as request } from '../../../tools/backend-tests/src/compile-request';
import { compilerCases, namedEntries, namedParts, namedSource } from '../../../tools/backend-tests/src/compiler-cases';
import { compilePlan } from '../src/compile/compile-options';
import { leanRequest } from '../src/compile/lean-program';
import { NvrtcCompiler } from '../src/compile/nvrtc-compiler';

function libraryIfHere(): NvrtcLibrary | undefined {
  try {
    return NvrtcLibrary.load();
  } catch {
    return undefined;
  }
}

const library = libraryIfHere();
const withLibrary = library ? describe : describe.skip;

withLibrary('NvrtcCompiler', () => {
  // Made when the tests run: a suite that is skipped still runs this body.
  let compiler: NvrtcCompiler;
  beforeAll(() => {
    compiler = new NvrtcCompiler(library as NvrtcLibrary, { architecture: 'sm_90', float16: true });
  });

  it.each([
    ['a cubin', [], 'cubin'],
    ['PTX', ['-arch=compute_90'], 'ptx'],
    ['a cubin for an architecture with a suffix', ['-arch=sm_90a'], 'cubin'],
  ])('finds plain and template kernels in %s', async (_what, options, format) => {
    const artifact = await compiler.compile(request(namedSource, { ...namedParts, options }));
    expect(artifact.format).toBe(format);
    expect(artifact.entryNames).toEqual(namedEntries);
  });

  compilerCases(() => compiler, 'cuda');

  it('shows the line that does not compile', async () => {
    const failed = compiler.compile(request('__global__ void f(int* x) {\n  x[0] = nonsense;\n}'));
    await expect(failed).rejects.toMatchObject({
      code: 'COMPILE',
      excerpt: expect.stringContaining('> 2 |   x[0] = nonsense;') as string,
    });
  });

  it('passes macros, and leaves the event loop free', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const text = '__global__ void f(int* x) { x[0] = VALUE; }\n#ifndef EMPTY\n#error no EMPTY\n#endif';
    const artifact = await compiler.compile(request(text, { defines: { VALUE: '(1 + 2)', EMPTY: '' } }));
    clearInterval(timer);
    expect(artifact.bytes.byteLength).toBeGreaterThan(1000);
    expect(turns).toBeGreaterThan(1);
  });

  it('says which option NVRTC refused', async () => {
    await expect(compiler.compile(request(namedSource, { options: ['--no-such-option'] }))).rejects.toMatchObject({
      code: 'COMPILE',
      status: 'NVRTC_ERROR_INVALID_OPTION',
      log: expect.stringContaining('no-such-option') as string,
    });
  });

  it('has the headers that kernels include out of habit', async () => {
    const text = `
#include <assert.h>
#include <stdint.h>
#include <cstdint>
#include <stdio.h>
#include <math.h>
#include <cuda_fp16.h>
__global__ void k(int64_t* x, uint8_t y, uintptr_t z) { assert(y > 2); x[0] = (int64_t)sqrtf(y) + (z & 1); printf("%d", (int)y); }`;
    expect((await compiler.compile(request(text))).format).toBe('cubin');
    await expect(
      compiler.compile(
        request('#include <assert.h>\n__global__ void k() { own(); }', {
          headers: { 'assert.h': '__device__ void own() {}' },
        }),
      ),
    ).resolves.toMatchObject({ format: 'cubin' });
  });

  it('compiles objects whose functions are elsewhere', async () => {
    const text = 'extern __device__ int elsewhere(int); __global__ void k(int* x) { x[0] = elsewhere(1); }';
    await expect(compiler.compile(request(text))).rejects.toMatchObject({
      code: expect.stringMatching(/COMPILE|UNSUPPORTED/),
    });
    const object = await compiler.compileObject(request(text));
    expect(object).toMatchObject({ format: 'cubin', entryNames: { k: '_Z1kPi' } });
    await expect(compiler.link([object], [])).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  it.each([
    ['plain code', '__global__ void k(float* x) { x[0] = sinf(x[1]); printf("%f", x[0]); assert(x[0] < 2); }'],
    ['our own headers', '#include <stdint.h>\n#include <math.h>\n__global__ void k(int64_t* x) { x[0] = 1; }'],
    ['warps and atomics', '__global__ void k(int* x) { atomicAdd(x, __shfl_sync(~0u, x[1], 1)); __syncthreads(); }'],
  ])('makes the same binary of %s with fewer declarations', async (_what, text) => {
    expect(leanRequest(request(text), compiler.dialect.preamble)).toBeDefined();
    const lean = await compiler.compile(request(text));
    // The word keeps all of them.
    const whole = await compiler.compile(request(`${text} // cuda`));
    expect(Buffer.from(lean.bytes).equals(whole.bytes)).toBe(true);
  });

  it('makes the same binary of portable source without the header of halves', async () => {
    const text = 'KERNEL void k(GLOBAL float* x, int n) { int i = GLOBAL_INDEX(0); if (i < n) x[i] *= 2; }';
    const source = `${compiler.dialect.preamble}#line 1 "kernel.cl"\n${text}`;
    const lean = await compiler.compile(request(source));
    const whole = await compiler.compile(request(`${source} // half`));
    expect(Buffer.from(lean.bytes).equals(whole.bytes)).toBe(true);
  });

  it('has everything for sources that name it, and for those that turn out to need it', async () => {
    const { preamble } = compiler.dialect;
    const named = '__global__ void k(cudaTextureObject_t t, float* x) { x[0] = tex2D<float>(t, 1, 2); }';
    expect(leanRequest(request(named), preamble)).toBeUndefined();
    expect((await compiler.compile(request(named))).format).toBe('cubin');
    const hidden = '#define JOIN(a, b) a##b\n__global__ void k(JOIN(cu, daTextureObject_t) t, int* x) { x[0] = 1; }';
    expect(leanRequest(request(hidden), preamble)).toBeDefined();
    expect((await compiler.compile(request(hidden))).format).toBe('cubin');
  });

  it('keeps quiet about precompiled headers', async () => {
    for (const times of [1, 2]) {
      const text = `#include <cuda_fp16.h>\n__global__ void k${times}(half* x) {}`;
      expect((await compiler.compile(request(text, { options: ['--pch'] }))).log).toBe('');
    }
  });
});

describe('leanRequest', () => {
  const preamble = '#include <cuda_fp16.h>\n#define KERNEL __global__\n';
  const lean = (text: string, more: Partial<CompileRequest> = {}) => leanRequest(request(text, more), preamble);

  const changes: [string, string, Partial<CompileRequest>][] = [
    ['a header of others', '#include "own.h"', {}],
    ['a header named by a macro', '#  include OWN', {}],
    ['a standard header of the user', '#include <stdint.h>', { headers: { 'stdint.h': '' } }],
    ['a header before all', '', { options: ['--pre-include=own.h'] }],
    ['precompiled headers', '', { options: ['--pch'] }],
    ['textures', '__device__ float f() { return tex2D<float>(0, 0, 0); }', {}],
    ['surfaces', '__device__ void f() { surf2Dwrite(0, 0, 0, 0); }', {}],
    ['the runtime', '__device__ void f() { cudaDeviceSynchronize(); }', {}],
    ['a launch', '__global__ void f() { f<<<1, 1>>>(); }', {}],
    ['a question about it', '#ifdef CUDART_VERSION\n#endif', {}],
    ['portable source with a half', `${preamble}KERNEL void f(GLOBAL HALF* x) {}`, {}],
    ['portable source that becomes one by a macro', `${preamble}KERNEL void f(T* x) {}`, { defines: { T: 'half' } }],
  ];

  it.each(changes)('leaves nothing out for %s', (_what, text, more) => {
    expect(lean(text, more)).toBeUndefined();
  });

  it('leaves out what is not named', () => {
    expect(lean(namedSource, { options: ['-arch=sm_90a'] })).toMatchObject({
      source: namedSource,
      options: ['--minimal', '-arch=sm_90a'],
    });
    expect(lean('#include <cstdint>\n#ifdef __CUDA_ARCH__\n#endif')).toBeDefined();
    expect(lean(`${preamble}KERNEL void f() {}`)?.source).toBe('\n#define KERNEL __global__\nKERNEL void f() {}');
  });
});

describe('compilePlan', () => {
  const empty = { options: [], defines: {}, includeDirs: [] };

  it('makes machine code for a known device and PTX for a newer one', () => {
    expect(compilePlan(empty, 'sm_90', [75, 90], []).options).toEqual(['--gpu-architecture=sm_90']);
    expect(compilePlan(empty, 'sm_120', [75, 90], [])).toEqual({
      options: ['--gpu-architecture=compute_90'],
      format: 'ptx',
    });
    expect(() => compilePlan(empty, 'sm_50', [75], [])).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
  });

  it('lets the user choose', () => {
    const plan = compilePlan({ ...empty, options: ['-arch', 'compute_80'] }, 'sm_90', [90], ['/inc']);
    expect(plan).toEqual({ options: ['-arch', 'compute_80', '--include-path=/inc'], format: 'ptx' });
  });
});
