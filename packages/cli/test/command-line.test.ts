import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { heddle, heddleInto, startHeddle, testData } from './support/heddle';

// Each case starts processes, on machines that may have other work.
jest.setTimeout(300_000);

describe('heddle', () => {
  it('lists its commands, with examples', async () => {
    const { code, stdout } = await heddle(['--help']);
    expect(code).toBe(0);
    for (const text of ['doctor', 'run', 'tune', 'report', 'Examples:']) expect(stdout).toContain(text);
    expect(stdout).not.toContain('inspect-backend');
  });

  it.each(['doctor', 'run', 'tune', 'report'])('%s has help with an example and its exit codes', async (command) => {
    const { code, stdout } = await heddle([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}heddle /);
    expect(stdout).toContain('Exit codes:');
  });

  it('prints the version of its package', async () => {
    const { code, stdout } = await heddle(['--version']);
    expect({ code, version: stdout.trim() }).toEqual({
      code: 0,
      version: jest.requireActual<{ version: string }>('../package.json').version,
    });
  });

  it('suggests the command that was meant', async () => {
    const { code, stderr } = await heddle(['reprot', 'file.json']);
    expect(code).toBe(2);
    expect(stderr).toContain("unknown command 'reprot'");
    expect(stderr).toContain('Did you mean report?');
  });

  it('suggests the option that was meant', async () => {
    const { code, stderr } = await heddle(['doctor', '--jsn']);
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean --json?');
  });

  it.each([
    [['report', ''], 'the file of results is empty'],
    [['report', 'x.json', '-o', ''], '--output is empty'],
    [['run', ''], 'the file is empty'],
    [['tune', ''], 'the file is empty'],
    [['doctor', '--conformance', '--report-folder', ''], '--report-folder is empty'],
  ])('refuses an empty path: %j', async (words, message) => {
    const { code, stderr } = await heddle(words);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`heddle: ${message}`) });
  });

  it('shows no stack, unless HEDDLE_DEBUG asks for it', async () => {
    const quiet = await heddle(['report', 'nothing.json']);
    expect(quiet.code).toBe(2);
    expect(quiet.stderr).toMatch(/^heddle: nothing.json cannot be read/);
    expect(quiet.stderr).not.toMatch(/^ +at /m);
    const loud = await heddle(['report', 'nothing.json'], { HEDDLE_DEBUG: '1' });
    expect(loud.code).toBe(2);
    expect(loud.stderr).toMatch(/^ +at /m);
  });

  const itWithFullDisk = existsSync('/dev/full') ? it : it.skip;
  const simulation = ['tune', '--simulate', '--evaluations', '3', testData('convolution_milo-A100.cache.json.gz')];

  itWithFullDisk.each([
    ['what a command prints', simulation],
    ['its help', ['tune', '--help']],
  ])('says so if there is no room for %s', async (_, words) => {
    const { code, stderr } = await heddleInto('/dev/full', words);
    expect(code).toBe(2);
    expect(stderr.match(/^heddle: what was to be printed could not be written: ENOSPC/gm)).toHaveLength(1);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it.each([
    ['what a command prints', simulation],
    ['its help', ['tune', '--help']],
  ])('takes no offence where nobody reads %s', async (_, words) => {
    const child = startHeddle(words);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(0);
    expect(stderr).not.toContain('EPIPE');
  });
});
