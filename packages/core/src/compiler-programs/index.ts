/** Compilers that are programs: run in turn, as child processes, in folders of their own. */
export { inCompilerTurn } from './compiler-turns';
export { assertHeaderNames } from './header-names';
export { readOutput, type EndedCompiler } from './read-output';
export { runCompiler, type CompilerOutcome, type RunCompilerOptions } from './run-compiler';
export {
  startByNode,
  type ProgramEnd,
  type ProgramInput,
  type ProgramOutput,
  type ProgramStart,
  type RunningProgram,
  type StartProgram,
} from './start-program';
export { withTemporaryFolder } from './temporary-folder';
export { writeHeaders } from './write-headers';
