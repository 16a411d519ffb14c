/**
 * Why the system refused something, without the file it was done to: that may be one which the user did not name.
 */
export function reasonWithoutFile(error: unknown): string {
  const { path, dest } = error as { readonly path?: unknown; readonly dest?: unknown };
  const files = [path, dest].filter((file) => typeof file === 'string');
  const reason = reasonOf(error);
  const first = files.map((file) => reason.indexOf(`'${file}'`)).find((at) => at >= 0);
  // Node ends its messages by the call and its files: `ENOENT: no such file or directory, open 'x.npy'`.
  return first === undefined ? reason : reason.slice(0, reason.lastIndexOf(',', first));
}

/** Why something failed, as a sentence. Errors of the system may come from another realm, where `instanceof` fails. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}
