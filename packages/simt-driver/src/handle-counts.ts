/** Counts live handles by kind, for leak checks. */
export class HandleCounts {
  readonly #counts = new Map<string, number>();

  add(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  remove(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) - 1);
  }

  clear(): void {
    this.#counts.clear();
  }

  /** The kinds with at least one handle. */
  all(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].filter(([, count]) => count !== 0));
  }
}
