export { bincount, type BincountOptions } from './bincount';
export { histogram, type Histogram, type HistogramOptions } from './histogram';
export { searchsorted, type SearchOptions } from './search';
export { segmentedSort } from './segmented-sort';
export { argsort, lexsort, sort, sortByKey } from './sort';
export { unique, uniqueAll, type Unique } from './unique';
