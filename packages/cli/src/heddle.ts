#!/usr/bin/env node
/** The program `heddle`. */
import { exitCodes } from './command-line/exit-codes';
import { watchOutput } from './command-line/output-failure';
import { runCommandLine } from './command-line/run-command-line';

const hasOutputFailed = watchOutput();
// It never rejects: what goes wrong is an exit code.
void runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = hasOutputFailed() ? exitCodes.badInput : code;
});
