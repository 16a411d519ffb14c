/** Arrays from and to NumPy's files. */
export { load, loadz, save, savez, type NamedArrays, type SavezOptions } from './array-files';
export type { FileSource } from './byte-source';
