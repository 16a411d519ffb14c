/**
 * From a request to the name of its artifact.
 */
import { hash } from 'node:crypto';
import { noInputs, type CompilerInputs } from '../compiler-environment';
import type { ArtifactKey, ArtifactRequest } from './artifact';
import { formatVersion } from './entry-format';
import { trackIncludes } from './includes';

/**
 * Computes the key of a request: SHA-256, 64 hexadecimal digits.
 *
 * Reads the files that the source includes, so the key changes when one of them does, or when another file comes
 * before it in the search path. Gives no key where the includes cannot be known from the text (`#include MACRO`).
 */
export async function artifactKey(request: ArtifactRequest): Promise<ArtifactKey> {
  const { digest: key, untrackable, isFixed } = await digestWith(request, request.givenInputs ?? request.inputs?.());
  if (key === undefined) return { key, uncacheable: untrackable };
  if (isFixed && !request.inputs) return { key };
  return { key, unchanged: async () => (await digestWith(request, request.inputs?.())).digest === key };
}

type Digest =
  | { readonly digest: string; readonly untrackable?: undefined; readonly isFixed: boolean }
  | { readonly digest: undefined; readonly untrackable: string; readonly isFixed?: undefined };

/** @returns with `isFixed`: whether no file is part of the digest */
async function digestWith(request: ArtifactRequest, inputs: CompilerInputs = noInputs): Promise<Digest> {
  if (inputs.untrackable !== undefined) return { digest: undefined, untrackable: inputs.untrackable };
  const { evidence, untrackable } = await trackIncludes(request, inputs);
  if (untrackable !== undefined) return { digest: undefined, untrackable };
  return { digest: digestOf(request, inputs.identity, evidence), isFixed: evidence.length === 0 };
}

function digestOf(request: ArtifactRequest, environment: string, evidence: readonly string[]): string {
  const { compiler, fingerprint, architecture, source } = request;
  const { language = '', dialect = '', sourceFolder = '', fileName = '', form = '' } = request;
  const single = [`heddle artifact ${formatVersion}`, compiler, fingerprint, architecture, language, dialect, source];
  const text = [
    joined([...single, sourceFolder, fileName, form]),
    fields(request.options ?? []),
    fields(byName(request.defines)),
    fields([...(request.names ?? [])].sort()),
    fields(request.globals ?? []),
    fields(byName(request.headers)),
    fields(request.includeDirs ?? []),
    fields([environment]),
    fields(evidence),
  ].join('');
  // UTF-16 keeps every string apart, unpaired surrogates too, which UTF-8 would all turn into the same character.
  return hash('sha256', Buffer.from(text, 'utf16le'), 'hex');
}

/** Names and what they stand for, in an order that does not depend on how they were given. */
function byName(texts: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat();
}

function fields(texts: readonly string[]): string {
  return `${texts.length}[${joined(texts)}]`;
}

// With its length in front no text can be taken for the end of the one before it.
function joined(texts: readonly string[]): string {
  let all = '';
  for (const text of texts) all += `${text.length}:${text}`;
  return all;
}
