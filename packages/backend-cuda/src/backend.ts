/** The backend plugin: NVIDIA's driver and nvcc. */
import { cuda, simtBackend, type ContextOptions } from '@heddle/simt-driver';
import { NvccCompiler } from './compile/nvcc-compiler';
import { findNvcc } from './nvcc/find-nvcc';

/** What `openDevice('cuda', …)` takes besides the device. */
export type CudaOpenOptions = ContextOptions;

export const backend = simtBackend({
  name: 'cuda',
  packageName: '@heddle/backend-cuda',
  vendor: () => cuda,
  hasContexts: true,
  compilerVersion: async () => `nvcc ${(await findNvcc()).version}`,
  compilers: () => ({
    capabilities: ['templates', 'name-expressions', 'headers', 'linking'],
    create: ({ architecture }, capabilities) => [
      new NvccCompiler({ architecture, float16: capabilities.has('float16') }),
    ],
  }),
});
