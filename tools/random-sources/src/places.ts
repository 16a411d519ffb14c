/** Where pieces of a source stand: in the source itself, in headers from memory, in headers in folders found in many ways. */
import { pick } from './pick';
import { folderMark } from './source-case';
import type { PlaceRecipe } from './source-recipe';
import type { Target } from './target';

/** Text that goes somewhere, with the text that would be wrong there. */
export interface Piece {
  readonly text: string;
  /** Declares the same names in another way: for headers that must not be found. */
  readonly decoy: string;
}

/** What a piece adds to a compilation, and the lines of the source that bring it in. */
interface Placed {
  readonly lines: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly includeDirs?: readonly string[];
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

type Place = (piece: Piece, index: number, spelling: number, target: Target) => Placed;

const inline: Place = ({ text }) => ({ lines: text });

const inMemory: Place = ({ text }, index, spelling) => {
  const name = `${pick(['', 'part/'], spelling)}memory_${index}.h`;
  return { lines: include(name, spelling), headers: { [name]: text } };
};

const inNestedMemory: Place = ({ text }, index, spelling) => ({
  lines: include(`outer_${index}.h`, spelling),
  headers: { [`outer_${index}.h`]: `#include "inner_${index}.h"\n`, [`inner_${index}.h`]: text },
});

const inFolder: Place = ({ text }, index, spelling) => ({
  lines: include(`folder_${index}.h`, spelling),
  files: { [`include/folder_${index}.h`]: text },
  includeDirs: [`${folderMark}/include`],
});

const inOptionFolder: Place = ({ text }, index, spelling, target) => ({
  // A folder may be for quoted names alone.
  lines: include(`option_${index}.h`, 0),
  files: { [`options_${index}/option_${index}.h`]: text },
  options: pick(target.searching, spelling)(`${folderMark}/options_${index}`),
});

/** A header that includes another one beside it, of which there is a second one elsewhere. */
const besideItsIncluder: Place = ({ text, decoy }, index, spelling) => ({
  lines: include(`group_${index}/outer.h`, spelling),
  files: {
    [`include/group_${index}/outer.h`]: `#include "beside_${index}.h"\n`,
    [`include/group_${index}/beside_${index}.h`]: text,
    [`include/beside_${index}.h`]: decoy,
  },
  includeDirs: [`${folderMark}/include`],
});

/** One name in two folders. */
const inTwoFolders: Place = ({ text, decoy }, index, spelling, target) => ({
  lines: include(`twice_${index}.h`, 0),
  files: { [`first/twice_${index}.h`]: text, [`second/twice_${index}.h`]: decoy },
  ...(spelling % 2 === 0
    ? { includeDirs: [`${folderMark}/first`, `${folderMark}/second`] }
    : {
        includeDirs: [`${folderMark}/first`],
        options: pick(target.searching, spelling >> 1)(`${folderMark}/second`),
      }),
});

const guarded: Place = ({ text }, index, spelling) => {
  const name = `guarded_${index}.h`;
  const guard = `GUARDED_${index}_H`;
  const header =
    spelling % 2 === 0 ? `#pragma once\n${text}` : `#ifndef ${guard}\n#define ${guard}\n${text}\n#endif // ${guard}`;
  const lines = `${include(name, 0)}\n${include(name, spelling >> 1)}`;
  if (spelling % 3 === 0) return { lines, headers: { [name]: header } };
  return { lines, files: { [`include/${name}`]: header }, includeDirs: [`${folderMark}/include`] };
};

const ifThere: Place = ({ text, decoy }, index, spelling) => {
  const there = `there_${index}.h`;
  const asked = spelling % 2 === 0 ? there : `missing_${index}.h`;
  return {
    lines: `#if __has_include("${asked}")\n#include "${there}"\n#else\n${decoy}\n#endif`,
    files: { [`include/${there}`]: text },
    includeDirs: [`${folderMark}/include`],
  };
};

const byMacro: Place = ({ text }, index, spelling) => ({
  lines: `#define HEADER_${index} ${pick(['"', '<'], spelling)}computed_${index}.h${pick(['"', '>'], spelling)}\n#include HEADER_${index}`,
  files: { [`include/computed_${index}.h`]: text },
  includeDirs: [`${folderMark}/include`],
});

const byPath: Place = ({ text }, index) => ({
  lines: `#include "${folderMark}/anywhere/path_${index}.h"`,
  files: { [`anywhere/path_${index}.h`]: text },
});

/** A header that is read twice, and says something else the second time. */
const readTwice: Place = ({ text }, index) => ({
  lines: `#include "again_${index}.h"\n#define AGAIN_${index}\n#include "again_${index}.h"`,
  headers: { [`again_${index}.h`]: `#ifdef AGAIN_${index}\n${text}\n#endif\n` },
});

const inVariableFolder: Place = ({ text }, index, spelling, target) => ({
  lines: include(`variable_${index}.h`, spelling >> 1),
  files: { [`variable/variable_${index}.h`]: text },
  environment: { [pick(target.folderVariables, spelling)]: `${folderMark}/variable` },
});

const everywhere: readonly Place[] = [
  inline,
  inline,
  inline,
  inMemory,
  inNestedMemory,
  inFolder,
  inOptionFolder,
  besideItsIncluder,
  inTwoFolders,
  guarded,
  ifThere,
  byMacro,
  byPath,
  readTwice,
];

export function placed(piece: Piece, index: number, { form, spelling }: PlaceRecipe, target: Target): Placed {
  // Variables are taken along seldom: the sources that have some wait for each other.
  const isVariable = target.folderVariables.length > 0 && form > 96;
  return (isVariable ? inVariableFolder : pick(everywhere, form))(piece, index, spelling, target);
}

function include(name: string, spelling: number): string {
  return pick([`#include "${name}"`, `#include <${name}>`, `#  include "${name}" // header`], spelling);
}
