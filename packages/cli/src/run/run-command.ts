/** `heddle run`: a program in TypeScript, or one kernel of a source file. */
import { extname } from 'node:path';
import type { Extent } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { Command } from 'commander';
import { givenPath } from '../command-line/given-path';
import { runKernel } from './run-kernel';
import { runProgram } from './run-program';

interface RunOptions {
  readonly kernel?: string;
  readonly grid?: string;
  readonly block?: string;
  readonly shared?: string;
  readonly arg: readonly string[];
  readonly define: readonly string[];
  readonly option: readonly string[];
  readonly backend?: string;
  readonly device?: string;
  readonly time?: string | boolean;
  readonly print: string;
}

const programs = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs'];
const kernels = ['.cu', '.cuh', '.hip', '.cl', '.cpp', '.cc', '.cxx', '.c', '.h', '.hpp'];
const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

export function runCommand(setExitCode: (code: number) => void): Command {
  return (
    new Command('run')
      .description('Run a TypeScript or JavaScript program that uses Heddle, or one kernel of a source file.')
      .argument('<file>', 'program (.ts, .mts, .cts, .js, .mjs, .cjs) or kernels (.cu, .hip, .cl, .cpp …)')
      .argument('[arguments...]', 'for a program: its arguments')
      .option('-b, --backend <name>', 'backend to run on; default: HEDDLE_BACKEND, else the best')
      .option('-d, --device <device>', 'index of the device, or a part of its name')
      .option('-k, --kernel <name>', 'kernel: the kernel to run, as a C++ name: saxpy, scale<float>')
      .option('-g, --grid <blocks>', 'kernel: blocks along x, y, z, such as 64 or 64,64')
      .option('-B, --block <threads>', 'kernel: threads of a block along x, y, z')
      .option('-s, --shared <bytes>', 'kernel: dynamic shared memory of a block')
      .option('-a, --arg <value>', 'kernel: an argument, in order; repeat it', collect, [])
      .option('-D, --define <macro>', 'kernel: a macro, NAME or NAME=value; repeat it', collect, [])
      .option('-O, --option <option>', 'kernel: a compiler option; repeat it', collect, [])
      .option('-t, --time [launches]', 'kernel: measure so many launches on the device (20)')
      .option('-p, --print <elements>', 'kernel: elements of each array to print', '8')
      // What stands after a program's name is the program's own.
      .passThroughOptions()
      .addHelpText(
        'after',
        `
What follows a program's name is passed to it; options of heddle stand before. For a kernel they may stand anywhere.

An argument of a kernel is one of
  2, -1e-3, true          a scalar
  float32[1024]           an array of zeros; float32[1024]=random, =index, =1.5 filled
  float32@x.bin           the contents of a file

Exit codes: those of the program; for a kernel 0 it ran, 2 bad input.

Examples:
  heddle run program.ts
  heddle run --backend host program.ts --size 100
  heddle run saxpy.cu -g 4 -B 256 -a 2 -a 'float32[1024]=index' -a 'float32[1024]=1' -a 1024 --time`,
      )
      .action(async (file: string, rest: string[], options: RunOptions, command: Command) => {
        const extension = extname(givenPath('the file', file)).toLowerCase();
        if (programs.includes(extension)) setExitCode(await runAsProgram(file, rest, options));
        else if (kernels.includes(extension)) await runAsKernel(file, rest, command);
        else {
          throw argumentError(`${file} is neither a program nor a kernel source`, {
            parameter: 'file',
            hint: `Programs end in ${programs.join(', ')}; sources in ${kernels.join(', ')}.`,
          });
        }
      })
  );
}

async function runAsProgram(file: string, args: readonly string[], options: RunOptions): Promise<number> {
  const { kernel, grid, block, shared, time } = options;
  const misplaced = Object.entries({ kernel, grid, block, shared, time }).find(([, value]) => value !== undefined);
  const repeated = (['arg', 'define', 'option'] as const).find((name) => options[name].length > 0);
  const wrong = misplaced?.[0] ?? repeated;
  if (wrong !== undefined) {
    throw argumentError(`--${wrong} is for kernels; ${file} is a program`, {
      parameter: wrong,
      hint: `Options of the program stand behind its name: heddle run ${file} --${wrong} …`,
    });
  }
  // Programs call openDevice() themselves; these two are what it asks.
  if (options.backend !== undefined) process.env.HEDDLE_BACKEND = options.backend;
  if (options.device !== undefined) process.env.HEDDLE_DEVICE = options.device;
  return runProgram(file, args);
}

async function runAsKernel(file: string, rest: readonly string[], command: Command): Promise<void> {
  // A kernel takes nothing by position, so what follows its file are options too.
  const { operands, unknown } = command.parseOptions([...rest]);
  const [stray] = [...unknown, ...operands];
  if (stray !== undefined) {
    throw argumentError(`'${stray}' after ${file} belongs to nothing`, {
      parameter: 'arguments',
      hint: "A kernel's arguments are given by --arg; heddle run --help lists the options.",
    });
  }
  const options = command.opts<RunOptions>();
  const { kernel, backend, device, time } = options;
  await runKernel({
    file,
    grid: extent('grid', options.grid),
    block: extent('block', options.block),
    sharedBytes: wholeNumber('shared', options.shared ?? '0'),
    args: options.arg,
    defines: Object.fromEntries(options.define.map(readMacro)),
    options: options.option,
    time: time === undefined || time === false ? 0 : time === true ? 20 : wholeNumber('time', time),
    print: wholeNumber('print', options.print),
    ...(kernel === undefined ? {} : { kernel }),
    ...(backend === undefined ? {} : { backend }),
    ...(device === undefined ? {} : { device }),
  });
}

function extent(name: string, text: string | undefined): Extent {
  if (text === undefined) {
    throw argumentError(`--${name} is missing`, { parameter: name, hint: `How many, along x, y, z: --${name} 64,64` });
  }
  if (!/^\d+([,x]\d+)*$/.test(text)) {
    throw argumentError(`--${name} takes whole numbers, not '${text}'`, { parameter: name });
  }
  const [x = 0, y, z, ...more] = text.split(/[,x]/).map((each) => wholeNumber(name, each));
  if (more.length > 0) throw argumentError(`--${name} has three extents at most, not ${text}`, { parameter: name });
  return [x, ...(y === undefined ? [] : [y]), ...(z === undefined ? [] : [z])] as unknown as Extent;
}

function wholeNumber(name: string, text: string): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (Number.isSafeInteger(value)) return value;
  throw argumentError(`--${name} takes whole numbers, not '${text}'`, { parameter: name });
}

function readMacro(text: string): [name: string, value: string | true] {
  const [, name, value] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(text) ?? [];
  if (name === undefined)
    throw argumentError(`--define takes NAME or NAME=value, not '${text}'`, { parameter: 'define' });
  return [name, value ?? true];
}
