/** Whether this machine can run the tests that compile. */
import { execFileSync } from 'node:child_process';

export function nvccIsHere(): boolean {
  try {
    execFileSync('nvcc', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** `describe` where nvcc and the host backend's compiler are installed, else `describe.skip`. */
export const withNvcc = nvccIsHere() && process.platform !== 'win32' ? describe : describe.skip;
