/** Runs the programs of this folder one after the other: what PyCUDA's tutorial and reference show, in TypeScript. */
import './skip-without-cuda';

await import('./listing-1');
await import('./structures');
await import('./listing-4');
await import('./kernel-compilation');
