/** Linear algebra. */
export { matmul } from './matmul';
