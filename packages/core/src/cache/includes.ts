/**
 * Follows the includes of a request through the file system.
 */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { noInputs, type CompilerInputs } from '../compiler-environment';
import type { ArtifactRequest } from './artifact';
import { mayInclude, scanIncludes, type IncludeDirective, type ScannedText } from './include-directives';
import { readInclude, statFile } from './include-file';
import { searchOptions, type SearchOptions } from './search-options';

/** Everything that a request takes from files. */
export interface TrackedIncludes {
  /**
   * The outcome of every search and the digest of every file, in order. A name that was not found is recorded as such:
   * the compiler's own headers are covered by its fingerprint, and a header that turns up later changes the list, as
   * does one that turns up earlier in the search path.
   */
  readonly evidence: readonly string[];
  /** Why the includes cannot all be known. */
  readonly untrackable: string | undefined;
}

// The loop gives way to other work after this long. Most requests need less in all.
const turnMilliseconds = 2;

/** Finds all files that a request includes, transitively, and digests them. */
export async function trackIncludes(
  request: ArtifactRequest,
  inputs: CompilerInputs = noInputs,
): Promise<TrackedIncludes> {
  const options = allOptions(request, inputs);
  if (options.untrackable || readsNothing(request, options)) return { evidence: [], untrackable: options.untrackable };
  const tracker = new IncludeTracker(request, [
    ...(request.includeDirs ?? []),
    ...options.includeDirs,
    ...inputs.includeDirs,
    ...inputs.systemIncludeDirs,
  ]);

  tracker.addText(request.dialect ?? '');
  for (const name of options.forcedIncludes) {
    tracker.search({ name, quoted: true, next: false, data: false }, undefined);
  }
  tracker.addText(request.source);
  for (const text of Object.values(request.headers ?? {})) tracker.addText(text);
  for (const path of options.possibleFiles) tracker.addData(path);
  for (const library of options.libraries) {
    tracker.addLibrary(library, [...options.libraryDirs, ...inputs.libraryDirs]);
  }
  await tracker.follow();
  return { evidence: tracker.evidence, untrackable: tracker.untrackable };
}

const noOptions = searchOptions([]);

function allOptions({ options = [] }: ArtifactRequest, { optionsBefore, optionsAfter }: CompilerInputs): SearchOptions {
  if (options.length + optionsBefore.length + optionsAfter.length === 0) return noOptions;
  return searchOptions([...optionsBefore, ...options, ...optionsAfter]);
}

/** True for the usual kernel, which has no part in any file. False if only a closer look can tell. */
function readsNothing(request: ArtifactRequest, options: SearchOptions): boolean {
  const named = [options.forcedIncludes, options.possibleFiles, options.libraries];
  if (request.language === 'fortran' || named.some((names) => names.length > 0)) return false;
  for (const text of Object.values(request.headers ?? {})) if (mayInclude(text)) return false;
  return !mayInclude(request.source) && !mayInclude(request.dialect ?? '');
}

interface PendingFile {
  readonly path: string;
  readonly data: boolean;
}

class IncludeTracker {
  readonly evidence: string[] = [];
  untrackable: string | undefined;
  readonly #request: ArtifactRequest;
  readonly #includeDirs: readonly string[];
  readonly #seen = new Set<string>();
  readonly #pending: PendingFile[] = [];

  constructor(request: ArtifactRequest, includeDirs: readonly string[]) {
    this.#request = request;
    this.#includeDirs = includeDirs;
  }

  /** Takes a text that has no file: the source, the dialect, a header from memory. */
  addText(text: string): void {
    this.#searchAll(scanRemembered(text, this.#request.language), undefined);
  }

  /** Adds a data file, if it exists. */
  addData(path: string): void {
    if (statFile(path)) this.#found(resolve(path), true);
  }

  /** Takes the files that a linker may mean by `-lNAME`. */
  addLibrary(name: string, folders: readonly string[]): void {
    const files = name.startsWith(':') ? [name.slice(1)] : [`lib${name}.so`, `lib${name}.a`, `${name}.lib`];
    for (const file of files) this.#take(file, presentFiles(folders, file), true);
  }

  /** Reads what was found, and what that includes. */
  async follow(): Promise<void> {
    let turnEnds = performance.now() + turnMilliseconds;
    for (let file = this.#pending.pop(); file && !this.untrackable; file = this.#pending.pop()) {
      this.#read(file);
      if (performance.now() < turnEnds) continue;
      await nextTurn();
      turnEnds = performance.now() + turnMilliseconds;
    }
  }

  #read({ path, data }: PendingFile): void {
    const stats = statFile(path);
    const file = stats && readInclude(path, stats, this.#request.language, data);
    if (!file) {
      this.untrackable ??= `${path} cannot be read`;
      return;
    }
    this.evidence.push(path, file.digest);
    this.#searchAll(file, path);
  }

  #searchAll(scanned: ScannedText, includer: string | undefined): void {
    this.untrackable ??= scanned.untrackable && `${includer ?? 'the source'}: ${scanned.untrackable}`;
    for (const directive of scanned.directives) this.search(directive, includer);
  }

  /**
   * Looks for one file as a compiler does: beside the includer, then in the folders. In which order it searches them
   * depends on the compiler and on the kind of the option, so a file in any of them counts.
   */
  search(directive: IncludeDirective, includer: string | undefined): void {
    const { name, quoted, data } = directive;
    const found = isAbsolute(name) ? [name].filter((path) => statFile(path)) : this.#candidates(directive, includer);
    // A source without a folder is searched beside the working directory by some compilers, and before the other
    // folders by some: if there is such a file it counts, whether or not the compiler takes it.
    if (quoted && includer === undefined && this.#request.sourceFolder === undefined && statFile(resolve(name))) {
      found.push(resolve(name));
    }
    this.#take(name, found, data);
  }

  #candidates({ name, quoted, next }: IncludeDirective, includer: string | undefined): string[] {
    const beside = includer === undefined ? this.#request.sourceFolder : dirname(includer);
    const nearest = quoted && beside !== undefined ? presentFiles([beside], name) : [];
    return nearest.length > 0 && !next ? nearest : [...nearest, ...presentFiles(this.#includeDirs, name)];
  }

  #take(name: string, found: readonly string[], data: boolean): void {
    this.evidence.push(name, String(found.length), ...found);
    for (const path of found) this.#found(path, data);
  }

  #found(path: string, data: boolean): void {
    if (this.#seen.has(path)) return;
    this.#seen.add(path);
    this.#pending.push({ path, data });
  }
}

/** The files of a name in the folders, in order. */
function presentFiles(folders: readonly string[], name: string): string[] {
  return folders.map((folder) => resolve(join(folder, name))).filter((path) => statFile(path));
}

// The same source is asked for again and again (a tuner, a second call): its scan is kept. A handful is enough.
const scans = new Map<string, ScannedText>();
const maxScans = 64;

function scanRemembered(text: string, language: ArtifactRequest['language']): ScannedText {
  const name = `${language ?? ''}:${text}`;
  const known = scans.get(name);
  if (known) return known;
  const scanned = scanIncludes(text, language);
  if (scans.size >= maxScans) scans.clear();
  scans.set(name, scanned);
  return scanned;
}
