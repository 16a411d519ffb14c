/** Adds the caller's own line to the stack of an error that comes from a cache or a compiler's process. */
import { isHeddleError } from '../errors';

/** Where a call came from; its text is made only when it is read. */
export interface CallSite {
  readonly stack?: string;
}

/** Where the function that calls this is, and who called it. */
export function callSite(): CallSite {
  const site: CallSite = {};
  Error.captureStackTrace(site, callSite);
  return site;
}

const told = new WeakSet<Error>();

/**
 * Puts the caller's frames under those that the error has. Work that several callers share fails with one error, which
 * tells of the first of them.
 *
 * @returns the error
 */
export function fromCall(error: unknown, site: CallSite): unknown {
  if (!isHeddleError(error) || told.has(error)) return error;
  told.add(error);
  const frames = (site.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const missing = frames.filter((line) => error.stack?.includes(line.trim()) !== true);
  if (missing.length > 0) error.stack = `${error.stack ?? String(error)}\n${missing.join('\n')}`;
  return error;
}
