/** Compiles many sources with few calls of a compiler, and tells of each by itself. */
import type { Artifact, Compiler, CompileRequest } from '@heddle/core/backend';
import { artifactOfOne, joinedRequest, partsOfItsOwn, type UnitHead } from './joined-request';

/** The outcome of a compilation: an artifact with the names of its own kernels, or the exception. */
export type Outcome = { readonly request: CompileRequest } & (
  { readonly artifact: Artifact } | { readonly error: unknown }
);

interface Unit extends UnitHead {
  readonly requests: CompileRequest[];
}

/**
 * Sources that can be are compiled together. Those of a unit that fails are compiled again, each alone, so that an error
 * is that of its source; and so is what cannot be joined, as users' sources are.
 *
 * @param options - for the joined units
 */
export async function compileJoined(
  compiler: Compiler,
  requests: readonly CompileRequest[],
  options: readonly string[],
): Promise<readonly Outcome[]> {
  const isAlone = (request: CompileRequest) => partsOfItsOwn(request).length > 0;
  const outcomes = await eachAlone(compiler, requests.filter(isAlone));
  for (const unit of unitsOf(requests.filter((request) => !isAlone(request)))) {
    outcomes.push(...((await asOne(compiler, unit, options)) ?? (await eachAlone(compiler, unit.requests))));
  }
  return outcomes;
}

/** @throws what the compiler threw instead */
export function artifactOf(outcome: Outcome): Artifact {
  if ('artifact' in outcome) return outcome.artifact;
  throw outcome.error;
}

/** Sources with the same in front of them. */
function unitsOf(requests: readonly CompileRequest[]): readonly Unit[] {
  const units = new Map<string, Unit>();
  for (const request of requests) {
    const { source, userSource, language } = request;
    const preamble = source.slice(0, source.length - userSource.length);
    const key = `${language} ${preamble}`;
    const unit = units.get(key) ?? { preamble, language, requests: [] };
    unit.requests.push(request);
    units.set(key, unit);
  }
  return [...units.values()];
}

/** @returns undefined if the unit does not compile */
async function asOne(
  compiler: Compiler,
  { requests, ...head }: Unit,
  options: readonly string[],
): Promise<readonly Outcome[] | undefined> {
  const joined = joinedRequest(requests, 0, head);
  let whole: Artifact;
  try {
    whole = await compiler.compile({ ...joined, options });
  } catch {
    return undefined;
  }
  return requests.map((request, k) => ({ request, artifact: artifactOfOne(whole, request, k) }));
}

async function eachAlone(compiler: Compiler, requests: readonly CompileRequest[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const request of requests) {
    try {
      outcomes.push({ request, artifact: await compiler.compile(request) });
    } catch (error) {
      outcomes.push({ request, error });
    }
  }
  return outcomes;
}
