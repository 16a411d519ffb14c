import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heddle, scratchFolder, startHeddle } from './support/heddle';

const scratch = scratchFolder();

function file(name: string, text: string): string {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

const saxpy = file(
  'saxpy.cu',
  `#include "scale.h"
__global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += SCALE * a * x[i];
}`,
);
file('scale.h', '#ifndef SCALE\n#define SCALE 1\n#endif\n');
const base = ['run', saxpy, '--backend', 'host', '--grid', '2', '--block', '8'];
const args = ['-a', '2', '-a', 'float32[10]=index', '-a', 'float32[10]=1', '-a', '10'];

// Each case starts processes, on machines that may have other work.
jest.setTimeout(300_000);

describe('heddle run, with a program', () => {
  it('runs TypeScript, passes arguments and gives its exit code', async () => {
    const program = file(
      'program.ts',
      `enum Answer { right = 7 }
       const words: readonly string[] = process.argv.slice(2);
       console.log(words.join(' '), process.env.HEDDLE_BACKEND);
       process.exitCode = Answer.right satisfies number;`,
    );
    const { code, stdout } = await heddle(['run', '--backend', 'host', program, '--size', '100', '--', '-x']);
    expect(stdout.trim()).toBe('--size 100 -- -x host');
    expect(code).toBe(7);
  });

  it('gives an exception of the program as the program gives it', async () => {
    const { code, stderr } = await heddle(['run', file('throws.mts', 'throw new Error("of the user" as string);')]);
    expect(code).toBe(1);
    expect(stderr).toContain('of the user');
    expect(stderr).toContain('throws.mts:1');
  });

  it('says how a program becomes a module, where it waits at its top level and is none', async () => {
    const wait = 'const answer: number = await Promise.resolve(3);\nif (answer === 3) process.exitCode = 1;';
    const hint = /name it waiting\.mts, or put "type": "module" into package\.json/;
    expect(await heddle(['run', file('waiting.ts', wait)])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(hint) as string,
    });
    const tuned = await heddle(['tune', file('waiting.ts', `${wait}\nexport default answer;`)]);
    expect(tuned).toMatchObject({ code: 2, stderr: expect.stringMatching(hint) as string });
    expect((await heddle(['run', file('waiting.mts', wait)])).stderr).toBe('');
    const indented = 'async function f() {\n  await 0;\n}\nvoid f();\nprocess.exitCode = 1;';
    expect((await heddle(['run', file('indented.ts', indented)])).stderr).toBe('');
  });

  it('passes a signal on and tells which one ended the program', async () => {
    const child = startHeddle(['run', file('waits.ts', 'console.log("up"); setInterval(() => {}, 1000);')]);
    await new Promise((done) => child.stdout.once('data', done));
    child.kill('SIGTERM');
    expect(await new Promise((done) => child.once('close', done))).toBe(143);
  });

  it.each([
    [['run', 'nothing.ts'], /there is no file nothing.ts/],
    [['run', 'picture.png'], /picture.png is neither a program nor a kernel source/],
    [['run', '--grid', '4', 'program.ts'], /--grid is for kernels/],
    [['run'], /missing required argument 'file'/],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await heddle(words);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('heddle run, with a kernel', () => {
  it('compiles, launches and prints the arrays', async () => {
    const { code, stdout, stderr } = await heddle([...base, ...args, '--print', '4']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^saxpy on /);
    expect(stdout).toContain('x: float32[10] = 0, 1, 2, 3, …');
    expect(stdout).toContain('y: float32[10] = 1, 3, 5, 7, …');
    expect(code).toBe(0);
  });

  it('measures, after the arrays were printed as one launch leaves them', async () => {
    const { stdout } = await heddle([...base, ...args, '--time', '5', '-D', 'SCALE=10']);
    expect(stdout).toContain('y: float32[10] = 1, 21, 41, 61, 81, 101, 121, 141, …');
    expect(stdout).toMatch(/5 launches: median [\d.]+ \S+, mean .* least .* most /);
  });

  it('instantiates a template, and reads an array from a file', async () => {
    const kernel = file('twice.cu', 'template <class T> __global__ void twice(T* x) { x[threadIdx.x] *= 2; }');
    const data = join(scratch, 'x.bin');
    writeFileSync(data, Buffer.from(Int16Array.of(1, -2, 300).buffer));
    const words = ['run', kernel, '-b', 'host', '-k', 'twice<short>', '-g', '1', '-B', '3', '-a', `int16@${data}`];
    expect(await heddle(words)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('int16[3] = 2, -4, 600'),
    });
  });

  it.each([
    ['no grid', ['run', saxpy, '--block', '8'], /--grid is missing/],
    ['a grid that is none', ['run', saxpy, '--grid', 'big', '--block', '8'], /--grid takes whole numbers, not 'big'/],
    ['a grid of no numbers', ['run', saxpy, '--grid', 'x', '--block', '8'], /--grid takes whole numbers, not 'x'/],
    ['a block beyond the limits', [...base.slice(0, -1), '4096', ...args], /4096/],
    ['too few arguments', [...base, '-a', '2'], /saxpy/],
    ['a wrong argument', [...base, ...args.slice(0, -1), 'ten'], /'ten' is not an argument/],
    ['a wrong dtype', [...base, '-a', 'float31[4]', ...args.slice(2)], /'float31' in float31\[4\] is not a dtype/],
    ['another dtype than the kernel takes', [...base, '-a', '2', '-a', 'float64[10]', ...args.slice(4)], /float64/],
    ['a kernel that is not there', [...base, ...args, '-k', 'saxpi'], /saxpi/],
    ['a stray word', [...base, ...args, 'stray'], /'stray' after .* belongs to nothing/],
    ['an unknown option', [...base, ...args, '--fast'], /'--fast' after .* belongs to nothing/],
    [
      'a source that does not compile',
      [
        'run',
        file('bad.cu', '__global__ void bad(int* x) { x[0] = nothing; }'),
        '-b',
        'host',
        '-g',
        '1',
        '-B',
        '1',
        '-a',
        'int32[1]',
      ],
      /nothing/,
    ],
  ])('refuses %s', async (_, words, message) => {
    const { code, stderr } = await heddle(words);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(2);
  });
});
