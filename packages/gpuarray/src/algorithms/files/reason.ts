/** Why something failed, as a sentence. Errors of the system may come from another realm, where `instanceof` fails. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}
