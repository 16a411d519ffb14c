/** What the program's exit codes mean. They are documented in the README and never change their meaning. */
export const exitCodes = {
  success: 0,
  /** The command did its work, and the answer is no: no backend serves, no configuration was right, a case failed. */
  failure: 1,
  /** The command could not do its work because of what it was given: that may be an output that takes nothing. */
  badInput: 2,
  /** Ended by Ctrl-C, as shells count it: 128 + SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
