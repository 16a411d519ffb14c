/** What a launch reads of a part of an allocation. */
import type { DeviceReference } from '../arguments/device-reference';
import type { DType } from '../dtype/dtype';

/** A view's reference: usable as long as the memory it shows. */
export class ViewReference implements DeviceReference {
  readonly device: object;
  readonly contiguous = true;
  readonly #whole: DeviceReference;
  #unusable: string | undefined;

  constructor(
    whole: DeviceReference,
    public address: bigint,
    readonly dtype: DType | undefined,
    readonly byteLength: number,
  ) {
    this.device = whole.device;
    this.#whole = whole;
  }

  get unusable(): string | undefined {
    return this.#unusable ?? this.#whole.unusable;
  }

  set unusable(why: string | undefined) {
    this.#unusable = why;
  }
}
