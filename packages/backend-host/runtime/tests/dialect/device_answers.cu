// Puts device_questions.h and device_textures.h to a real GPU and prints the answers: a hash for each question, the values
// of each texture read. Build where nvcc is, run where a GPU is:
//   nvcc -arch=sm_90 -std=c++17 -cudart static device_answers.cu -o device_answers && ./device_answers > device_answers.txt
// With a question's number as argument it prints that question's answers one by one.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>
#define TEXTURE_FUNCTION __device__
#include "device_questions.h"
#include "device_textures.h"

__global__ void ask(int number, unsigned long long *out) {
  int index = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (index >= questions_inputs) return;
  const question_input in = question_inputs(index);
  QUESTION_VALUES(in)
  enum { first = __COUNTER__ + 1 };
#define ASK(...)                                                                                                       \
  case __COUNTER__ - first: out[index] = answer(__VA_ARGS__); break;
  switch (number) { QUESTIONS(ASK) }
#undef ASK
}
#define ASK(...) #__VA_ARGS__,
static const char *const names[] = {QUESTIONS(ASK)};

__global__ void read_texture(cudaTextureObject_t object, texture_case t, texture_answer *out) {
  out[threadIdx.x] = texture_read(object, t, (int)threadIdx.x);
}

static void texture_answers() {
  texture_answer *out;
  cudaMalloc(&out, texture_reads * sizeof(texture_answer));
  for (int n = 0; n < texture_case_count(); n++) {
    texture_case t = texture_case_of(n);
    int kind, bits, channels;
    texture_format(t.format, kind, bits, channels);
    int width = texture_width, height = t.dimensions > 1 ? texture_height : 1,
        depth = t.dimensions > 2 || t.layered ? texture_depth : 1;
    size_t bytes = (size_t)bits / 8;
    std::vector<unsigned char> data((size_t)width * height * depth * channels * bytes);
    for (size_t i = 0; i < data.size() / bytes; i++) texture_channel(t, (int)i, &data[i * bytes]);
    int c[4];
    for (int k = 0; k < 4; k++) c[k] = k < channels ? bits : 0;
    cudaChannelFormatDesc format = cudaCreateChannelDesc(c[0], c[1], c[2], c[3], (cudaChannelFormatKind)kind);
    cudaArray_t array;
    cudaExtent extent =
        make_cudaExtent((size_t)width, t.dimensions > 1 ? (size_t)height : 0, depth > 1 ? (size_t)depth : 0);
    cudaMalloc3DArray(&array, &format, extent,
                      (t.layered ? cudaArrayLayered : 0) | (t.format == 8 ? cudaArrayTextureGather : 0));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(data.data(), (size_t)width * channels * bytes, (size_t)width, (size_t)height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent((size_t)width, (size_t)height, (size_t)depth);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    // In dimensions that the texture lacks, clamp: an H200 filters a 1D array with its border in y, too.
    for (int k = 0; k < 3; k++)
      description.addressMode[k] = k < t.dimensions ? (cudaTextureAddressMode)t.address_mode : cudaAddressModeClamp;
    description.filterMode = t.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    description.readMode = t.format == 2 || t.format == 3 ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    description.normalizedCoords = t.normalized;
    const float border[4] = {17, 33, 65, 129};
    for (int k = 0; k < 4; k++)
      description.borderColor[k] = t.format == 2 || t.format == 3 ? border[k] / 256 : border[k];
    cudaTextureObject_t object = 0;
    cudaError_t status = cudaCreateTextureObject(&object, &resource, &description, nullptr);
    if (status != cudaSuccess) std::fprintf(stderr, "case %d: %s\n", n, cudaGetErrorString(status));
    read_texture<<<1, texture_reads>>>(object, t, out);
    texture_answer answers[texture_reads];
    cudaMemcpy(answers, out, sizeof answers, cudaMemcpyDeviceToHost);
    std::printf("texture %d", n);
    for (const texture_answer &a : answers) {
      if (t.format == 0)
        std::printf(" %x", a.x);
      else
        std::printf(" %x %x %x %x", a.x, a.y, a.z, a.w);
    }
    std::printf("\n");
    cudaDestroyTextureObject(object);
    cudaFreeArray(array);
  }
}

int main(int arguments, char **argument) {
  unsigned long long *out;
  if (cudaMalloc(&out, questions_inputs * 8) != cudaSuccess) return std::printf("no device\n"), 1;
  std::vector<unsigned long long> values(questions_inputs);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  if (arguments < 2)
    std::printf("# %s, compute capability %d.%d, nvcc %d.%d\n", properties.name, properties.major, properties.minor,
                __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);
  for (int number = 0; number < (int)(sizeof names / sizeof names[0]); number++) {
    if (arguments > 1 && number != std::atoi(argument[1])) continue;
    ask<<<(questions_inputs + 255) / 256, 256>>>(number, out);
    cudaMemcpy(values.data(), out, questions_inputs * 8, cudaMemcpyDeviceToHost);
    unsigned long long hash = 0;
    for (unsigned long long v : values) hash = question_bits(hash ^ v);
    if (arguments < 2)
      std::printf("%016llx %s\n", hash, names[number]);
    else
      for (unsigned long long v : values) std::printf("%016llx\n", v);
  }
  if (arguments < 2) texture_answers();
  return cudaDeviceSynchronize() != cudaSuccess;
}
