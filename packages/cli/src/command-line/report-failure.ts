/** Turns what a command threw into words on stderr and an exit code. */
import { isHeddleError } from '@heddle/core';
import { CommanderError } from 'commander';
import { exitCodes } from './exit-codes';

/**
 * Prints an error for people. The stack is shown with HEDDLE_DEBUG=1, and for errors that are not ours to word.
 *
 * @returns the exit code
 */
export function reportFailure(error: unknown): number {
  // Commander has printed its message by now; it throws for `--help` and `--version` too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.badInput;
  if (isHeddleError(error, 'ABORTED')) return exitCodes.interrupted;
  console.error(`heddle: ${messageOf(error)}`);
  if (debugging()) console.error(stackOf(error));
  else if (!isHeddleError(error)) console.error('HEDDLE_DEBUG=1 shows where it happened.');
  return exitCodes.badInput;
}

/** True if the user asked for stacks. */
export function debugging(): boolean {
  return !['', '0', undefined].includes(process.env.HEDDLE_DEBUG);
}

/** An error in one sentence or a few lines, without its stack. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error) && !isHeddleError(error)) return String(error);
  return error.message === '' ? error.name : error.message;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause instanceof Error ? `\ncaused by: ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
