/** PyCUDA's complex numbers (`pycuda-complex.hpp`), on the emulated driver and compiler. */
import { type Device } from '@heddle/core';
import * as cuda from '@heddle/backend-cuda/pycuda';
import { emulatedToolkit, type EmulatedToolkit } from '../../../tools/emulator/test/emulated-toolkit';

const built = emulatedToolkit();
const withEmulator = built === undefined ? describe.skip : describe;

withEmulator('complex numbers', () => {
  let device: Device;

  beforeAll(async () => {
    const toolkit = built as EmulatedToolkit;
    process.env['HEDDLE_CUDA_LIBRARY'] = toolkit.driver;
    process.env['HEDDLE_NVCC'] = toolkit.nvcc;
    device = await cuda.autoinit();
  });
  afterAll(async () => {
    cuda.useDevice(undefined);
    await device.dispose();
    delete process.env['HEDDLE_CUDA_LIBRARY'];
    delete process.env['HEDDLE_NVCC'];
  });

  it('come in arrays and by value', async () => {
    const mod = await cuda.SourceModule(`
      #include <pycuda-complex.hpp>
      typedef pycuda::complex<float> number;
      __global__ void f(pycuda::complex<float> *z, pycuda::complex<float> a) {
        number old = z[threadIdx.x];
        z[threadIdx.x] = old * a + 1;
        z[threadIdx.x] /= number(2, 0);
      }`);
    const z = await device.upload(Float32Array.of(3, 4, -3, -4), 'complex64');
    mod.getFunction('f')(z, { re: 0, im: 1 }, { block: [2, 1, 1] });
    expect([...(await z.read())]).toEqual([-1.5, 1.5, 2.5, -1.5]);
  });

  // For z = 3 + 4i.
  it.each([
    ['z', 3, 4],
    ['-z + 2 * z - z', 0, 0],
    ['pycuda::conj(z) * z / z', 3, -4],
    ['pycuda::sqrt(z)', 2, 1],
    ['pycuda::sqrt(-z)', 1, -2],
    ['pycuda::exp(pycuda::log(z))', 3, 4],
    ['pycuda::pow(z, 2.0)', -7, 24],
    ['pycuda::complex<double>(pycuda::abs(z), pycuda::norm(z))', 5, 25],
    ['pycuda::polar(pycuda::abs(z), pycuda::arg(z))', 3, 4],
    ['pycuda::log10(z)', Math.log10(5), Math.atan2(4, 3) / Math.LN10],
    ['pycuda::sin(z)', 3.853738037919377, -27.016813258003932],
    ['pycuda::cos(z)', -27.034945603074224, -3.8511533348117775],
    ['pycuda::tan(z)', -0.0001873462046294784, 0.999355987381473],
    ['pycuda::sinh(z)', -6.5481200409110025, -7.61923172032141],
    ['pycuda::cosh(z)', -6.580663040551157, -7.581552742746545],
    ['pycuda::tanh(z)', 1.000709536067233, 0.00490825806749606],
  ])('%s is %p + %pi', async (expression, re, im) => {
    const mod = await cuda.SourceModule(`
      #include <pycuda-complex.hpp>
      __global__ void f(pycuda::complex<double> z, pycuda::complex<double> *out) { *out = ${expression}; }`);
    const out = device.zeros('complex128', 1);
    (mod as cuda.SourceModule).getFunction('f')({ re: 3, im: 4 }, out, { block: [1, 1, 1] });
    const [gotRe, gotIm] = await out.read();
    expect(gotRe).toBeCloseTo(re, 12);
    expect(gotIm).toBeCloseTo(im, 12);
  });
});
