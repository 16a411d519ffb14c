/**
 * What NVRTC reads from the environment. NVIDIA documents no variable that changes its output: these are the ones that
 * its C++ front end asks for.
 */
import type { CompilerVariable } from '@heddle/core/backend';

const source = 'https://docs.nvidia.com/cuda/nvrtc/index.html';

export const nvrtcVariables: readonly CompilerVariable[] = [
  { name: 'USR_INCLUDE', role: 'include-folders', as: '-isystem', isReadOnce: true, source },
  { name: 'EDG_BASE', role: 'text', isReadOnce: true, source },
  { name: 'EDG_MODULES_PATH', role: 'text', isReadOnce: true, source },
  { name: 'NVVMCCWIZ', role: 'text', isReadOnce: true, source },
];
