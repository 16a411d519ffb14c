import { heddle } from './support/heddle';

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

  it('shows no stack, unless HEDDLE_DEBUG asks for it', async () => {
    const quiet = await heddle(['report', 'nothing.json']);
    expect(quiet.code).toBe(2);
    expect(quiet.stderr).toMatch(/^heddle: nothing.json cannot be read/);
    expect(quiet.stderr).not.toMatch(/^ +at /m);
    const loud = await heddle(['report', 'nothing.json'], { HEDDLE_DEBUG: '1' });
    expect(loud.code).toBe(2);
    expect(loud.stderr).toMatch(/^ +at /m);
  });
});
