/** All functions that are compared with NumPy's. */
import type { FunctionEntry } from '../function-entry';
import { arithmetic } from './arithmetic';
import { comparison } from './comparison';
import { creation } from './creation';
import { mathematics } from './mathematics';
import { products } from './products';
import { reductions } from './reductions';
import { shapes } from './shapes';
import { sorting } from './sorting';

export const functions: readonly FunctionEntry[] = [
  ...creation,
  ...arithmetic,
  ...mathematics,
  ...comparison,
  ...reductions,
  ...sorting,
  ...shapes,
  ...products,
];
