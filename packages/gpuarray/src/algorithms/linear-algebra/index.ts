/** Linear algebra. */
export { matmul, type MatmulOptions } from './matmul';
