/** Heddle on AMD GPUs through HIP, compiling in memory with hiprtc. */
export { backend } from './backend';
export { backend as default } from './backend';
export { HiprtcCompiler, type CompileTarget } from './compile/hiprtc-compiler';
export { HipccCompiler } from './hipcc/hipcc-compiler';
export { findHipcc, type Hipcc } from './hipcc/find-hipcc';
