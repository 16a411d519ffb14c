export { formatArray, inspectArray } from './format-array';
