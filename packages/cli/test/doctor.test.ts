import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstPartyBackends } from '@heddle/core/backend';
import type { DoctorReport } from '../src/doctor/doctor-report';
import { heddle, scratchFolder } from './support/heddle';

const scratch = scratchFolder();

async function examine(
  environment: NodeJS.ProcessEnv = {},
  backends: readonly string[] = [],
): Promise<{ code: number | null; report: DoctorReport }> {
  const { code, stdout } = await heddle(['doctor', '--json', ...backends], environment);
  return { code, report: JSON.parse(stdout) as DoctorReport };
}

// Each case starts processes, on machines that may have other work.
jest.setTimeout(300_000);

describe('heddle doctor', () => {
  it('finds the host backend with its device, compilers and capabilities', async () => {
    const { code, report } = await examine();
    expect(code).toBe(0);
    expect(report.serves).toBe(true);
    expect(report.backends.map(({ name }) => name)).toEqual(expect.arrayContaining([...firstPartyBackends]));
    const host = report.backends.find(({ name }) => name === 'host');
    expect(host).toMatchObject({ state: 'serves', devices: [{ index: 0, type: 'cpu' }] });
    expect(host?.devices[0]?.facts).toMatchObject({
      threadsPerBlock: expect.any(Number),
      compilers: expect.arrayContaining(['c++']),
      capabilities: expect.arrayContaining(['templates', 'dynamic-shared-memory']),
    });
    const compiler = report.tools.find(({ name }) => name === 'C++ compiler');
    expect(compiler).toMatchObject({ path: expect.stringMatching(/^\//), version: expect.stringMatching(/^\d+\./) });
  });

  it('says where the cache is and how large', async () => {
    const folder = join(scratch, 'cache');
    const environment = { HEDDLE_CACHE_DIR: folder, HEDDLE_CACHE_MAX_BYTES: '1000000', HEDDLE_CACHE: '' };
    const { report } = await examine(environment, ['@nobody/backend-abacus']);
    expect(report.cache).toEqual({
      enabled: true,
      folder,
      maxByteLength: 1_000_000,
      entries: expect.any(Number),
      byteLength: expect.any(Number),
    });
    const misspelt = { HEDDLE_CACHE_DIR: folder, HEDDLE_CACHE_MAX_BYTES: '1GB', HEDDLE_CACHE: 'of' };
    const { report: advised } = await examine(misspelt, ['@nobody/backend-abacus']);
    expect(advised.advice).toContainEqual(
      "cache: HEDDLE_CACHE_MAX_BYTES is not a number of bytes: '1GB'; HEDDLE_CACHE is 'off' or 'on', not 'of'",
    );
    const { report: off } = await examine({ HEDDLE_CACHE: 'off' }, ['@nobody/backend-abacus']);
    expect(off.cache).toMatchObject({ enabled: false, reason: expect.any(String) });
  });

  it('prints the same for people', async () => {
    const { code, stdout } = await heddle(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/✔ host/);
    expect(stdout).toContain('Compilers and tools');
    expect(stdout).toContain('Artifact cache');
    expect(stdout).toMatch(/^Ready/m);
  });

  it('names what to install for a backend that is not there', async () => {
    const { code, report } = await examine({}, ['@nobody/backend-abacus']);
    expect(code).toBe(1);
    expect(report.advice).toEqual([expect.stringContaining('npm install @nobody/backend-abacus')]);
    expect(report.backends[0]).toMatchObject({
      name: '@nobody/backend-abacus',
      state: 'not-installed',
      hint: expect.stringContaining('npm install @nobody/backend-abacus'),
    });
  });

  it('survives a backend that takes its process down, and one whose probe throws', async () => {
    const crashing = join(scratch, 'crashing.cjs');
    const plugin = (probe: string): string => `
      exports.backend = { name: 'bad', apiVersion: 1, packageName: 'bad', probe: async () => { ${probe} }, open() {} };`;
    writeFileSync(
      crashing,
      plugin('console.error("the last words"); process.kill(process.pid, "SIGSEGV"); await new Promise(() => {});'),
    );
    const throwing = join(scratch, 'throwing.cjs');
    writeFileSync(throwing, plugin('throw new Error("no luck");'));
    const { code, report } = await examine({ HEDDLE_BACKEND: `${crashing},${throwing}` });
    expect(code).toBe(0);
    expect(report.backends[0]).toMatchObject({
      state: 'broken',
      reason: expect.stringMatching(/took its process down \(SIGSEGV\)[^]*the last words/),
    });
    expect(report.backends[1]).toMatchObject({ state: 'broken', reason: 'no luck' });
    expect(report.backends.find(({ name }) => name === 'host')?.state).toBe('serves');
  });

  it('runs the conformance kit on a backend', async () => {
    const { code, stdout } = await heddle(['doctor', 'host', '--conformance', '--filter', 'memory/fill-byte']);
    expect(stdout).toMatch(/✔ memory\/fill-byte/);
    expect(stdout).toMatch(/^1 passed, 0 failed, 0 skipped$/m);
    expect(code).toBe(0);
  });

  it('ends with 1 where no case could run', async () => {
    const words = ['doctor', 'host', '--conformance', '--filter', 'no/such-case', '--json'];
    const { code, stdout, stderr } = await heddle(words);
    expect(stderr).toContain('no case is called no/such-case');
    expect(JSON.parse(stdout)).toMatchObject([{ backend: 'host', results: [] }]);
    expect(code).toBe(1);
  });

  it.each([
    [['doctor', '--filter', 'memory'], /--filter needs --conformance/],
    [['doctor', '@nobody/abacus', '--conformance'], /'@nobody\/abacus' is not installed/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await heddle(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
