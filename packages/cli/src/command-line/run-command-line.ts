/** The command line as a function: arguments in, exit code out. */
import { Command, type CommandOptions } from 'commander';
import { doctorCommand, inspectCommand } from '../doctor/doctor-command';
import { reportCommand } from '../report/report-command';
import { runCommand } from '../run/run-command';
import { tuneCommand } from '../tune/tune-command';
import { exitCodes } from './exit-codes';
import { version } from './package-folder';
import { reportFailure } from './report-failure';

/**
 * Runs one command.
 *
 * @param args - what follows the program's name
 * @returns the exit code: 0 done, 1 done and the answer is no, 2 bad input, 130 ended by Ctrl-C
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const outcome: { exitCode: number } = { exitCode: exitCodes.success };
  const program = new Command('heddle')
    .description('GPU kernels from TypeScript: see what serves here, run programs, tune kernels, look at results.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText(
      'after',
      `
Examples:
  heddle doctor                        which backends serve here, and what is missing
  heddle run program.ts                run a TypeScript program
  heddle tune options.ts               find the fastest configuration of a kernel
  heddle report results.json           make a page with charts of a tuning run

Environment: HEDDLE_BACKEND and HEDDLE_DEVICE choose the device, HEDDLE_DEBUG=1 shows the stack of an error.`,
    )
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError('Run with --help to see what there is.')
    .exitOverride();
  const setExitCode = (code: number): void => void (outcome.exitCode = code);
  for (const command of [doctorCommand, runCommand, tuneCommand, reportCommand])
    addCommand(program, command(setExitCode));
  addCommand(program, inspectCommand(), { hidden: true });
  try {
    await program.parseAsync(args, { from: 'user' });
    return outcome.exitCode;
  } catch (error) {
    return reportFailure(error);
  }
}

/** Makes one command; it tells its exit code if that is not 0. */
export type CommandMaker = (setExitCode: (code: number) => void) => Command;

// Settings are inherited only by commands made with `program.command`, which would put all of them into one file.
function addCommand(program: Command, command: Command, options?: CommandOptions): void {
  program.addCommand(command.copyInheritedSettings(program), options);
}
