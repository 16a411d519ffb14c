/** The environment variables of compilers: folders, options, and everything else that changes their output. */
export type { CompilerVariable } from './compiler-variable';
export { compilerInputs, noInputs, type CompilerInputs } from './compiler-inputs';
export { compilerSurroundings } from './compiler-surroundings';
export {
  clangVariables,
  comgrVariables,
  gccVariables,
  rocmParts,
  hostCompilerVariables,
  joinedVariables,
} from './tables';
