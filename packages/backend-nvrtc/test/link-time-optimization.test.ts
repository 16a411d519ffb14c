/** LTO-IR by NVRTC, linked by nvJitLink: the real libraries, if they are installed. Neither needs a GPU. */
import type { Artifact, CompileRequest } from '@heddle/core/backend';
import { nvJitLinkCandidates, NvJitLinker, NvJitLinkLibrary, NvrtcLibrary } from '@heddle/backend-nvrtc/api';
import { compileRequest } from '../../../tools/backend-tests/src/compile-request';
import { NvrtcCompiler } from '../src/compile/nvrtc-compiler';

function librariesIfHere(): { nvrtc: NvrtcLibrary; linker: NvJitLinkLibrary } | undefined {
  try {
    const nvrtc = NvrtcLibrary.load();
    return { nvrtc, linker: NvJitLinkLibrary.load('nvrtc', nvJitLinkCandidates(nvrtc.path)) };
  } catch {
    return undefined;
  }
}

const libraries = librariesIfHere();
const withLibraries = libraries ? describe : describe.skip;

const caller = `
extern __device__ int triple(int x);
namespace ns { __device__ int counter; __global__ void apply(int* x) { x[threadIdx.x] = triple(x[threadIdx.x]) + 1; } }
extern "C" __global__ void unmangled(int* x) { x[0] = 1; }`;
const callee = '__device__ __noinline__ int other(int x) { return x; }\n__device__ int triple(int x) { return x * 3; }';

const request = (text: string, changes: Partial<CompileRequest> = {}): CompileRequest =>
  compileRequest(text, { linkTimeOptimization: true, ...changes });

withLibraries('link-time optimisation', () => {
  let compiler: NvrtcCompiler;
  let objects: readonly [Artifact, Artifact];
  const fail = (parts: readonly Artifact[], options: readonly string[] = []) =>
    expect(compiler.link(parts, options)).rejects;

  beforeAll(async () => {
    compiler = new NvrtcCompiler((libraries as NonNullable<typeof libraries>).nvrtc, {
      architecture: 'sm_90',
      float16: false,
    });
    objects = [
      await compiler.compileObject(request(caller, { globals: ['ns::counter'] })),
      await compiler.compileObject(request(callee)),
    ];
  });

  it('inlines a function of one source in another', async () => {
    expect(objects.map(({ format }) => format)).toEqual(['ltoir', 'ltoir']);
    const { format, bytes } = await compiler.link(objects, ['-ptx']);
    const text = Buffer.from(bytes).toString();
    expect(format).toBe('ptx');
    expect(text).toMatch(/\.visible \.entry _ZN2ns5applyEPi/);
    expect(text).not.toMatch(/\bcall\b/);
    // Without it the call stays.
    const apart = await compiler.compileObject(
      request(caller, { linkTimeOptimization: false, options: ['-arch=compute_90'] }),
    );
    expect(Buffer.from(apart.bytes).toString()).toMatch(/\bcall\b/);
  });

  it('makes a cubin whose kernels and variables have their names', async () => {
    const artifact = await compiler.link(objects, []);
    expect(artifact).toMatchObject({ format: 'cubin', log: '' });
    expect(artifact.entryNames).toEqual({ 'ns::apply': '_ZN2ns5applyEPi', 'ns::counter': '_ZN2ns7counterE' });
  });

  it('links LTO-IR with relocatable machine code and PTX', async () => {
    for (const options of [[], ['-arch=compute_90']]) {
      const rest = await compiler.compileObject(request(callee, { linkTimeOptimization: false, options }));
      await expect(compiler.link([objects[0], rest], [])).resolves.toMatchObject({ format: 'cubin' });
    }
  });

  it('passes options to the linker', async () => {
    await expect(compiler.link(objects, ['-maxrregcount=32', '-lineinfo'])).resolves.toMatchObject({ format: 'cubin' });
    await expect(compiler.link(objects, ['-arch=sm_90a'])).resolves.toMatchObject({ format: 'cubin' });
    await fail(objects, ['-no-such-option']).toMatchObject({
      code: 'COMPILE',
      status: 'NVJITLINK_ERROR_UNRECOGNIZED_OPTION',
      message: expect.stringContaining('-no-such-option') as string,
    });
  });

  it('names what no object defines, and what several do', async () => {
    await fail([objects[0]]).toMatchObject({
      code: 'COMPILE',
      message: expect.stringMatching(/Unresolved extern function '_Z6triplei'/) as string,
    });
    await fail([...objects, objects[1]]).toMatchObject({
      code: 'COMPILE',
      message: expect.stringMatching(/'_Z.*': symbol multiply defined/) as string,
    });
  });

  it('refuses damaged objects, other formats, and other architectures', async () => {
    const [whole, other] = objects;
    const damaged = (bytes: Uint8Array): Artifact => ({ ...other, bytes });
    for (const length of [2, 40, 100, other.bytes.byteLength - 1]) {
      await fail([whole, damaged(other.bytes.slice(0, length))]).toMatchObject({ code: 'CORRUPT' });
    }
    await fail([whole, damaged(new Uint8Array(1000))]).toMatchObject({ code: 'CORRUPT' });
    await fail([whole, { ...other, format: 'punched-cards' }]).toMatchObject({ code: 'ARGUMENT' });
    await fail(objects, ['-arch=sm_80']).toMatchObject({
      code: 'ARGUMENT',
      message: expect.stringContaining('object 1') as string,
    });
    await fail(objects, ['-arch=sm_990']).toMatchObject({ code: 'UNSUPPORTED' });
  });

  it('is typed beside NVRTC', () => {
    const { linker: library } = libraries as NonNullable<typeof libraries>;
    expect(library.version.major).toBeGreaterThanOrEqual(12);
    using linker = new NvJitLinker(library, ['-arch=sm_90', '-lto']);
    for (const { bytes } of objects) expect(linker.add('ltoir', bytes, 'part')).toBe('NVJITLINK_SUCCESS');
    expect(linker.complete()).toBe('NVJITLINK_SUCCESS');
    expect(linker.binary('cubin').byteLength).toBeGreaterThan(1000);
    expect(() => linker.binary('ptx')).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
    using refused = new NvJitLinker(library, ['-lto']);
    expect(refused.created).toBe('NVJITLINK_ERROR_MISSING_ARCH');
  });
});
