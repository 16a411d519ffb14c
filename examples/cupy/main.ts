/** Runs the programs of this folder one after the other: what CuPy's reference shows of raw kernels, in TypeScript. */
import './skip-without-cuda';

await import('./raw-kernel');
await import('./raw-module');
await import('./shared-memory');
