/** What a draw takes its numbers from. */
import type { Device } from '@heddle/core';
import type { GeneratorName } from './counter-generators';

export interface RandomStream {
  readonly device: Device;
  readonly generator: GeneratorName;
  /** The seed's low and high 32 bits. */
  readonly key: readonly [low: number, high: number];
  /** The number of the next draw, which is then used up. */
  nextDraw(): number;
}
