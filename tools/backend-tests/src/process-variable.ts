/**
 * Variables as libraries in this process see them. A test's `process.env` is a copy: what is set there reaches programs
 * that the test starts, and not libraries that it loads.
 */
import koffi from 'koffi';
import { resetVariables, setVariable } from './environment-variable';

/** Sets a variable for the test and for C. Undone by {@link resetProcessVariables}. */
export function setProcessVariable(name: string, value: string): void {
  setVariable(name, value);
  libraryCalls().set(name, value, 1);
}

/** Gives all variables their values back. */
export function resetProcessVariables(): void {
  for (const [name, value] of resetVariables()) {
    if (value === undefined) libraryCalls().unset(name);
    else libraryCalls().set(name, value, 1);
  }
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
