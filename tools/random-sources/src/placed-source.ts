/** Puts a source's files into a folder, and the folder's path into everything that names it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CompileOptions } from '@heddle/core';
import { reportingSource } from './report-kernel';
import { folderMark, type SourceCase } from './source-case';

/** A source as it is compiled. */
export interface PlacedSource {
  readonly text: string;
  readonly options: CompileOptions;
  readonly environment: Readonly<Record<string, string>>;
}

export function placeSource(source: SourceCase, folder: string): PlacedSource {
  const here = (text: string) => text.replaceAll(folderMark, folder);
  const each = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, here(text)]));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(source.files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, here(text));
  }
  return {
    text: here(reportingSource(source)),
    options: {
      language: source.target.language,
      options: source.options.map(here),
      defines: source.defines,
      includeDirs: source.includeDirs.map(here),
      headers: each(source.headers),
    },
    environment: each(source.environment),
  };
}
