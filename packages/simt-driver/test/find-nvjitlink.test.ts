/** Where libnvJitLink is looked for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nvJitLinkCandidates, NvJitLinkLibrary } from '@heddle/simt-driver';
import { preferMajor } from '../src/jit-linker/find-nvjitlink';

const onLinux = process.platform === 'win32' ? describe.skip : describe;

onLinux('nvJitLinkCandidates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-nvjitlink-'));
  const place = (...parts: string[]): string => {
    mkdirSync(join(folder, ...parts.slice(0, -1)), { recursive: true });
    writeFileSync(join(folder, ...parts), '');
    return join(folder, ...parts);
  };
  const inToolkit = place('cuda', 'lib64', 'libnvJitLink.so.13');
  const inPackage = place('lib', 'python3.11', 'site-packages', 'nvidia', 'nvjitlink', 'lib', 'libnvJitLink.so.12');
  const beside = place('elsewhere', 'lib', 'libnvJitLink.so.13');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('takes the library that is named, and no other', () => {
    expect(nvJitLinkCandidates(undefined, { HEDDLE_NVJITLINK_LIBRARY: '/mine.so', CUDA_PATH: folder })).toEqual([
      '/mine.so',
    ]);
  });

  it('looks beside the compiler, in the chosen toolkit, by name, and in packages', () => {
    const compiler = join(folder, 'elsewhere', 'lib', 'libnvrtc.so.13');
    const found = nvJitLinkCandidates(compiler, { CUDA_PATH: join(folder, 'cuda'), VIRTUAL_ENV: folder });
    const order = [beside, inToolkit, 'libnvJitLink.so.13', 'libnvJitLink.so.12', inPackage];
    expect(found.filter((path) => order.includes(path))).toEqual(order);
  });

  it('prefers the major version of the compiler', () => {
    expect(preferMajor(['/a/libnvJitLink.so.13', 'libnvJitLink.so.13', '/b/libnvJitLink.so.12'], 12)[0]).toBe(
      '/b/libnvJitLink.so.12',
    );
  });

  it('says what is wrong with a library that does not load', () => {
    expect(() => NvJitLinkLibrary.load('nvrtc', [inToolkit])).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED', status: 'LIBRARY_BROKEN' }),
    );
    expect(() => NvJitLinkLibrary.load('nvrtc', [join(folder, 'none.so')])).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED', status: 'NO_LIBRARY' }),
    );
  });
});
