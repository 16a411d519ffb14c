import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-opencl';
import { filterDevices, preferredFirst, type FoundDevice } from '../src/discover';
import { optionText, programText, readableLog } from '../src/opencl-source';
import { closeDevices, describeOpenCl, openOpenCl } from './testing/opencl-device';

const platform = (name: string) =>
  ({ name, vendor: `${name} vendor`, version: 'OpenCL 3.0' }) as FoundDevice['platform'];
const devices = [
  { index: 0, name: 'Big GPU', type: 'gpu', platform: platform('NVIDIA CUDA') },
  { index: 1, name: 'Small GPU', type: 'gpu', platform: platform('Intel') },
  { index: 2, name: 'pthread-cpu', type: 'cpu', platform: platform('Portable Computing Language') },
] as FoundDevice[];
const indexes = (found: readonly FoundDevice[]) => found.map(({ index }) => index);

describe('the choice of a device', () => {
  it('is by platform and type, in any case', () => {
    expect(indexes(filterDevices(devices, { platform: 'nvidia' }))).toEqual([0]);
    expect(indexes(filterDevices(devices, { type: 'gpu' }))).toEqual([0, 1]);
    expect(indexes(filterDevices(devices, { platform: 'intel', type: 'cpu' }))).toEqual([]);
    expect(() => filterDevices(devices, { type: 'tpu' as 'gpu' })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT' }),
    );
  });

  it.each([
    ['1', [1, 0, 2]],
    ['cpu', [2, 0, 1]],
    ['small', [1, 0, 2]],
    ['portable', [2, 0, 1]],
    ['', [0, 1, 2]],
    ['no such', [0, 1, 2]],
  ])('prefers what HEDDLE_OPENCL_DEVICE=%s names', (wanted, expected) => {
    expect(indexes(preferredFirst(devices, wanted))).toEqual(expected);
  });
});

describe('the text for the compiler', () => {
  const request = {
    source: '// preamble\n#line 1\n__kernel void k(void) {}',
    userSource: '__kernel void k(void) {}',
    fileName: 'a "b".cl',
    defines: { N: '4', TEXT: 'two words' },
    options: [],
  };

  it("keeps the user's lines under their own name and numbers", () => {
    expect(programText(request as never)).toBe(
      '// preamble\n#line 1\n#define N 4\n#define TEXT two words\n#line 1 "a \\"b\\".cl"\n__kernel void k(void) {}',
    );
    const words = [{ text: '-DX=1' }, { folder: '/b c' }];
    const nameOf = (folder: string): string => folder.replace(' ', '_');
    expect(optionText(words, ['/a'], nameOf)).toBe('-cl-kernel-arg-info -I /a -DX=1 -I /b_c');
  });

  it.each([
    ['error: k.cl:3:10: use of x\n', 'k.cl:3:10: error: use of x'],
    // NVIDIA's driver, which takes no notice of #line: three lines of preamble, macro and #line come before.
    ['<kernel>:6:10: error: use of x\n<kernel>:1:2: note: y\n', 'k.cl:3:10: error: use of x\n<kernel>:1:2: note: y'],
    ['error: /tmp/kcache/tempdir_aB3/h.h:2:1: no\n', 'h.h:2:1: error: no'],
    ['warning: /tmp/kcache/tempfile_aB3.cl:5:1: hm\n', 'k.cl:2:1: warning: hm'],
    ['k.cl:3:10: error: use of x\n', 'k.cl:3:10: error: use of x'],
    ['warning: k.cl:1:2: hm\nwarning: k.cl:1:2: hm\n\n\n', 'k.cl:1:2: warning: hm'],
    ['(): Warning: Function k is a kernel, so overriding noinline attribute. The function may.\n\n', ''],
    [
      '<kernel>:4:1: warning: hm\n(): Warning: Function a is a kernel, so overriding noinline attribute. X.\n\n' +
        '(): Warning: Function b is a kernel, so overriding noinline attribute. X.\n\nptxas info    : 0 bytes gmem\n',
      'k.cl:1:1: warning: hm\nptxas info    : 0 bytes gmem',
    ],
  ])('and its log is made readable: %p', (log, readable) => {
    const parts = { fileName: 'k.cl', defines: { N: '4' }, options: [] };
    const text = { source: '// preamble\nuser', userSource: 'user', ...parts };
    expect(readableLog(log, text)).toBe(readable);
  });

  it('and has the names and lines that the source gives itself, where the driver does not look at them', () => {
    const userSource = 'void k() {\n#line 7 "part"\na;\nb;\n# line 20\nc;\n}';
    const text = { source: userSource, userSource, fileName: 'k.cl', defines: {}, options: [] };
    // One line, #line, comes before.
    const places = [2, 4, 5, 7, 8].map((line) => readableLog(`<kernel>:${line}:1: error: x`, text).slice(0, -12));
    expect(places).toEqual(['k.cl:1', 'part:7', 'part:8', 'part:20', 'part:21']);
  });
});

describeOpenCl('an OpenCL device', () => {
  afterEach(closeDevices);

  it('tells what it is', async () => {
    const { properties } = await openOpenCl();
    expect(properties.name).toMatch(/\w/);
    expect(properties.limits.threadsPerBlock).toBeGreaterThan(0);
    expect(properties.limits.sharedBytes).toBeGreaterThan(0);
    expect(properties.totalBytes).toBeGreaterThan(1 << 20);
    expect(properties.vendorAttributes.CL_DEVICE_VERSION).toMatch(/^OpenCL \d/);
  });

  it('is found by its name, its platform and its type', async () => {
    const { name, properties } = await openOpenCl();
    const found = await openOpenCl({ device: name.slice(0, 6), type: properties.type });
    expect(found.name).toBe(name);
    await expect(openDevice(backend, { platform: 'no such platform' })).rejects.toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE', message: expect.stringContaining(name) }),
    );
    for (const wrong of [{ type: 'cpuu' }, { platform: 3 }, { plattform: 'pocl' }]) {
      const parameter = Object.keys(wrong)[0];
      await expect(openDevice(backend, wrong)).rejects.toMatchObject({ code: 'ARGUMENT', parameter });
    }
    await expect(openDevice(backend, { device: 999 })).rejects.toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });
});
