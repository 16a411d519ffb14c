/**
 * Sources compiled as one translation unit: beginning one takes ROCm's compiler longer than most kernels do. Each source
 * has a namespace, and its kernels, which may have none, get names of their own.
 */
import type { Artifact, CompileRequest } from '@heddle/core/backend';

/** The common head of the sources of a unit, and their language. */
export interface UnitHead extends Pick<CompileRequest, 'language'> {
  readonly preamble: string;
}

/** Parts of a source that prevent joining it with others; empty if it can be joined. */
export function partsOfItsOwn(request: CompileRequest): readonly string[] {
  const { userSource, kernels, names, globals, options, defines, headers, includeDirs } = request;
  return [
    ...names,
    ...globals,
    ...options,
    ...includeDirs,
    ...Object.keys({ ...defines, ...headers }),
    // A header is not part of a namespace.
    ...(userSource.match(/^\s*#\s*include.*$/gm) ?? []),
    ...kernels.map(({ name }) => name).filter((name, i, all) => name.includes('::') || all.indexOf(name) !== i),
  ];
}

/**
 * @param first - the number of the first source: no other source of a module may have it
 * @throws Error for what sources cannot have that are compiled together
 */
export function joinedRequest(
  requests: readonly CompileRequest[],
  first: number,
  { preamble, language }: UnitHead,
): CompileRequest {
  const parts = requests.flatMap(partsOfItsOwn);
  if (parts.length > 0) throw new Error(`a source that is joined with others cannot have ${parts.join(', ')}`);
  const userSource = requests.map((request, k) => inOwnNamespace(request, first + k)).join('\n');
  return {
    source: `${preamble}${userSource}`,
    userSource,
    fileName: 'joined.hip',
    language,
    names: [],
    globals: [],
    kernels: requests.flatMap(({ kernels }, k) =>
      // Where they are declared in their own source says nothing of the joined one.
      kernels.map(({ declared: _, ...kernel }) => ({
        ...kernel,
        name: `${namespaceOf(first + k)}::${uniqueName(kernel.name, first + k)}`,
      })),
    ),
    options: [],
    defines: {},
    includeDirs: [],
    headers: {},
  };
}

/** The artifact of one source of a joined request. */
export function artifactOfOne(whole: Artifact, { kernels }: CompileRequest, source: number): Artifact {
  const names = kernels.map(({ name }) => {
    const unique = uniqueName(name, source);
    // A kernel that is `extern "C"` is in no namespace.
    return [name, whole.entryNames[`${namespaceOf(source)}::${unique}`] ?? unique] as const;
  });
  return { ...whole, entryNames: Object.fromEntries(names) };
}

function uniqueName(kernel: string, source: number): string {
  return `${kernel}_${source}`;
}

function namespaceOf(source: number): string {
  return `source_${source}`;
}

/** A source whose names end with it, those of macros too. */
function inOwnNamespace({ userSource, kernels }: CompileRequest, source: number): string {
  const macros = Array.from(userSource.matchAll(/^\s*#\s*define\s+(\w+)/gm), ([, name = '']) => name);
  const names = kernels.map(({ name }) => name);
  return [
    ...names.map((name) => `#define ${name} ${uniqueName(name, source)}`),
    `namespace ${namespaceOf(source)} {`,
    userSource,
    '}',
    ...new Set([...names, ...macros].map((name) => `#undef ${name}`)),
  ].join('\n');
}
