export { ElementwiseLauncher, type PassedScalar } from './elementwise-launcher';
export { launcherFor } from './launcher-cache';
export { mayShareMemory, sameElements } from './overlap';
export type { ElementwiseProgram, ProgramOperand, ProgramOutput } from './program';
