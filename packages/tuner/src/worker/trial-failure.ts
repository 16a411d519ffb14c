/** A configuration that failed in a way that an error cannot say: the result is wrong, or an observer threw. */
import type { Failure } from '../failure';

/** Thrown within a trial, whose outcome has the failure. */
export class TrialFailure extends Error {
  override readonly name = 'TrialFailure';

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}
