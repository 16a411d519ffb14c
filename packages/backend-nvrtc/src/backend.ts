/** The backend plugin: NVIDIA's driver and NVRTC. */
import { cuda, simtBackend, type ContextOptions } from '@heddle/simt-driver';
import { NvrtcCompiler } from './compile/nvrtc-compiler';
import { NvrtcLibrary } from './library/nvrtc-library';

/** What `openDevice('nvrtc', …)` takes besides the device. */
export type NvrtcOpenOptions = ContextOptions;

export const backend = simtBackend({
  name: 'nvrtc',
  packageName: '@heddle/backend-nvrtc',
  vendor: () => cuda,
  hasContexts: true,
  compilerVersion: () => {
    const { major, minor } = NvrtcLibrary.load().version;
    return `NVRTC ${major}.${minor}`;
  },
  compilers: () => {
    const library = NvrtcLibrary.load();
    return {
      capabilities: ['templates', 'name-expressions', 'headers', 'linking'],
      create: ({ architecture }, capabilities, context) => [
        new NvrtcCompiler(library, { architecture, float16: capabilities.has('float16'), context }),
      ],
    };
  },
});
