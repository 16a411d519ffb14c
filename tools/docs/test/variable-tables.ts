/** The tables of docs/cache.md, made of those that the compilers are run by. */
import {
  clangVariables,
  comgrVariables,
  gccVariables,
  hostCompilerVariables,
  type CompilerVariable,
} from '../../../packages/core/src/compiler-environment';
import { nvccVariables } from '../../../packages/backend-cuda/src/nvcc/nvcc-variables';
import { hiprtcVariables } from '../../../packages/backend-hip/src/compile/hiprtc-variables';
import { hipccVariables } from '../../../packages/backend-hip/src/hipcc/hipcc-variables';
import { nvrtcVariables } from '../../../packages/backend-nvrtc/src/compile/nvrtc-variables';
import { openClVariables } from '../../../packages/backend-opencl/src/opencl-variables';

type Variables = readonly CompilerVariable[];

/** The variables of one table that no table before it on the page has in the same way. */
function without(variables: Variables, shared: Variables): Variables {
  return variables.filter((variable) => !shared.some(({ name }) => name === variable.name));
}

const ofLoader = openClVariables('NVIDIA CUDA');

/** The tables by their headings, in the order of the page. */
export const variableTables: readonly (readonly [heading: string, variables: Variables])[] = [
  ['gcc, g++, gfortran', gccVariables],
  ['clang', clangVariables],
  ['nvcc', nvccVariables.filter((variable) => !hostCompilerVariables.includes(variable))],
  ['hipcc', hipccVariables.filter((variable) => !hostCompilerVariables.includes(variable))],
  ["AMD's compiler library", comgrVariables],
  ['hiprtc', without(hiprtcVariables, comgrVariables)],
  ['NVRTC', nvrtcVariables],
  ['OpenCL loader', ofLoader],
  ['PoCL', without(openClVariables('Portable Computing Language'), ofLoader)],
  ['Oclgrind', without(openClVariables('Oclgrind'), ofLoader)],
  ["AMD's OpenCL", without(openClVariables('AMD Accelerated Parallel Processing'), [...ofLoader, ...comgrVariables])],
  ["Intel's OpenCL", without(openClVariables('Intel(R) OpenCL'), ofLoader)],
];

/** One row of the page's text, with single spaces. */
export function rowOf(variable: CompilerVariable): string {
  return `| \`${variable.name}\` | ${treatmentOf(variable)} | [source](${variable.source}) |`;
}

function treatmentOf(variable: CompilerVariable): string {
  if (variable.role === 'include-folders') {
    const languages = variable.languages ? ` for ${variable.languages.join(', ')}` : '';
    return `folders, as \`${variable.as}\`${languages}; headers are tracked`;
  }
  if (variable.role === 'library-folders') return 'folders; libraries are tracked';
  if (variable.role === 'options') {
    return variable.rules ? `options, ${variable.at === 'front' ? 'before' : 'after'} yours` : 'options of a step';
  }
  return {
    places: 'place, with the parts found there',
    programs: 'programs',
    text: 'text',
    removed: 'removed',
    set: 'set by Heddle',
  }[variable.role];
}
