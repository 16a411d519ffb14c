/** The "RawModule with Multiple Kernels" example of CuPy's reference on custom kernels. */
import './skip-without-cuda';
import * as cp from '@heddle/backend-nvrtc/cupy';

// Define module with multiple related kernels
const cudaModuleCode = `
extern "C" {

__device__ float activation_relu(float x) {
    return fmaxf(0.0f, x);
}

__device__ float activation_sigmoid(float x) {
    return 1.0f / (1.0f + expf(-x));
}

__global__ void apply_activation(const float* input, float* output,
                                 int size, int activation_type) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        float x = input[idx];
        if (activation_type == 0) {
            output[idx] = activation_relu(x);
        } else if (activation_type == 1) {
            output[idx] = activation_sigmoid(x);
        }
    }
}

__global__ void vector_add(const float* a, const float* b,
                           float* c, int size) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        c[idx] = a[idx] + b[idx];
    }
}

}
`;

// Load module
const module = new cp.RawModule({ code: cudaModuleCode });

// Get kernel functions
const activationKernel = module.getFunction('apply_activation');
const addKernel = module.getFunction('vector_add');

// Test activation kernel
const device = await cp.getDevice();
const data = await device.upload(Float32Array.of(-2, -1, 0, 1, 2));
const output = device.zeros('float32', data.length);

const blockSize = 256;
const gridSize = Math.floor((data.length + blockSize - 1) / blockSize);

// Apply ReLU (activation_type=0)
await activationKernel([gridSize], [blockSize], [data, output, data.length, 0]);
const relu = await output.read();
console.log(`ReLU: ${relu.join(' ')}`); // 0 0 0 1 2

// Apply Sigmoid (activation_type=1)
await activationKernel([gridSize], [blockSize], [data, output, data.length, 1]);
const sigmoid = await output.read();
console.log(`Sigmoid: ${Array.from(sigmoid, (value) => value.toFixed(4)).join(' ')}`);

await addKernel([gridSize], [blockSize], [data, data, output, data.length]);
const sum = await output.read();
console.log(`Sum: ${sum.join(' ')}`); // -4 -2 0 2 4
