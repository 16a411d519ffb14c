/** Of what a source leaves open, the compiler's sizes and offsets settle what they can. */
import { completeSignature } from '../../src/device/complete-signature';
import { parseKernels, type KernelSignature } from '../../src/signature';

function open(first: string, second: string, list: string): KernelSignature {
  const source = `#if __X\n${first}\n#else\n${second}\n#endif\n__global__ void k(${list}) {}`;
  const [signature] = parseKernels(source, { language: 'cuda' });
  if (!signature) throw new Error('there is no kernel');
  return signature;
}

const kinds = ({ parameters }: KernelSignature): string[] =>
  parameters.map(({ kind, dtype, byteLength }) => `${dtype ?? kind} ${byteLength ?? '?'}`);

it('chooses by a size', () => {
  const signature = open('typedef int T;', 'typedef double T;', 'int* o, T x');
  const at = (byteLength: number) => [
    { offset: 0, byteLength: 8 },
    { offset: 8, byteLength },
  ];
  expect(kinds(completeSignature(signature, at(4)))).toEqual(['int32 8', 'int32 4']);
  expect(kinds(completeSignature(signature, at(8)))).toEqual(['int32 8', 'float64 8']);
  expect(() => completeSignature(signature, at(2))).toThrow(/is 2 bytes at 8 for the compiler/);
});

it('chooses by an offset', () => {
  const signature = open('struct T { int a, b; };', 'struct T { double a; };', 'int n, T x');
  const compiled = (offset: number) => [
    { offset: 0, byteLength: 4 },
    { offset, byteLength: 8 },
  ];
  expect(completeSignature(signature, compiled(4)).parameters[1]?.fields).toHaveLength(2);
  expect(completeSignature(signature, compiled(8)).parameters[1]?.fields).toHaveLength(1);
});

it('chooses by the number of parameters', () => {
  const signature = open('#define MORE , float y', '#define MORE', 'int x MORE');
  expect(kinds(completeSignature(signature, [{ offset: 0, byteLength: 4 }]))).toEqual(['int32 4']);
  expect(() => completeSignature(signature, undefined)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
});

it('gives what stays open the size that both have', () => {
  const signature = open('struct T { int a, b; };', 'struct T { int b, a; };', 'int n, T x');
  const compiled = [
    { offset: 0, byteLength: 4 },
    { offset: 4, byteLength: 8 },
  ];
  expect(kinds(completeSignature(signature, compiled))).toEqual(['int32 4', 'bytes 8']);
  expect(kinds(completeSignature(open('typedef int* T;', 'typedef float* T;', 'T x'), undefined))).toEqual([
    'pointer 8',
  ]);
});
