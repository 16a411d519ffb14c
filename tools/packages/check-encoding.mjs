/**
 * Published modules hold ASCII characters alone: one other character, and V8 keeps every character of a module's text in
 * two bytes. The bundler escapes those in strings; those in comments that stay are to be written otherwise.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The lines of a scope's installed packages that hold anything else, each with the place. */
export function otherCharacters(scope) {
  return readdirSync(scope)
    .map((name) => join(scope, name, 'dist'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => modulesBelow(folder).flatMap(linesOf));
}

function modulesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function linesOf(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line, index) => `${path}:${index + 1}: ${line.trim()}`)
    .filter((line) => /[^\0-\x7f]/.test(line));
}
