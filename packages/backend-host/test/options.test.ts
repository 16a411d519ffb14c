/** A user's options are data: they reach the compiler as separate arguments, and nothing else happens with them. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDevice } from '@heddle/core';
import { backend } from '@heddle/backend-host';
import { openHost, type OpenHost } from './open-host';

const source = '__global__ void set(int* out) { out[0] = VALUE; }';

describe('options', () => {
  let host: OpenHost;
  let folder: string;

  beforeAll(async () => {
    host = await openHost();
    folder = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  });

  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  const run = async (defines: Record<string, string | number | boolean>): Promise<number | undefined> => {
    using module = await host.device.compile<string>(source, { defines });
    using out = host.device.zeros('int32', 1);
    module.kernel('set').launch({ grid: 1, block: 1 }, out);
    return (await out.read())[0];
  };

  it("names the backend's option that was meant", async () => {
    await expect(openDevice(backend, { sanitise: 'address' })).rejects.toThrow("Did you mean 'sanitize'?");
    await expect(openDevice(backend, { devise: 0 })).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'devise' });
  });

  it('passes macros on', async () => {
    expect(await run({ VALUE: 42 })).toBe(42);
    expect(await run({ VALUE: '(3 + 4)' })).toBe(7);
    expect(await run({ VALUE: '(9 / 3)' })).toBe(3);
    expect(await run({ VALUE: '1 /* one */' })).toBe(1);
    expect(await run({ VALUE: `'"'` })).toBe(34);
  });

  it('keeps macros out of the dialect itself, whose names they may have', async () => {
    const names = [
      'block',
      'run',
      'layout',
      'slots',
      'bytes',
      'all',
      'each',
      'start',
      'width',
      'here',
      'value',
      'used',
    ];
    expect(await run({ ...Object.fromEntries(names.map((name) => [name, 16])), VALUE: 'block + width' })).toBe(32);
  });

  it('lets a macro end assertions', async () => {
    const asserting = '#include <cassert>\n__global__ void set(int* out) { assert(out[0] == 5); out[0] = 1; }';
    using module = await host.device.compile<string>(asserting, { defines: { NDEBUG: true } });
    using out = host.device.zeros('int32', 1);
    module.kernel('set').launch({ grid: 1, block: 1 }, out);
    expect([...(await out.read())]).toEqual([1]);
  });

  it.each(['$(touch FILE)', '`touch FILE`', '; touch FILE', '| touch FILE', '" && touch FILE && "', '\\nint x'])(
    'never gives %p to a shell',
    async (text) => {
      const file = join(folder, 'planted');
      await expect(run({ VALUE: text.replace('FILE', file) })).rejects.toMatchObject({ code: 'COMPILE' });
      await expect(
        host.device.compile<string>(source, { options: [text.replace('FILE', file)], defines: { VALUE: 1 } }),
      ).rejects.toMatchObject({ code: 'COMPILE' });
      expect(existsSync(file)).toBe(false);
    },
  );

  it.each([{ 'A B': 1 }, { 'A=1': 1 }, { '': 1 }, { A: 'x\ny' }, { A: 'x\0y' }])(
    'refuses the macro %p',
    async (defines) => {
      await expect(host.device.compile<string>(source, { defines })).rejects.toMatchObject({ code: 'ARGUMENT' });
    },
  );

  it('refuses options with NUL bytes and of another type', async () => {
    await expect(host.device.compile<string>(source, { options: ['-O\0'] })).rejects.toMatchObject({
      code: 'ARGUMENT',
    });
    await expect(host.device.compile<string>(source, { options: '-O2' as never })).rejects.toMatchObject({
      code: 'ARGUMENT',
    });
  });

  it.each(['../escaped.h', '/tmp/escaped.h', 'a/../../escaped.h', '..'])('refuses the header name %p', async (name) => {
    await expect(
      host.device.compile<string>(source, { defines: { VALUE: 1 }, headers: { [name]: '' } }),
    ).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it.each(['set<int>); system("x"', 'a\nb', 'x;y', 'a) (b', ''])('refuses the name expression %p', async (name) => {
    await expect(host.device.compile<string>(source, { names: [name] })).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it.each(['a b', 'a;b', '::a', 'a::', '1a'])('refuses the variable name %p', async (name) => {
    await expect(host.device.compile<string>(source, { globals: [name] })).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it('refuses options of the device that do not exist, and devices that do not', async () => {
    await expect(openDevice(backend, { sanitise: true })).rejects.toMatchObject({
      code: 'ARGUMENT',
      parameter: 'sanitise',
    });
    await expect(openDevice(backend, { device: 3 })).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'device' });
  });

  it('says which compiler to install if there is none', async () => {
    const { PATH } = process.env;
    process.env.PATH = folder;
    try {
      expect(await backend.probe()).toMatchObject({ available: false, hint: expect.stringContaining('g++') });
      await expect(host.device.compile<string>(source, { defines: { VALUE: 77 } })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        hint: expect.stringContaining('HEDDLE_CXX'),
      });
    } finally {
      process.env.PATH = PATH;
    }
  });

  it.each([
    ['HEDDLE_CXX', 'cuda', 'no-such-compiler'],
    ['HEDDLE_FC', 'fortran', '/no/such/compiler'],
  ] as const)('names the compiler that %s asks for in vain', async (variable, language, value) => {
    const before = process.env[variable];
    process.env[variable] = value;
    try {
      await expect(host.device.compile<string>(source, { language, defines: { VALUE: 78 } })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining(`${variable} names '${value}'`),
      });
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.env, variable);
      else process.env[variable] = before;
    }
  });

  it.each(['HEDDLE_HOST_THREADS', 'HEDDLE_HOST_STACK_BYTES'])('refuses a %s that is not a number', async (variable) => {
    const before = process.env[variable];
    try {
      for (const value of ['many', '0', '-2', '1.5', '4 ']) {
        process.env[variable] = value;
        await expect(openDevice(backend)).rejects.toMatchObject({ code: 'ARGUMENT', parameter: variable });
      }
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.env, variable);
      else process.env[variable] = before;
    }
  });
});
