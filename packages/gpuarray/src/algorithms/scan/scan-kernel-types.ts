/** A scan's arguments, which the type system reads from the literal argument list. */
import type { CArguments, Split } from '../../kernel-kit/parameter-types';
import type { ScanArgument, ScanCallOptions } from './scan-kernel';

interface Named {
  /** The kernel's name. */
  readonly kernelName: string;
}

/** The scan of these C arguments. */
export type ScanFunction<S extends string> = Named &
  (string extends S
    ? (...args: readonly (ScanArgument | ScanCallOptions)[]) => void
    : (...args: [...values: CArguments<Split<S>>, options?: ScanCallOptions]) => void);
