#!/usr/bin/env node
/** The program `heddle`. */
import { runCommandLine } from './command-line/run-command-line';

// It never rejects: what goes wrong is an exit code.
void runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
