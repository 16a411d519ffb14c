/** What a scan takes, read from its literal argument list by the type system. */
import type { CArguments, Split } from '../../kernel-kit/parameter-types';
import type { ScanArgument, ScanCallOptions } from './scan-kernel';

interface Named {
  /** What the kernel is called. */
  readonly kernelName: string;
}

/** The scan of these C arguments. */
export type ScanFunction<S extends string> = Named &
  (string extends S
    ? (...args: readonly (ScanArgument | ScanCallOptions)[]) => void
    : (...args: [...values: CArguments<Split<S>>, options?: ScanCallOptions]) => void);
