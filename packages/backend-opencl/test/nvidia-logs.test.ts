/** What NVIDIA's compiler of OpenCL C says, from logs of its driver 580.159 on an H200. */
import { isHeddleError, type CompileOptions, type HeddleError, type Module } from '@heddle/core';
import { buildNvidiaLoader } from './testing/faulty-loader';
import { closeDevices, describeOpenCl, openOpenCl } from './testing/opencl-device';

const loader = buildNvidiaLoader();
const describeNvidia = loader ? describeOpenCl : describe.skip;
const { HEDDLE_OPENCL_LIBRARY: library } = process.env;

// The driver counts the line before the user's own: `#line 1 "kernel.cl"`.
const warned = '<kernel>:2:2: warning: "s old"\n#warning "süß old"\n ^\n';
const source = '#warning "süß old"\n__kernel void k(__global int* o) { o[0] = 1; }';
const readable = 'kernel.cl:1:2: warning: "süß old"\n#warning "süß old"\n ^';

describeNvidia("the log of NVIDIA's driver", () => {
  beforeAll(() => {
    process.env.HEDDLE_OPENCL_LIBRARY = loader?.path;
  });
  beforeEach(() => {
    loader?.setSaid('');
  });
  afterEach(closeDevices);
  afterAll(() => {
    if (library === undefined) delete process.env.HEDDLE_OPENCL_LIBRARY;
    else process.env.HEDDLE_OPENCL_LIBRARY = library;
  });

  const compiled = async (text: string, options: CompileOptions = {}): Promise<Module> =>
    (await openOpenCl()).compile<string>(text, { fileName: 'kernel.cl', cache: false, ...options });

  const failure = async (text: string, options: CompileOptions = {}): Promise<HeddleError> => {
    const error: unknown = await compiled(text, options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (isHeddleError(error)) return error;
    throw new Error(`expected a HeddleError, got ${String(error)}`);
  };

  it('has the warnings of a source, from the first build and from those that the driver keeps', async () => {
    loader?.setSaid(warned);
    for (let round = 0; round < 3; round++) {
      const module = await compiled(source);
      expect([round, module.log]).toEqual([round, readable]);
      expect(module.kernel('k').name).toBe('k');
    }
  });

  it('is empty for a source without fault, whatever the driver says of all kernels', async () => {
    const text = '__kernel void k(__global int* o) { o[0] = 2; }';
    for (let round = 0; round < 3; round++) expect((await compiled(text)).log).toBe('');
  });

  it('is asked for again only if the driver has forgotten it', async () => {
    const counts = (): (number | undefined)[] => [loader?.buildCount(), loader?.compilationCount()];
    const [builds = 0, compilations = 0] = counts();
    const text = '__kernel void k(__global int* o) { o[0] = 3; }';
    await compiled(text);
    expect(counts()).toEqual([builds + 1, compilations]);
    await compiled(text);
    expect(counts()).toEqual([builds + 2, compilations + 1]);
  });

  it('has what -cl-nv-verbose asks for, every time', async () => {
    loader?.setSaid(warned);
    for (let round = 0; round < 3; round++) {
      const { log } = await compiled(source, { options: ['-cl-nv-verbose'] });
      expect([round, log]).toEqual([round, `${readable}\nptxas info    : Used 4 registers, used 0 barriers`]);
    }
  });

  it('leaves no program open', async () => {
    const device = await openOpenCl();
    const before = device.openHandles();
    loader?.setSaid(warned);
    const text = source.replace('1;', '4;');
    for (let round = 0; round < 3; round++) {
      (await device.compile<string>(text, { cache: false })).dispose();
      expect(device.openHandles()).toEqual(before);
    }
  });

  it.each([
    [
      'a directive',
      '#error "süß 日本 🧵 <U+00F6>"\n__kernel void k(void) {}',
      '<kernel>:2:2: error: "s   <U+00F6>"\n#error "süß 日本 <U+1F9F5> <U+00F6>"\n ^\n',
      'kernel.cl:1:2: error: "süß 日本 🧵 <U+00F6>"\n#error "süß 日本 🧵 <U+00F6>"\n ^',
    ],
    [
      'a directive that is not quoted',
      '#error plain 日本 €\n__kernel void k(void) {}',
      '<kernel>:2:2: error: plain  \n#error plain 日本 €\n ^\n',
      'kernel.cl:1:2: error: plain 日本 €\n#error plain 日本 €\n ^',
    ],
    [
      'characters that are not visible, which stay escaped',
      '#error \u0080 ÿ 🧵x\n__kernel void k(void) {}',
      '<kernel>:2:2: error:   x\n#error <U+0080> ÿ <U+1F9F5>x\n ^\n',
      'kernel.cl:1:2: error: \u0080 ÿ 🧵x\n#error <U+0080> ÿ 🧵x\n ^',
    ],
    [
      'a name, and a comment beside it',
      '__kernel void k(__global int* o){o[0]=ünbekannt日; // größer als 🧵\n}',
      "<kernel>:2:39: error: use of undeclared identifier 'ünbekannt日'\n" +
        '__kernel void k(__global int* o){o[0]=ünbekannt日; // größer als <U+1F9F5>\n                                      ^\n',
      "kernel.cl:1:39: error: use of undeclared identifier 'ünbekannt日'\n" +
        '__kernel void k(__global int* o){o[0]=ünbekannt日; // größer als 🧵\n                                      ^',
    ],
    [
      'a character that is not allowed there, and the mark after it',
      '__kernel void k(__global int* o){o[0]=\n🧵;}',
      '<kernel>:3:5: error: expected expression\n<U+1F9F5>;}\n         ^\n',
      'kernel.cl:2:5: error: expected expression\n🧵;}\n  ^',
    ],
    [
      'an include that is missing',
      '#include "nirgends-größer.h"\n__kernel void k(void) {}',
      '<kernel>:2:10: fatal error: \'nirgends-größer.h\' file not found\n#include "nirgends-größer.h"\n         ^~~\n',
      'kernel.cl:1:10: fatal error: \'nirgends-größer.h\' file not found\n#include "nirgends-größer.h"\n         ^~~',
    ],
  ])('has the characters of %s', async (_, text, said, log) => {
    loader?.setSaid(said);
    const error = await failure(text);
    expect(error).toMatchObject({ code: 'COMPILE', log });
    const [, message = ''] = /error: (.*)/.exec(log) ?? [];
    expect(error.message).toContain(message);
    expect(error.excerpt).toContain(text.split('\n').find((line) => /[^\x00-\x7f]/.test(line)));
  });

  it('has the characters of what an object and a program linked of objects say', async () => {
    const device = await openOpenCl();
    loader?.setSaid(warned);
    const object = await device.compileObject(source, { language: 'opencl', fileName: 'kernel.cl' });
    expect(object.log).toBe(readable);
    expect((await device.link([object])).log).toContain(readable);
  });
});
