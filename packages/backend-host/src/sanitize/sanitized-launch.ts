/**
 * A launch in a child process, under a sanitizer.
 *
 * It runs to its end before `enqueue` returns, which holds the event loop: this is a mode for finding errors, in which
 * the error belongs at the launch that makes it, not at a later wait.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeddleError, type ErrorCode } from '@heddle/core';
import type { PreparedGeometry, PreparedLaunch, QueueHandle } from '@heddle/core/backend';
import { bytesOf, LaunchDescription, type LaunchContents } from './launch-description';
import { sanitizerFinding } from './sanitizer-finding';
import type { SanitizedFacts } from './sanitized-compiler';

/** What a launch needs of its device and module. */
export interface SanitizedParts extends Omit<LaunchContents, 'geometry' | 'variables'> {
  /** The executable that runs it, and the sanitized module. */
  readonly runner: Uint8Array;
  readonly module: Uint8Array;
  readonly facts: SanitizedFacts;
  readonly sanitizer: string;
  readonly globals: () => LaunchContents['variables'];
  readonly wait: (queue: QueueHandle) => void;
}

const runnerStatus = { ran: 0, refused: 2, fault: 3, found: 66 } as const;

export class SanitizedLaunch implements PreparedLaunch {
  readonly #parts: SanitizedParts;
  #geometry: PreparedGeometry | undefined;

  constructor(parts: SanitizedParts) {
    this.#parts = parts;
  }

  setGeometry(geometry: PreparedGeometry): void {
    this.#geometry = geometry;
  }

  enqueue(queue: QueueHandle): void {
    this.#parts.wait(queue);
    const folder = mkdtempSync(join(tmpdir(), 'heddle-sanitized-'));
    try {
      this.#run(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  time(): Promise<Float64Array> {
    return Promise.reject(
      new HeddleError('UNSUPPORTED', `${this.#parts.kernel}: a launch under a sanitizer has no time worth measuring`, {
        backend: 'host',
        hint: 'Open the device without `sanitize`.',
      }),
    );
  }

  dispose(): void {
    // Each launch cleans up after itself.
  }

  #run(folder: string): void {
    const { runner, module } = this.#parts;
    const program = join(folder, 'runner');
    const library = join(folder, 'kernel.so');
    const description = join(folder, 'description');
    writeFileSync(program, runner, { mode: 0o700 });
    writeFileSync(library, module, { mode: 0o600 });
    const geometry = this.#checkedGeometry();
    const { text, changed } = new LaunchDescription(
      { ...this.#parts, geometry, variables: this.#parts.globals() },
      folder,
    ).write();
    writeFileSync(description, text, { mode: 0o600 });
    const outcome = spawnSync(program, [library, description], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, LC_ALL: 'C' },
    });
    const output = outcome.stdout;
    const faultAt = outcome.status === runnerStatus.fault ? output.lastIndexOf('fault ') : output.length;
    process.stdout.write(output.slice(0, faultAt));
    if (outcome.status !== runnerStatus.ran) throw this.#failure(outcome, output.slice(faultAt).trim());
    for (const { memory, file } of changed) bytesOf(memory).set(readFileSync(file));
  }

  #checkedGeometry(): PreparedGeometry {
    if (this.#geometry) return this.#geometry;
    throw new HeddleError('ARGUMENT', `${this.#parts.kernel}: the launch has no geometry`, { backend: 'host' });
  }

  #failure(outcome: { status: number | null; stderr: string; error?: Error; signal: string | null }, fault: string) {
    const { kernel, sanitizer, facts } = this.#parts;
    if (outcome.status === runnerStatus.found) return sanitizerFinding(kernel, sanitizer, outcome.stderr, facts);
    if (outcome.status === runnerStatus.fault) {
      const code: ErrorCode = fault.startsWith('fault deadlock') ? 'TIMEOUT' : 'DEVICE_LOST';
      return new HeddleError(code, `${kernel}: ${fault}`, { backend: 'host', kernel, log: outcome.stderr });
    }
    const how = outcome.signal ? `ended by ${outcome.signal}` : `status ${String(outcome.status)}`;
    return new HeddleError('DEVICE_LOST', `${kernel}: its process under the ${sanitizer} sanitizer failed (${how})`, {
      backend: 'host',
      kernel,
      log: outcome.stderr,
      cause: outcome.error,
    });
  }
}
