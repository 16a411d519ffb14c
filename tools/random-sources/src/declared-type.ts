/** A type that a random source has declared, and what later declarations may want to know of it. */
import type { Shape } from './shape';

export interface DeclaredType {
  readonly name: string;
  readonly shape: Shape;
  /** No value of it takes more bytes, whichever branch is compiled. */
  readonly atMost: number;
  /** It uses names of the compiler's own headers. */
  readonly needsHeaders: boolean;
  /** No reader of declarations can know what it is. */
  readonly isHidden: boolean;
}

/** A constant of 1 to 3 that array extents may use. */
export interface DeclaredExtent {
  readonly name: string;
}
