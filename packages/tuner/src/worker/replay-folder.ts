/**
 * The input of a replay of one configuration, for profilers that start a program: a folder with the request and the
 * inputs' bytes, which are written once for all configurations of a run.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { HeddleError } from '@heddle/core';
import type { InputStore } from './input-store';
import type { DeviceAddress, InputArray, Trial } from './protocol';
import { workerProgram } from './worker-program';

/** The worker's program replays instead of serving when its first argument is this; the second is the folder. */
export const replayFlag = '--replay';

/** One configuration, and where it runs. */
export interface Replay {
  readonly address: DeviceAddress;
  readonly trial: Trial;
  readonly inputs: readonly InputArray[];
  /** The process that waits for the replay: without it nobody needs the result. */
  readonly requester: number;
}

/** Bytes of an input that are copied at a time. */
const pieceBytes = 64 * 2 ** 20;

/** The file of the inputs in a replay's folder. */
export function inputsFile(folder: string): string {
  return join(folder, 'inputs');
}

export function readReplay(folder: string): Replay {
  return deserialize(readFileSync(join(folder, 'replay'))) as Replay;
}

export class ReplayFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'heddle-replay-'));
  #inputs: readonly InputArray[] | undefined;

  /** Writes down what is to be replayed. */
  prepare(address: DeviceAddress, trial: Trial, store: InputStore): void {
    try {
      this.#inputs ??= writeInputs(inputsFile(this.path), store);
      const replay: Replay = { address, trial, inputs: this.#inputs, requester: process.pid };
      writeFileSync(join(this.path, 'replay'), serialize(replay));
    } catch (error) {
      throw new HeddleError('RESOURCE', `the inputs of a replay cannot be written to ${this.path}`, {
        resource: 'temporary folder',
        hint: 'Free some of it, or set TMPDIR to a folder with room.',
        cause: error,
      });
    }
  }

  /** The program that replays, as its executable and arguments. */
  command(): { readonly arguments: readonly string[]; readonly environment: Readonly<Record<string, string>> } {
    const { path, execArgv, environment } = workerProgram();
    return { arguments: [process.execPath, ...execArgv, path, replayFlag, this.path], environment };
  }

  dispose(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function writeInputs(path: string, store: InputStore): readonly InputArray[] {
  const file = openSync(path, 'wx', 0o600);
  try {
    let end = 0;
    return store.arrays.map((array, input) => {
      const byteOffset = end;
      const piece = new Uint8Array(Math.min(pieceBytes, array.byteLength));
      for (let done = 0; done < array.byteLength; done += piece.byteLength) {
        const part = piece.subarray(0, Math.min(piece.byteLength, array.byteLength - done));
        store.read(input, done, part);
        for (let written = 0; written < part.byteLength;) {
          written += writeSync(file, part, written, part.byteLength - written, end + written);
        }
        end += part.byteLength;
      }
      return { ...array, byteOffset };
    });
  } finally {
    closeSync(file);
  }
}
