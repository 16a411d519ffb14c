import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAddon } from '../src/load-addon';

describe('loading the addon', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'heddle-load-'));
  afterAll(() => rmSync(scratch, { recursive: true }));
  afterEach(() => {
    delete process.env.HEDDLE_NATIVE;
    jest.resetModules();
  });

  it('tells why a file cannot be loaded, and does not throw', () => {
    const path = join(scratch, 'broken.node');
    writeFileSync(path, 'no addon');
    expect(loadAddon(path)).toEqual({ reason: expect.stringContaining('broken.node') });
    expect(loadAddon(join(scratch, 'absent.node')).addon).toBeUndefined();
  });

  it('refuses an addon of another version', () => {
    const path = join(scratch, 'other.json');
    writeFileSync(path, '{ "interfaceVersion": 7 }');
    expect(loadAddon(path)).toEqual({ reason: expect.stringContaining('has interface 7') });
  });

  it('is switched off by HEDDLE_NATIVE=off', async () => {
    process.env.HEDDLE_NATIVE = 'off';
    const { nativeAddon, whyNoNativeAddon } = await import('../src/index');
    expect(nativeAddon()).toBeUndefined();
    expect(whyNoNativeAddon()).toBe('HEDDLE_NATIVE=off');
  });

  it('gives an addon or a reason', async () => {
    const { nativeAddon, whyNoNativeAddon } = await import('../src/index');
    expect(typeof (nativeAddon() ?? whyNoNativeAddon())).toMatch(/object|string/);
    expect(nativeAddon() === undefined).toBe(whyNoNativeAddon() !== undefined);
  });
});
