/** Programs of the machine that Heddle makes use of where they are: as data, and how they are found. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { ToolReport } from './doctor-report';

interface Tool {
  readonly name: string;
  readonly purpose: string;
  /** Commands to look for, in order; from the environment first. */
  readonly commands: readonly (string | undefined)[];
  /** Folders searched besides PATH. */
  readonly folders?: readonly string[];
  /** Arguments that make it print its version. Default `--version`. */
  readonly versionArguments?: readonly string[];
  /** Finds the version in what it prints. */
  readonly version?: RegExp;
}

const toolkits = [process.env.CUDA_HOME, process.env.CUDA_PATH, '/usr/local/cuda'].flatMap((each) =>
  each ? [join(each, 'bin')] : [],
);

const tools: readonly Tool[] = [
  {
    name: 'C++ compiler',
    purpose: 'kernels on the CPU',
    commands: [process.env.HEDDLE_CXX, 'c++', 'g++', 'clang++'],
  },
  { name: 'Fortran compiler', purpose: 'Fortran functions on the CPU', commands: [process.env.HEDDLE_FC, 'gfortran'] },
  {
    name: 'nvcc',
    purpose: 'CUDA C++ for NVIDIA GPUs, compiled ahead by the toolkit',
    commands: [process.env.HEDDLE_NVCC, 'nvcc'],
    folders: toolkits,
    version: /release [\d.]+, V([\d.]+)/,
  },
  { name: 'hipcc', purpose: 'HIP C++ for AMD GPUs', commands: ['hipcc'], folders: ['/opt/rocm/bin'] },
  {
    name: 'nvidia-smi',
    purpose: "NVIDIA's driver, clocks and power",
    commands: ['nvidia-smi'],
  },
  {
    name: 'rocm-smi',
    purpose: "AMD's driver, clocks and power",
    commands: ['amd-smi', 'rocm-smi'],
    folders: ['/opt/rocm/bin'],
  },
  { name: 'ncu', purpose: "NVIDIA's profiler: hardware counters while tuning", commands: ['ncu'], folders: toolkits },
  { name: 'Oclgrind', purpose: 'an OpenCL device that finds races and bad accesses', commands: ['oclgrind'] },
];

/** Looks for every tool, and asks those that are there for their versions. */
export async function findTools(): Promise<readonly ToolReport[]> {
  return Promise.all(tools.map(describeTool));
}

async function describeTool(tool: Tool): Promise<ToolReport> {
  const { name, purpose } = tool;
  const path = findCommand(tool);
  if (path === undefined) return { name, purpose };
  const printed = await outputOf(path, tool.versionArguments ?? ['--version']);
  const version = (tool.version ?? /(\d+\.\d+(?:\.\d+)*)/).exec(printed)?.[1];
  return { name, purpose, path, ...(version === undefined ? {} : { version }) };
}

function findCommand({ commands, folders = [] }: Tool): string | undefined {
  const searched = [...(process.env.PATH ?? '').split(delimiter), ...folders].filter((folder) => folder !== '');
  for (const command of commands) {
    if (!command) continue;
    const candidates = isAbsolute(command) ? [command] : searched.map((folder) => join(folder, command));
    const found = candidates.find(isExecutable);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent, or not ours to run: either way it is not found
  }
}

// A tool that fails when asked is still there; it merely has no version to show.
function outputOf(path: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, [...args], { timeout: 10_000 }, (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`));
  });
}
