/**
 * Variables as libraries in this process see them. A test's `process.env` is a copy: what is set there reaches programs
 * that the test starts, and not libraries that it loads.
 */
import koffi from 'koffi';

const changed = new Map<string, string | undefined>();

/** Sets a variable for the test and for C. Undone by {@link resetProcessVariables}. */
export function setProcessVariable(name: string, value: string): void {
  if (!changed.has(name)) changed.set(name, process.env[name]);
  process.env[name] = value;
  libraryCalls().set(name, value, 1);
}

/** Gives all variables their values back. */
export function resetProcessVariables(): void {
  for (const [name, value] of changed) {
    if (value === undefined) {
      Reflect.deleteProperty(process.env, name);
      libraryCalls().unset(name);
    } else setProcessVariable(name, value);
  }
  changed.clear();
}

interface LibraryCalls {
  readonly set: (name: string, value: string, overwrite: number) => number;
  readonly unset: (name: string) => number;
}

let calls: LibraryCalls | undefined;

function libraryCalls(): LibraryCalls {
  if (calls) return calls;
  const library = koffi.load('libc.so.6');
  calls = {
    set: library.func('int setenv(const char *name, const char *value, int overwrite)') as LibraryCalls['set'],
    unset: library.func('int unsetenv(const char *name)') as LibraryCalls['unset'],
  };
  return calls;
}
