/** What the kernels of one source take, read when someone asks. */
import { areAlike, mergeReadings } from '../signature/merge-signatures';
import { kernelReadings, type ParseOptions } from '../signature/parse-kernels';
import type { Reading, Readings } from '../signature/possible-readings';
import type { KernelSignature } from '../signature/signature';

export class SourceReader {
  readonly #source: string;
  readonly #options: ParseOptions;
  #branches: readonly boolean[] = [];
  #readings: Readings<KernelSignature[]> | undefined;
  #kernels: readonly KernelSignature[] | undefined;

  constructor(source: string, options: ParseOptions) {
    this.#source = source;
    this.#options = options;
  }

  get kernels(): readonly KernelSignature[] {
    return (this.#kernels ??= mergeReadings(this.#all().all));
  }

  /** False if what a kernel takes depends on conditions that only the compiler can decide. */
  get isDecided(): boolean {
    const { all, isComplete } = this.#all();
    return isComplete && areAlike(all, this.#options.names ?? []);
  }

  /** The reading that is most likely the compiler's. */
  get likely(): Reading<KernelSignature[]> {
    return this.#all().all[0];
  }

  /**
   * True if reading opens files. Such a source is read when it is compiled, or found in the cache: later the files
   * may be others.
   */
  get opensFiles(): boolean {
    const { headers = {}, inputs } = this.#options;
    if (inputs === undefined) return false;
    const texts = [this.#source, ...Object.values(headers)];
    return (
      inputs.forcedIncludes.length > 0 || texts.some((text) => text.includes('include') || text.includes('import'))
    );
  }

  /** Reads the source if it has not been read. */
  readNow(): void {
    this.#all();
  }

  /** Says how conditions were decided, in the order in which they are met. */
  decide(branches: readonly boolean[]): void {
    this.#branches = branches;
    this.#readings = undefined;
    this.#kernels = undefined;
  }

  #all(): Readings<KernelSignature[]> {
    return (this.#readings ??= kernelReadings(this.#source, { ...this.#options, branches: this.#branches }));
  }
}
