/** The log that the driver's linker and loader write while they work, and hiprtc's linker, which has the same options. */
import koffi from 'koffi';
import { textOf } from '../library/c-texts';

const logBytes = 16 * 1024;

/** Room for a log, as the options of a call. Keep it until the library is done with them. */
export class JitLog {
  // CU_JIT_INFO_LOG_BUFFER and the three that follow it; HIPRTC_JIT_INFO_LOG_BUFFER has the same number.
  readonly options = Int32Array.of(3, 4, 5, 6);
  readonly values: BigUint64Array;
  readonly #informed = Buffer.alloc(logBytes);
  readonly #failed = Buffer.alloc(logBytes);

  constructor() {
    const [informed, failed] = [this.#informed, this.#failed].map((buffer) => BigInt(koffi.address(buffer)));
    this.values = BigUint64Array.of(informed ?? 0n, BigInt(logBytes), failed ?? 0n, BigInt(logBytes));
  }

  /** What has been written, errors first. */
  get text(): string {
    return [this.#failed, this.#informed]
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
  }
}
