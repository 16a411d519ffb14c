import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isHeddleError, type CompileOptions, type HeddleError } from '@heddle/core';
import { closeDevices, describeOpenCl, openOpenCl } from './testing/opencl-device';

const one = { grid: 1, block: 1 } as const;

async function errorOf(work: Promise<unknown>): Promise<HeddleError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (isHeddleError(error)) return error;
  throw new Error(`expected a HeddleError, got ${String(error)}`);
}

describeOpenCl('programs', () => {
  afterEach(closeDevices);

  it.each([
    ['OpenCL C', '__kernel void bad(__global float* x) {\n  int i = 0;\n  x[i] = undeclared;\n}'],
    ['portable', 'KERNEL void bad(GLOBAL float* x) {\n  int i = 0;\n  x[i] = undeclared;\n}'],
  ])('show the failing line of %s under its own number', async (_, source) => {
    const device = await openOpenCl();
    const error = await errorOf(device.compile(source, { fileName: 'user.cl', defines: { UNUSED: 'two words' } }));
    expect(error.code).toBe('COMPILE');
    expect(error.message).toContain('user.cl:3');
    expect(error.excerpt).toContain('> 3 |   x[i] = undeclared;');
    expect(error.log).toContain('undeclared');
    const module = await device.compile('__kernel void good(__global int* x) { x[0] = 1; }');
    expect(module.kernel('good').name).toBe('good');
  });

  it('that are being compiled when their device is disposed end by themselves', async () => {
    const device = await openOpenCl();
    const compiling = [1, 2, 3].map((k) => device.compile(`__kernel void k(__global int* x) { x[0] = ${k}; }`));
    const ends = Promise.allSettled(compiling);
    await device.dispose();
    for (const end of await ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'ARGUMENT' });
  });

  it('show the line of a header from memory', async () => {
    const device = await openOpenCl();
    const source = '#include "scale.h"\n__kernel void k(__global float* x) { x[0] = scale(x[0]); }';
    const error = await errorOf(
      device.compile(source, { headers: { 'scale.h': '\nfloat scale(float x) { return y; }\n' } }),
    );
    expect(error.message).toContain('scale.h:2');
    expect(error.excerpt).toContain('> 2 | float scale(float x) { return y; }');
  });

  it('round quotients and square roots of float correctly if they are portable', async () => {
    const device = await openOpenCl();
    const module =
      await device.compile(`KERNEL void k(GLOBAL const float* x, GLOBAL float* quotients, GLOBAL float* roots) {
      int i = (int)GLOBAL_INDEX(0);
      quotients[i] = x[i] / x[i + 1];
      roots[i] = sqrt(x[i]);
    }`);
    const n = 4096;
    // NVIDIA's driver (580) errs for the first values, if it is not asked for correct rounding.
    const values = Float32Array.from(
      { length: n + 1 },
      (_, i) => [2147483648, 255, 2.4466850757598877][i] ?? 1 + i / 7,
    );
    const [x, quotients, roots] = [device.upload(values), device.zeros('float32', n), device.zeros('float32', n)];
    module.kernel('k').launch({ grid: n / 64, block: 64 }, await x, quotients, roots);
    const places = Array.from({ length: n }, (_, i) => i);
    expect(await quotients.read()).toEqual(
      Float32Array.from(places, (i) => (values[i] ?? NaN) / (values[i + 1] ?? NaN)),
    );
    expect(await roots.read()).toEqual(Float32Array.from(places, (i) => Math.sqrt(values[i] ?? NaN)));
  });

  it('are OpenCL C 1.2 where they are portable, as on every driver, unless an option says otherwise', async () => {
    const device = await openOpenCl();
    const x = device.zeros('int32', 1);
    const versionWith = async (options: readonly string[]): Promise<number | undefined> => {
      const source = 'KERNEL void k(GLOBAL int* x) { x[0] = __OPENCL_C_VERSION__; }';
      const module = await device.compile(source, { language: 'portable', options });
      module.kernel('k').launch(one, x);
      return (await x.read())[0];
    };
    expect(await versionWith([])).toBe(120);
    expect(await versionWith(['-cl-std=CL1.1'])).toBe(110);
  });

  /** The bytes that `TEXT`, a string, has, or the number that it is. */
  const valueOf = async (options: CompileOptions): Promise<string> => {
    const device = await openOpenCl();
    const module = await device.compile(
      `__kernel void k(__global char* x) {
         __constant char* text = (__constant char*)TEXT;
         for (int i = 0; i < 31 && text[i]; i++) x[i] = text[i];
       }`,
      options,
    );
    const x = device.zeros('int8', 32);
    module.kernel('k').launch(one, x);
    const bytes = Buffer.from(await x.read());
    return bytes.toString('utf8', 0, bytes.indexOf(0));
  };

  it.each<[string, readonly string[]]>([
    ['a b', ['-DTEXT="a b"']],
    ['a b', ['-D', 'TEXT="a b"']],
    ['a "b" c', ['-DTEXT="a \\"b\\" c"']],
    ["it's ß", ['-DTEXT="it\'s ß"']],
    ['a\\b', ['-DTEXT="a\\\\b"', '-cl-mad-enable']],
    ['-cl-none', ['-cl-mad-enable', '-DTEXT="-cl-none"', '-DOTHER=1']],
    ['b', ['-DTEXT="a a"', '-UTEXT', '-DTEXT="b"']],
    ['two parts', ['-DTEXT=FIRST SECOND', '-DFIRST="two "', '-DSECOND="parts"']],
    ['c c', ['-DQUOTED(x)=#x', '-DTEXT=QUOTED(c c)']],
    ['a', ["-DLETTER='a'", '-DTEXT="a"', '-DCHECK=1/(LETTER == 97)']],
  ])('get %j as it is written in %j', async (text, options) => {
    expect(await valueOf({ options })).toBe(text);
  });

  it('get macros with spaces and quotation marks as they are', async () => {
    expect(await valueOf({ defines: { TEXT: '"a b"' } })).toBe('a b');
    expect(await valueOf({ defines: { TEXT: `"it's \\"b\\""` } })).toBe(`it's "b"`);
    for (const TEXT of ['"a" \\', '"a" /*']) {
      const refused = valueOf({ defines: { TEXT } });
      await expect(refused).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'TEXT' });
    }
  });

  it.each(['a b', `it's`, 'a "b"', 'ß 日本'])('find headers in a folder called %j', async (name) => {
    const home = mkdtempSync(join(tmpdir(), 'heddle-test-'));
    try {
      const folder = join(home, name);
      mkdirSync(folder);
      const text = '#warning "in the header"\n#define TEXT "found"\n';
      writeFileSync(join(folder, 'text.h'), text);
      const device = await openOpenCl();
      const source = '#include "text.h"\n__kernel void k(__global char* x) { x[0] = TEXT[0]; }';
      const quoted = name.includes('"') ? [] : [{ options: [`-I "${folder}"`] }];
      const ways: CompileOptions[] = [{ includeDirs: [folder] }, { options: [`-I${folder}`] }, ...quoted];
      for (const options of [...ways, { options: ['-I', folder] }]) {
        const module = await device.compile(source, { ...options, cache: false });
        const x = device.zeros('int8', 1);
        module.kernel('k').launch(one, x);
        expect([...(await x.read())]).toEqual(['f'.charCodeAt(0)]);
        expect(module.log).toContain(`${folder}/text.h:1:2: warning: "in the header"`);
      }
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('refuse nonsense as options', async () => {
    const device = await openOpenCl();
    const error = await errorOf(device.compile('__kernel void k(void) {}', { options: ['-no-such-option'] }));
    expect(error).toMatchObject({ code: 'COMPILE', backend: 'opencl' });
  });

  it('link from sources that need each other', async () => {
    const device = await openOpenCl();
    const module = await device.link([
      { fileName: 'square.cl', source: 'float square(float x) { return x * x; }' },
      {
        fileName: 'main.cl',
        source: 'float square(float x);\n__kernel void k(__global float* x) { x[0] = square(x[0]); }',
      },
    ]);
    const x = await device.upload(Float32Array.of(7));
    module.kernel('k').launch(one, x);
    expect(await x.read()).toEqual(Float32Array.of(49));
  });

  it('tell which of several sources is wrong, and which function none of them has', async () => {
    const device = await openOpenCl();
    const caller = 'float square(float x);\n__kernel void k(__global float* x) { x[0] = square(x[0]); }';
    const wrong = await errorOf(device.link([caller, { fileName: 'square.cl', source: '\nfloat square(' }]));
    expect(wrong.message).toContain('square.cl:2');
    const missing = await errorOf(device.link([caller]));
    expect(missing.code).toBe('COMPILE');
  });

  it('know the parameters of a binary where the driver remembers them', async () => {
    const device = await openOpenCl();
    const source = '__kernel void k(__global float* x, int n, __local float* scratch) { x[n] = 1; }';
    const { artifact } = await device.compile(source);
    const loaded = await device.load(artifact);
    expect(loaded.kernel('k').signature.parameters.map(({ kind, dtype }) => [kind, dtype])).toEqual([
      ['pointer', 'float32'],
      ['scalar', 'int32'],
      ['local', undefined],
    ]);
  });

  it('refuse a damaged artifact, an unknown format and SPIR-V if there is none', async () => {
    const device = await openOpenCl();
    const { artifact } = await device.compile('__kernel void k(void) {}');
    const bytes = artifact.bytes.slice();
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    expect((await errorOf(device.load({ ...artifact, bytes }))).code).toBe('CORRUPT');
    expect((await errorOf(device.load({ format: 'cubin', bytes }))).code).toBe('ARGUMENT');
    const hasIntermediate = device.properties.vendorAttributes.CL_DEVICE_IL_VERSION !== undefined;
    const spirv = await errorOf(device.load({ format: 'spirv', bytes: Uint8Array.of(3, 2, 0x23, 7) }));
    expect(spirv.code).toBe(hasIntermediate ? 'ARGUMENT' : 'UNSUPPORTED');
  });

  it('have the names of their kernels in the error for another', async () => {
    const device = await openOpenCl();
    const module = await device.compile('__kernel void first(void) {}\n__kernel void second(void) {}');
    const lookUp = () => module.kernel('third' as 'first', { signature: [] });
    expect(lookUp).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringMatching(/first.*second/) }),
    );
  });

  it('find a kernel that is called like a function of the language', async () => {
    const device = await openOpenCl();
    const module = await device.compile('__kernel void step(__global int* x) { x[0] = 5; }');
    const x = device.zeros('int32', 1);
    module.kernel('step').launch(one, x);
    expect(await x.read()).toEqual(Int32Array.of(5));
  });

  it('are described by their attributes', async () => {
    const device = await openOpenCl();
    const module = await device.compile(
      '__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void k(__global int* x) { __local int t[32]; ' +
        't[get_local_id(0)] = 1; barrier(CLK_LOCAL_MEM_FENCE); x[0] = t[0]; }',
    );
    const kernel = module.kernel('k');
    expect(kernel.attributes.vendorAttributes).toMatchObject({
      requiredBlockX: 8,
      requiredBlockY: 2,
      requiredBlockZ: 1,
    });
    expect(kernel.attributes.sharedBytes).toBeGreaterThanOrEqual(128);
    expect(kernel.attributes.maxThreadsPerBlock).toBeGreaterThan(0);
    const x = device.zeros('int32', 1);
    expect(() => kernel.launch({ grid: 1, block: 16 }, x)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining('8 × 2 × 1') }),
    );
    kernel.launch({ grid: 1, block: [8, 2] }, x);
    expect(await x.read()).toEqual(Int32Array.of(1));
  });
});
