/** The type of an argument is chosen by a macro that comes from options, or from a header in a folder. */
import { end, expect, folderWith, isOpenCl, result } from './report.mjs';

const entry = isOpenCl ? '__kernel' : '__global__';
const pointerTo = (type) => (isOpenCl ? `__global ${type}*` : `${type}*`);
const scalar = `
#ifdef WHOLE
typedef int number;
#else
typedef float number;
#endif
${entry} void k(${pointerTo('int')} o, number a) { o[0] = (int)a; }`;
const headers = folderWith({ 'config.h': '#define WHOLE 1\n', 'real.h': 'typedef float real;\n' });

await expect('a macro in defines', [3], () =>
  result({ source: scalar, options: { defines: { WHOLE: 1 } }, args: [3] }),
);
await expect('a macro as -D among the options', [3], () =>
  result({ source: scalar, options: { options: ['-DWHOLE'] }, args: [3] }),
);
await expect('a macro in a header of includeDirs', [3], () =>
  result({ source: `#include "config.h"\n${scalar}`, options: { includeDirs: [headers] }, args: [3] }),
);
await expect('the same header in headers', [3], () =>
  result({
    source: `#include "config.h"\n${scalar}`,
    options: { headers: { 'config.h': '#define WHOLE 1\n' } },
    args: [3],
  }),
);
await expect('the order of fields, chosen in a header', [4, 5], () =>
  result({
    source: `#include "config.h"
typedef struct {
#ifdef WHOLE
  int y; int x;
#else
  int x; int y;
#endif
} Point;
${entry} void k(${pointerTo('int')} o, Point p) { o[0] = p.x; o[1] = p.y; }`,
    options: { includeDirs: [headers] },
    length: 2,
    args: [{ x: 4, y: 5 }],
  }),
);
await expect('-DPRECISION=2', [0.1], () =>
  result({
    source: `
#if PRECISION == 2
typedef double T;
#else
typedef float T;
#endif
${entry} void k(${pointerTo('T')} o, T a) { o[0] = a; }`,
    options: { options: ['-DPRECISION=2'] },
    dtype: 'float64',
    args: [0.1],
  }),
);
await expect('a scalar whose typedef is in includeDirs', [2.5], () =>
  result({
    source: `#include "real.h"\n${entry} void k(${pointerTo('real')} o, real a) { o[0] = a; }`,
    options: { includeDirs: [headers] },
    dtype: 'float32',
    args: [2.5],
  }),
);
await end();
