/** What the C++ compiler says of lines that no user wrote is told as what is wrong with the user's own. */
import { openHost, type OpenHost } from './open-host';

describe('sources that do not compile', () => {
  let host: OpenHost;

  beforeAll(async () => {
    host = await openHost();
  });

  afterAll(async () => {
    await host.close();
  });

  const refused = async (source: string, names: readonly string[] = []): Promise<{ message: string }> => {
    const compiling = host.device.compile<string>(source, { names });
    await expect(compiling).rejects.toMatchObject({ code: 'COMPILE', backend: 'host' });
    return (await compiling.catch((error: unknown) => error)) as Error;
  };

  it.each([
    ['__global__ void f(float* x) {\n  x[0] = 1;\n', [], 'kernel.cu:1', '__global__ void f(float* x) {'],
    ['__global__ void g() {}\n__global__ void f(int* x) {\n  if (*x) {\n    *x = 1;\n}\n', [], 'kernel.cu:2', 'void f'],
    ['template <class T> __global__ void f(T* x) { if (*x) {\n}', ['f<float>'], 'kernel.cu:1', 'void f'],
    ['namespace n {\n__global__ void f(int* x) {\n  x[0] = 1;\n}', ['n::f'], 'kernel.cu:1', 'namespace n {'],
  ])('shows the brace that is never closed: %j', async (source, names, place, line) => {
    const error = await refused(source, names);
    expect(error.message).toContain(`${place}: this '{' is never closed`);
    expect(error).toMatchObject({ excerpt: expect.stringContaining(line) as string });
  });

  it('says which word of a name expression is not declared', async () => {
    const source = 'template <class T, int n> __global__ void f(T* x) { x[0] = n; }';
    const type = await refused(source, ['f<flaot, 3>']);
    expect(type.message).toMatch(/f<flaot, 3> cannot be made: .*'flaot'/);
    const constant = await refused(source, ['f<float, width>']);
    expect(constant.message).toMatch(/f<float, width> cannot be made: .*'width'/);
    expect((await refused(source, ['g<float, 3>'])).message).toContain('Its kernels are f<');
  });

  it('says that a kernel returns void', async () => {
    const { message } = await refused('__global__ int f(int* x) { return x[0]; }');
    expect(message).toBe('f is not a kernel that can be launched\nA __global__ function returns void.');
  });
});
