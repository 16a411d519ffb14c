/** The error that something ends with. */
import { isHeddleError, type HeddleError } from '@heddle/core';

/** @throws what is not an error of Heddle's, and if nothing fails */
export async function failureOf(body: () => unknown): Promise<HeddleError> {
  try {
    await body();
  } catch (error) {
    if (isHeddleError(error)) return error;
    throw error;
  }
  throw new Error('nothing failed');
}
