/** The output of a compiler, which a driver loads. The cache stores it, so it is plain data. */
import { hash } from 'node:crypto';
import { HeddleError, argumentError } from '../errors';
import { describe } from '../diagnostics/describe';

export interface Artifact {
  /** `cubin`, `ptx`, `fatbin`, `code-object`, `opencl-binary`, `spirv`, `shared-object`… A driver checks it. */
  readonly format: string;
  readonly bytes: Uint8Array;
  /** Name in the user's words -> entry name in the binary, for names that differ. */
  readonly entryNames: Readonly<Record<string, string>>;
  /** The compiler's output, warnings too. */
  readonly log: string;
  /** Anything else the driver wants back at load time; must survive JSON. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /**
   * How the compiler decided the conditions of the source that core could not, in the order of the source: `1` for one
   * that holds, `0` for one that does not. Core asks for them and puts them here.
   */
  readonly branches?: string;
  /** SHA-256 of the bytes in hexadecimal: core puts it into the artifacts it hands out, and checks it at load time. */
  readonly digest?: string;
}

/** Joins the logs of several steps; a log that two steps share appears once. */
export function joinedLogs(steps: readonly Pick<Artifact, 'log'>[]): string {
  return [...new Set(steps.map(({ log }) => log.trim()))].filter((log) => log !== '').join('\n');
}

/** An artifact as it leaves this process: with what tells later whether it is still whole. */
export function withDigest(artifact: Artifact): Artifact {
  return { ...artifact, digest: hash('sha256', artifact.bytes, 'hex') };
}

/**
 * Vendors' loaders do not know where a binary ends, and some end the process on a damaged one. Damage must therefore be
 * found before loading.
 *
 * @throws HeddleError `ARGUMENT` for what is not a binary, `CORRUPT` for bytes that are not those of the digest
 */
export function assertIntact(artifact: Pick<Artifact, 'bytes' | 'digest'>, backend: string): void {
  if (typeof artifact !== 'object' || (artifact as object | null) === null) {
    throw argumentError(`a binary is { format, bytes }, not ${describe(artifact)}`);
  }
  const { bytes, digest } = artifact;
  if (!ArrayBuffer.isView(bytes)) throw argumentError(`a binary is a Uint8Array, not ${describe(bytes)}`);
  if (bytes.byteLength === 0) throw argumentError('the binary is empty');
  if (digest === undefined || hash('sha256', bytes, 'hex') === digest) return;
  throw new HeddleError('CORRUPT', `the binary of ${bytes.byteLength} bytes is not the one that was compiled`, {
    backend,
    hint: 'It was truncated or changed since; compile it again.',
  });
}
