import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CU_STREAM_PER_THREAD,
  CUDA_MEMCPY3D,
  CUDA_RESOURCE_DESC,
  CudaDriver,
  CUdevice_attribute,
  CUipcMemHandle,
  CUmemLocation,
  CUresult,
  StructView,
} from '@heddle/simt-driver/cuda';

const folder = mkdtempSync(join(tmpdir(), 'heddle-fake-driver-'));
const library = join(folder, 'libfake.so');

function canCompile(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-w', '-o', library, join(__dirname, 'fake-driver.c')]);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
}

const withLibrary = canCompile() ? describe : describe.skip;
afterAll(() => rmSync(folder, { recursive: true }));

withLibrary('CudaDriver', () => {
  let driver: CudaDriver;
  beforeAll(() => {
    process.env['HEDDLE_CUDA_LIBRARY'] = library;
    driver = CudaDriver.load();
  });
  afterAll(() => {
    delete process.env['HEDDLE_CUDA_LIBRARY'];
  });

  it('calls functions with numbers, bigints, texts and typed arrays', () => {
    const { cuInit, cuMemAlloc, cuModuleGetFunction } = driver.functions;
    cuInit(0);
    const out = new BigUint64Array(1);
    cuMemAlloc(out, 256);
    expect(out[0]).toBe(0x700000000100n);
    cuModuleGetFunction(out, 3n, 'saxpy');
    expect(out[0]).toBe(3005n);
    cuModuleGetFunction(out, 3, Buffer.from('ab\0'));
    expect(out[0]).toBe(3002n);
  });

  it('throws the status by its name, or gives it', () => {
    const { cuMemAlloc, cuModuleGetFunction, cuStreamQuery } = driver.functions;
    const out = new BigUint64Array(1);
    expect(() => cuMemAlloc(out, 0)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', call: 'cuMemAlloc', status: 'CUDA_ERROR_INVALID_VALUE' }),
    );
    expect(() => cuModuleGetFunction(out, 1n, '?')).toThrow(/what the driver says \[CUDA_ERROR_NOT_FOUND\]/);
    expect(cuStreamQuery.status(7n)).toBe(CUresult.CUDA_SUCCESS);
    expect(cuStreamQuery.status(CU_STREAM_PER_THREAD)).toBe(CUresult.CUDA_ERROR_NOT_READY);
  });

  it('passes structs by value', () => {
    const { cuMemPrefetchAsync, cuIpcOpenMemHandle } = driver.functions;
    const where = new StructView(CUmemLocation, { type: 3, id: -4 });
    expect(cuMemPrefetchAsync.status(1n, 2, where.bytes, 5, 6n)).toBe(0);
    const handle = new StructView(CUipcMemHandle);
    handle.set('reserved', 0xab, 0);
    handle.set('reserved', 0xcd, 63);
    const out = new BigUint64Array(1);
    cuIpcOpenMemHandle(out, handle.bytes, 0);
    expect(out[0]).toBe(0xabcdn);
    expect(() => cuMemPrefetchAsync(1n, 2, new Uint8Array(4), 5, 6n)).toThrow(/CUmemLocation by value is 8 bytes/);
  });

  it('asks for what the library does not export, and says which driver has the rest', () => {
    const flags = new Uint32Array(1);
    driver.functions.cuCtxGetFlags(flags);
    expect(flags[0]).toBe(40);
    expect(driver.has('cuCtxGetFlags')).toBe(true);
    expect(driver.has('cuCtxCreate')).toBe(false);
    expect(() => driver.functions.cuCtxCreate(null, null, 0, 0)).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED',
        message: expect.stringContaining('needs a driver of CUDA 12.5; this one is CUDA 12.2') as string,
      }),
    );
    expect(driver.functions.cuCtxCreate.status).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
  });

  it('is missing if there is no library', () => {
    process.env['HEDDLE_CUDA_LIBRARY'] = '/nowhere/libcuda.so';
    expect(() => CudaDriver.load()).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    process.env['HEDDLE_CUDA_LIBRARY'] = library;
    expect(CudaDriver.load()).toBe(driver);
  });
});

describe('StructView', () => {
  it('reads and writes fields by name', () => {
    const copy = new StructView(CUDA_MEMCPY3D, { WidthInBytes: 12, srcDevice: 2n ** 40n, srcMemoryType: 2 });
    expect(copy.bytes.byteLength).toBe(200);
    expect(copy.get('srcDevice')).toBe(2n ** 40n);
    expect(copy.get('srcMemoryType')).toBe(2);
    const width: bigint = copy.get('WidthInBytes');
    expect(width).toBe(12n);
    expect(new DataView(copy.bytes.buffer).getBigUint64(48, true)).toBe(2n ** 40n);
  });

  it('shows several structs of one memory', () => {
    const bytes = new Uint8Array(2 * CUDA_RESOURCE_DESC.byteLength);
    const second = new StructView(CUDA_RESOURCE_DESC, { 'res.array.hArray': 5n }, bytes.subarray(144));
    expect(second.get('res.linear.devPtr')).toBe(5n);
    expect(bytes[152]).toBe(5);
  });

  it('refuses a field, an index or a memory that does not fit', () => {
    const view = new StructView(CUDA_RESOURCE_DESC);
    expect(() => view.get('res.other' as 'flags')).toThrow(/no field 'res.other'/);
    expect(() => view.set('flags', 1, 1)).toThrow(/has 1 elements, none at 1/);
    expect(() => new StructView(CUDA_RESOURCE_DESC, {}, new Uint8Array(8))).toThrow(/takes 144 bytes/);
  });

  it('has the enumerations as constants', () => {
    expect(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_WARP_SIZE).toBe(10);
  });
});
