export { evaluate } from './evaluate';
export { allClose, isClose, type CloseOptions } from './is-close';
