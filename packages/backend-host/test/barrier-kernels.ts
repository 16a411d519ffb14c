/** Kernels with barriers, of blocks of 64 threads, and what they leave. */

export const threads = 64;

/** What each kernel begins with. */
export const index = 'int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;';
/** The values of two blocks. */
export const mirrored = (value: (t: number, block: number) => number): number[] =>
  Array.from({ length: 2 * threads }, (_, i) => value(i % threads, Math.floor(i / threads)));
/** What a thread finds. */
export const valueAt = (t: number, block: number): number => block * threads + t + 1;

/** Each body leaves in x[i] what the function says. */
export const understood: Record<string, readonly [body: string, value: (t: number, block: number) => number]> = {
  'a barrier between a store and a load': [
    '__shared__ int s[64]; s[t] = x[i]; __syncthreads(); x[i] = s[63 - t];',
    (t, block) => valueAt(63 - t, block),
  ],
  'a tree reduction over dynamic steps': [
    `__shared__ int s[64];
     s[t] = x[i];
     __syncthreads();
     for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
       if (t < k) s[t] += s[t + k];
       __syncthreads();
     }
     x[i] = s[0];`,
    (_, block) => 64 * 64 * block + (64 * 65) / 2,
  ],
  'two loops of one name, steps in the body': [
    `__shared__ int s[64];
     int sum = 0;
     for (int k = 0; k < 4; k++) { s[t] = x[i] + k; __syncthreads(); sum += s[(t + k) % 64]; __syncthreads(); }
     int k2 = 1;
     while (k2 < 4) { s[t] = sum; __syncthreads(); sum = s[t ^ k2]; k2 *= 2; __syncthreads(); }
     x[i] = sum;`,
    (t, block) => [0, 1, 2, 3].reduce((sum, k) => sum + valueAt(((t ^ 3) + k) % 64, block) + k, 0),
  ],
  'parameters that threads and blocks change': [
    'x += blockIdx.x * 64; n -= t; __shared__ int s[64]; s[t] = x[t] + n; __syncthreads(); x[t] = s[63 - t];',
    (t, block) => valueAt(63 - t, block) + 128 - (63 - t),
  ],
  'variables of many types that live across barriers': [
    `const float half = 0.5f * t; double d[2] = {1.0, t * 1.0}; const int *from = x + i; float4 v = make_float4(t, 1, 2, 3);
     long long big = (1ll << 40) + t; bool odd = t & 1; unsigned char small = (unsigned char)(t * 5);
     __syncthreads();
     v.y += half; d[0] += d[1];
     int value = *from;
     __syncthreads();
     x[i] = value + (int)(v.x + 2 * v.y + d[0]) + (int)(big - (1ll << 40)) + odd + small;`,
    (t, block) => valueAt(t, block) + t + 2 + t + (1 + t) + t + (t % 2) + ((t * 5) % 256),
  ],
  'what threads return from after the last barrier': [
    '__shared__ int s[64]; s[t] = x[i]; __syncthreads(); if (t % 2) return; x[i] = s[t + 1];',
    (t, block) => valueAt(t % 2 ? t : t + 1, block),
  ],
  'threads that return before a barrier': [
    `if (i >= 100) return;
     __shared__ int s[64];
     s[t] = x[i];
     __syncthreads();
     if (t == 5) { x[i] = -1; return; }
     x[i] = s[blockIdx.x == 0 ? 63 - t : 35 - t];`,
    (t, block) => {
      if (block * threads + t >= 100) return valueAt(t, block);
      return t === 5 ? -1 : valueAt((block === 0 ? 63 : 35) - t, block);
    },
  ],
  'a loop without end that all threads leave, one after the other': [
    `__shared__ int s[64];
     for (int k = 0;; k++) {
       s[t] = k;
       __syncthreads();
       if (k == t) { x[i] = s[63] * 100 + k; return; }
       __syncthreads();
     }`,
    (t) => 101 * t,
  ],
  'a branch that a whole block takes': [
    `__shared__ int s[64];
     const int first = blockIdx.x == 0;
     if (first) { s[t] = 5; __syncthreads(); x[i] = s[63 - t] + t; }
     else { s[t] = x[i]; __syncthreads(); x[i] = s[t ^ 1]; }`,
    (t, block) => (block === 0 ? 5 + t : valueAt(t ^ 1, block)),
  ],
  'names of members, labels of cases, loops with break': [
    `__shared__ int2 s[64];
     int x2 = 0;
     switch (t % 3) { case 0: x2 = 4; break; case 1: x2 = 5; break; default: x2 = 6; }
     s[t].x = x2; s[t].y = x[i];
     __syncthreads();
     int found = -1;
     for (int k = 0; k < 64; k++) { if (s[k].y == valueOf(t)) { found = k; break; } }
     x[i] = 10 * found + s[t].x;`,
    (t, block) => (block === 0 ? 10 * t : -10) + 4 + (t % 3),
  ],
  'pointers to what only one region names': [
    `__shared__ int s[64];
     int v = x[i] * 3, *p = &v;
     int few[2] = {x[i], 3}, *q = few;
     int other = x[i] + 2, *r = same(other);
     __syncthreads();
     s[t] = t;
     __syncthreads();
     x[i] = *p + q[0] + q[1] + *r + s[63 - t];`,
    (t, block) => 5 * valueAt(t, block) + 5 + 63 - t,
  ],
  'variables without a value after a guard': [
    `if (i >= 100) return;
     __syncthreads();
     int v;
     v = x[i];
     x[i] = v + 1;`,
    (t, block) => valueAt(t, block) + (block * threads + t >= 100 ? 0 : 1),
  ],
  'objects that are made from values, or without': [
    `Sum sum;
     Mine mine(4);
     dim3 size;
     Self self(t);
     sum.value += x[i];
     __syncthreads();
     for (int k = 0; k < 2; k++) { Sum inner; __syncthreads(); sum.value += inner.value; inner.value = 0; }
     x[i] = sum.value + mine.value + size.y + *self.at;`,
    (t, block) => valueAt(t, block) + 15 + 4 + t + 1 + t,
  ],
  'functions of types, namespaces and templates, and what a pointer leads to': [
    `int c = lane<int>();
     int a = Mine::lane(), b = ns::lane(), d = APPLY(valueOf), e = (int)*(x + i);
     const int *at = x + i;
     const int h = INT *at;
     int f = (here)(1), g = HERE(2);
     __syncthreads();
     x[i] = 0;
     __syncthreads();
     x[i] = a + b + c + d + e + f + g + h;`,
    (t, block) => 5 * t + 6 + 2 * valueAt(t, block),
  ],
  'what is divided by 0 where nobody comes': [
    `int zero = blockIdx.x / 2;
     if (zero == 0) { x[i] = 4; return; }
     int share = n / zero;
     __syncthreads();
     for (int k = 0; k < n / zero; k++) __syncthreads();
     x[i] = share;`,
    () => 4,
  ],
  'lambdas that return': [
    `each(3, [&](int v) { if (v == 1) return; x[i] += v; });
     __syncthreads();
     auto twice = [](int v) { return 2 * v; };
     if (t == 3) return;
     x[i] = twice(x[i]);
     __syncthreads();
     x[i]++;`,
    (t, block) => (t === 3 ? valueAt(t, block) + 2 : 2 * (valueAt(t, block) + 2) + 1),
  ],
  'loops that all threads leave at once, and with their condition after them': [
    `__shared__ int s[64];
     int sum = 0, rounds = 0;
     for (int k = 0;; k++) {
       if (k == 1) continue;
       if (k > 3) { sum += 100; break; }
       s[t] = k; __syncthreads(); sum += s[63 - t]; __syncthreads();
     }
     do { s[t] = rounds; __syncthreads(); sum += s[t ^ 1]; rounds++; __syncthreads(); } while (rounds < 3);
     if constexpr (sizeof(int) == 4) sum += 1000;
     x[i] = sum;`,
    () => 0 + 2 + 3 + 100 + (0 + 1 + 2) + 1000,
  ],
  'signs of several letters, numbers with exponents, lines of their own': [
    `static const int odd[] = {1, 3};
     int half = t >> 1, twice = n << 1;
     bool both = t > 3 && half < 30 || t == 0;
     const int2 pair = make_int2(t, 2), *to = &pair;
     int second = to->y;
     float small = 1e-1f * 10, line = __LINE__ -
       __LINE__;
     __syncthreads();
     x[i] = half + twice + both + second + (int)(small + 0.5f) + odd[1] + (int)line;`,
    (t) => (t >> 1) + 256 + Number((t > 3 && t >> 1 < 30) || t === 0) + 2 + 1 + 3 - 1,
  ],
  'constants of types, shared memory by other names': [
    `__shared__ int s[64];
     int *mine = s + t, *all = s, sum = 0;
     for (int k = 0; k < Shape::Rounds; k++) { *mine = x[i]; __syncthreads(); sum += all[63 - t]; __syncthreads(); }
     x[i] = sum;`,
    (t, block) => 2 * valueAt(63 - t, block),
  ],
  'what is changed by a cast pointer, a function or a macro': [
    `int a = 1, b = 2, c = 3;
     *(int*)&a = t;
     add(b, t);
     RAISE(c);
     int d = 4, e = 5, &f = n;
     d = 7, e = t;
     f += t;
     __syncthreads();
     x[i] = a + b + c + d + e + n;`,
    (t) => 2 * t + 6 + 7 + t + 128 + t,
  ],
};
/** What stands before a kernel with one of those bodies. */
export const prelude = `
  #define APPLY(f) f(2)
  #define RAISE(v) v++
  #define HERE here
  #define INT (int)
  struct Sum { int value = 5; };
  struct Mine {
    int value;
    __device__ Mine(int v) : value(v + threadIdx.x) {}
    static __device__ int lane() { return threadIdx.x; }
  };
  struct Self { int value, *at; __device__ Self(int v) : value(v), at(&value) {} };
  struct Shape { static const int Rounds = 2; };
  __device__ int here(int v) { return v + threadIdx.x; }
  namespace ns { __device__ int lane() { return threadIdx.x; } }
  template <class T> __device__ T lane() { return threadIdx.x; }
  template <class F> __device__ void each(int n, F f) { for (int k = 0; k < n; k++) f(k); }
  __device__ void add(int &sum, int v) { sum += v; }
  __device__ int *same(int &v) { return &v; }
  __device__ int valueOf(int t) { return t + 1; }
`;
