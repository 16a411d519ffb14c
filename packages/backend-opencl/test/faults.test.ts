import { execFileSync } from 'node:child_process';
import type { HeddleError } from '@heddle/core';
import { openLibrary } from '@heddle/backend-opencl/api';
import { probeOpenCl } from '../src/probe';
import { builtEntry } from '../../../tools/sources/test/built-sources';
import { buildFaultyLoader, buildListReader, buildOldLoader } from './testing/faulty-loader';
import { closeDevices, describeOpenCl, openOpenCl } from './testing/opencl-device';

const loader = buildFaultyLoader();
const oldLoader = buildOldLoader();
const listReader = buildListReader();
const describeFaulty = loader ? describeOpenCl : describe.skip;
const { HEDDLE_OPENCL_LIBRARY: library } = process.env;

const withCode = (code: HeddleError['code'], more: object = {}) => expect.objectContaining({ code, ...more });
const source = '__kernel void k(__global int* x) { x[0] += 1; }';
const one = { grid: 1, block: 1 } as const;

afterAll(() => {
  if (library === undefined) delete process.env.HEDDLE_OPENCL_LIBRARY;
  else process.env.HEDDLE_OPENCL_LIBRARY = library;
});

it('probing without a loader says what to install', () => {
  process.env.HEDDLE_OPENCL_LIBRARY = 'libno-such-opencl.so';
  expect(probeOpenCl()).toMatchObject({ available: false, reason: expect.stringContaining('no OpenCL loader') });
});

(oldLoader === undefined ? it.skip : it)('a function that an old loader lacks is unsupported', () => {
  const { calls } = openLibrary([oldLoader ?? '']);
  expect(() => calls.clCloneKernel(0n, null)).toThrow(
    withCode('UNSUPPORTED', { call: 'clCloneKernel', message: expect.stringContaining('OpenCL 2.1') }),
  );
});

// In a program of its own: what is `process.env` there is the environment itself, not a test runner's copy.
(listReader === undefined ? it.skip : it)(
  'a loader that cuts its list of drivers short does so for nobody else',
  () => {
    const program = `
    const { backend } = await import(${JSON.stringify(builtEntry('backend-opencl'))});
    const { reason } = await backend.probe();
    console.log(JSON.stringify([reason, process.env.OCL_ICD_FILENAMES]));`;
    const list = 'libone.so:libtwo.so';
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...process.env, HEDDLE_OPENCL_LIBRARY: listReader, OCL_ICD_FILENAMES: list },
    });
    expect(JSON.parse(output)).toEqual([expect.stringContaining('no platform'), list]);
  },
);

// In a program of its own: here the drivers are open already.
describeOpenCl('probing', () => {
  it('opens the drivers while the event loop goes on', () => {
    const program = `
    const { backend } = await import(${JSON.stringify(builtEntry('backend-opencl'))});
    let turned = false;
    setImmediate(() => { turned = true; });
    await backend.probe();
    console.log(turned);`;
    const { OCL_ICD_FILENAMES: _files, OCL_ICD_VENDORS: _vendors, OPENCL_LAYERS: _layers, ...env } = process.env;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...env, HEDDLE_OPENCL_LIBRARY: library ?? '' },
    });
    expect(output.trim()).toBe('true');
  });
});

describeFaulty('a loader', () => {
  beforeAll(() => {
    process.env.HEDDLE_OPENCL_LIBRARY = loader?.path;
  });
  afterEach(async () => {
    for (const name of [
      'clGetPlatformIDs',
      'clGetDeviceIDs',
      'clEnqueueNDRangeKernel',
      'clEnqueueWriteBuffer',
      'clFinish',
    ]) {
      loader?.setFault(name, 0);
    }
    loader?.setExecutionStatus(0);
    await closeDevices();
  });

  it('without platforms is told from one whose platforms have no devices', () => {
    loader?.setFault('clGetPlatformIDs', -1001);
    expect(probeOpenCl()).toMatchObject({ available: false, reason: expect.stringContaining('no platform') });
    loader?.setFault('clGetPlatformIDs', 0);
    loader?.setFault('clGetDeviceIDs', -1);
    expect(probeOpenCl()).toMatchObject({
      available: false,
      reason: expect.stringContaining('no OpenCL platform here has'),
    });
  });

  it.each([
    ['clEnqueueNDRangeKernel', -2, 'CL_DEVICE_NOT_AVAILABLE'],
    ['clEnqueueNDRangeKernel', -36, 'CL_INVALID_COMMAND_QUEUE'],
  ])('whose device disappears in %s makes it DEVICE_LOST, for every call that follows', async (name, status, text) => {
    const device = await openOpenCl();
    const kernel = (await device.compile(source)).kernel('k');
    const x = device.zeros('int32', 1);
    loader?.setFault(name, status);
    expect(() => kernel.launch(one, x)).toThrow(withCode('DEVICE_LOST', { call: name, status: text }));
    loader?.setFault(name, 0);
    expect(device.lost).toMatchObject({ code: 'DEVICE_LOST' });
    expect(() => kernel.launch(one, x)).toThrow(withCode('DEVICE_LOST'));
    expect(() => device.allocate(4)).toThrow(withCode('DEVICE_LOST'));
    await expect(x.read()).rejects.toThrow(withCode('DEVICE_LOST'));
    await expect(device.synchronize()).rejects.toThrow(withCode('DEVICE_LOST'));
  });

  it.each([-5, -9999])('whose command ends with %d makes the wait DEVICE_LOST', async (status) => {
    const device = await openOpenCl();
    const kernel = (await device.compile(source)).kernel('k');
    kernel.launch(one, device.zeros('int32', 1));
    loader?.setExecutionStatus(status);
    await expect(device.synchronize()).rejects.toThrow(withCode('DEVICE_LOST'));
    expect(device.lost).toBeDefined();
  });

  it('whose blocking wait fails makes the device lost', async () => {
    const device = await openOpenCl();
    loader?.setFault('clFinish', -5);
    expect(() => device.defaultStream.synchronizeBlocking()).toThrow(withCode('DEVICE_LOST', { call: 'clFinish' }));
  });

  it('without memory or resources for one transfer leaves the device usable', async () => {
    const device = await openOpenCl();
    const x = device.zeros('int32', 1);
    for (const [status, code] of [
      [-4, 'OUT_OF_MEMORY'],
      [-5, 'RESOURCE'],
    ] as const) {
      loader?.setFault('clEnqueueWriteBuffer', status);
      await expect(x.write(Int32Array.of(1))).rejects.toThrow(withCode(code));
      loader?.setFault('clEnqueueWriteBuffer', 0);
      await x.write(Int32Array.of(1));
      expect(await x.read()).toEqual(Int32Array.of(1));
    }
  });

  it('that has no resources for a launch says so, and the device goes on', async () => {
    const device = await openOpenCl();
    const kernel = (await device.compile(source)).kernel('k');
    const x = device.zeros('int32', 1);
    loader?.setFault('clEnqueueNDRangeKernel', -5);
    expect(() => kernel.launch(one, x)).toThrow(withCode('RESOURCE'));
    loader?.setFault('clEnqueueNDRangeKernel', 0);
    kernel.launch(one, x);
    expect(await x.read()).toEqual(Int32Array.of(1));
  });
});
