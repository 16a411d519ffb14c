import { constants, integerOf, openLibrary, readInfo, statusName, textOf, versionOf } from '@heddle/backend-opencl/api';
import { findDevices, findPlatforms } from '../src/discover';
import { EventWaiter } from '../src/waiter';
import { describeOpenCl } from './testing/opencl-device';

describe('the low-level API', () => {
  it('names statuses and versions', () => {
    expect(statusName(-54)).toBe('CL_INVALID_WORK_GROUP_SIZE');
    expect(statusName(-12345)).toBe('status -12345');
    expect(versionOf('clFinish')).toBe('1.0');
    expect(versionOf('clCloneKernel')).toBe('2.1');
  });

  it('refuses a library that is not there, with what to install', () => {
    expect(() => openLibrary(['libno-such-opencl.so'])).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE', hint: expect.stringMatching(/\w/) }),
    );
  });
});

describeOpenCl('the low-level API over a loader', () => {
  const library = openLibrary();
  const { calls } = library;
  const device = findDevices(findPlatforms(library))[0]?.handle ?? 0n;

  it('has every function of the table where the loader is of version 3.0', () => {
    if (!library.has('clCreateBufferWithProperties')) return;
    for (const name of Object.keys(calls)) expect(library.has(name as 'clFinish')).toBe(true);
  });

  it('gives answers of any size', () => {
    const ask = (question: number) => readInfo((...rest) => calls.clGetDeviceInfo(device, question, ...rest));
    expect(textOf(ask(constants.CL_DEVICE_NAME))).toMatch(/\w/);
    expect(integerOf(ask(constants.CL_DEVICE_MAX_COMPUTE_UNITS))).toBeGreaterThan(0n);
    expect(ask(0x7fff)).toBeUndefined();
  });

  it('holds commands back by user events, which end in an error where they are told to', async () => {
    const status = new Int32Array(1);
    const context = calls.clCreateContext(null, 1, BigUint64Array.of(device), null, null, status);
    const queue = calls.clCreateCommandQueue(context, device, 0, status);
    const memory = calls.clCreateBuffer(context, constants.CL_MEM_READ_WRITE, 16, null, status);
    const waiter = new EventWaiter(library);
    for (const outcome of [constants.CL_COMPLETE, -5]) {
      const gate = calls.clCreateUserEvent(context, status);
      const event = new BigUint64Array(1);
      const bytes = new Uint8Array(16);
      const list = BigUint64Array.of(gate);
      expect(calls.clEnqueueReadBuffer(queue, memory, 0, 0, 16, bytes, 1, list, event)).toBe(0);
      calls.clFlush(queue);
      const read = event[0] ?? 0n;
      let ended: number | undefined;
      const waiting = waiter.wait(read).then((end) => (ended = end));
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(ended).toBeUndefined();
      expect(calls.clSetUserEventStatus(gate, outcome)).toBe(0);
      await waiting;
      if (outcome === 0) expect(ended).toBe(0);
      else expect(ended).toBeLessThan(0);
      calls.clReleaseEvent(read);
      calls.clReleaseEvent(gate);
    }
    calls.clReleaseMemObject(memory);
    calls.clReleaseCommandQueue(queue);
    calls.clReleaseContext(context);
  });
});
