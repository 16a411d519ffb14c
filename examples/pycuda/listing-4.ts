/**
 * Listing 4 of "GPU Scripting and Code Generation with PyCUDA", line for line: a templating engine writes an unrolled
 * addition of vectors. The engine is eta here, Mako there.
 */
import './skip-without-cuda';
import { Eta } from 'eta';
import * as cuda from '@heddle/backend-cuda/pycuda';
import { gaussian } from './gaussian';

await cuda.autoinit();
const { SourceModule } = cuda;

const blockSize = 4;
const threadBlockSize = 32;
const macroBlockCount = 3;

const tpl = `
__global__ void add(
    <%= typeName %> *tgt,
    <%= typeName %> *op1,
    <%= typeName %> *op2)
{
    int idx = threadIdx.x +
        <%= threadBlockSize %> * <%= blockSize %>
        * blockIdx.x;

    <% for (let i = 0; i < blockSize; i++) { %>
        <% const offset = i * threadBlockSize; %>
        tgt[idx + <%= offset %>] =
            op1[idx + <%= offset %>]
            + op2[idx + <%= offset %>];
    <% } %>
}`;

const renderedTpl = new Eta({ useWith: true, autoEscape: false }).renderString(tpl, {
  typeName: 'float',
  blockSize,
  threadBlockSize,
});

const smod = await SourceModule(renderedTpl);

// The listing leaves these to the reader: the vectors, the launch, the check.
const n = threadBlockSize * blockSize * macroBlockCount;
const op1 = Float32Array.from({ length: n }, gaussian);
const op2 = Float32Array.from({ length: n }, gaussian);
const tgt = new Float32Array(n);

const func = smod.getFunction('add');
await func(cuda.Out(tgt), cuda.In(op1), cuda.In(op2), { block: [threadBlockSize, 1, 1], grid: [macroBlockCount, 1] });

if (tgt.some((value, i) => value !== Math.fround(op1[i]! + op2[i]!))) throw new Error('the sums are wrong');
console.log(`${n} sums by ${renderedTpl.split('tgt[').length - 1} unrolled additions each are right`);
