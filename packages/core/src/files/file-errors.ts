/** Errors for a user's file that could not be read or written. */
import { HeddleError, type ErrorDetails } from '../errors';

/**
 * The error for a file that could not be written.
 *
 * @param path - as the user named it
 * @param cause - the system's error
 * @returns `RESOURCE` if the disk is full, with the hint; `ARGUMENT` for a place that cannot be written to
 */
export function fileWriteError(
  path: string,
  cause: unknown,
  { parameter, hint }: Pick<ErrorDetails, 'parameter' | 'hint'>,
): HeddleError {
  const code = codeOf(cause);
  const status = code === undefined ? {} : { status: code };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new HeddleError('RESOURCE', `${path}: the disk is full`, { resource: 'disk space', ...status, hint, cause });
  }
  const reason = reasons[code ?? ''] ?? reasonWithoutFile(cause);
  return new HeddleError('ARGUMENT', `${path} cannot be written: ${reason}`, { parameter, ...status, cause });
}

/**
 * The error for a file that could not be read.
 *
 * @param path - as the user named it
 * @param cause - the system's error
 */
export function fileReadError(
  path: string,
  cause: unknown,
  details: Pick<ErrorDetails, 'parameter' | 'hint'>,
): HeddleError {
  const code = codeOf(cause);
  const reason = readReasons[code ?? ''] ?? reasonWithoutFile(cause);
  const status = code === undefined ? {} : { status: code };
  return new HeddleError('ARGUMENT', `${path} cannot be read: ${reason}`, { ...details, ...status, cause });
}

const readReasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file',
  ENOTDIR: 'what should be its folder is a file',
  EACCES: 'permission denied',
};

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'what should be its folder is a file',
  EROFS: 'its file system is read-only',
  EACCES: 'permission denied',
};

// Errors of the system may come from another realm, where `instanceof` fails.
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

// Why the system refused something, without the file it was done to: that may be one which the user did not name.
function reasonWithoutFile(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, path, dest } = error as Readonly<Record<'message' | 'path' | 'dest', unknown>>;
  const reason = String(message);
  const files = [path, dest].filter((file) => typeof file === 'string');
  const first = files.map((file) => reason.indexOf(`'${file}'`)).find((at) => at >= 0);
  // Node ends its messages by the call and its files: `ENOENT: no such file or directory, open 'x.npy'`.
  return first === undefined ? reason : reason.slice(0, reason.lastIndexOf(',', first));
}
