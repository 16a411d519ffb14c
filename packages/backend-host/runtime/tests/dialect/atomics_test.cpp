// Atomics under contention: several threads on one address, and the old values they were given.
#include "cuda/atomic"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "heddle/atomics.h"
#include "checks.h"
#include <algorithm>
#include <thread>
#include <vector>

static const int threads = 4, rounds = 20000;

template <class Body> void together(Body body) {
  std::vector<std::thread> all;
  for (int t = 0; t < threads; t++)
    all.emplace_back([=] {
      for (int i = 0; i < rounds; i++) body(t, i);
    });
  for (std::thread &t : all) t.join();
}

// Every old value of a counter must have been seen exactly once.
template <class T> void counting(const char *name) {
  checks::group g(name);
  static T counter;
  static std::vector<T> seen;
  counter = 0;
  seen.assign((unsigned)(threads * rounds), 0);
  together([](int t, int i) { seen[(unsigned)(t * rounds + i)] = atomicAdd(&counter, 1); });
  std::sort(seen.begin(), seen.end());
  bool each = true;
  for (unsigned i = 0; i < seen.size(); i++) each &= seen[i] == (T)i;
  g.check(counter == (T)(threads * rounds) && each);
}

template <class T> void single(const char *name) {
  checks::group g(name);
  T x = 12;
  g.check(atomicAdd(&x, 3) == 12 && x == 15);
  g.check(atomicSub_system(&x, 5) == 15 && x == 10);
  g.check(atomicExch(&x, 6) == 10 && x == 6);
  g.check(atomicMin(&x, 7) == 6 && x == 6 && atomicMin_block(&x, 5) == 6 && x == 5);
  g.check(atomicMax(&x, 4) == 5 && x == 5 && atomicMax(&x, 9) == 5 && x == 9);
  g.check(atomicCAS(&x, 8, 1) == 9 && x == 9 && atomicCAS(&x, 9, 1) == 9 && x == 1);
}
template <class T> void bitwise(const char *name) {
  checks::group g(name);
  T x = 12;
  g.check(atomicAnd(&x, 6) == 12 && x == 4 && atomicOr(&x, 3) == 4 && x == 7 && atomicXor_block(&x, 2) == 7 && x == 5);
}

struct alignas(16) wide {
  long long a, b;
};

int main() {
  single<int>("int");
  single<unsigned>("unsigned");
  single<long long>("long long");
  single<unsigned long long>("unsigned long long");
  single<unsigned long>("unsigned long");
  single<float>("float");
  single<double>("double");
  bitwise<int>("int, bits");
  bitwise<unsigned>("unsigned, bits");
  bitwise<unsigned long long>("unsigned long long, bits");
  {
    checks::group g("signed minimum, unsigned wrap-around");
    int i = -5;
    unsigned u = 3;
    atomicMin(&i, -7), atomicMax(&i, -9);
    g.check(i == -7);
    g.check(atomicInc(&u, 3) == 3 && u == 0 && atomicInc(&u, 3) == 0 && u == 1 && atomicDec(&u, 9) == 1 && u == 0 &&
            atomicDec(&u, 9) == 0 && u == 9);
    u = 20;
    g.check(atomicDec(&u, 9) == 20 && u == 9 && atomicSub(&u, 10) == 9 && u == 0xffffffffu);
  }
  counting<int>("counting, int");
  counting<unsigned long long>("counting, unsigned long long");
  counting<float>("counting, float");
  counting<double>("counting, double");
  {
    checks::group g("wrap-around under contention");
    static unsigned up, down;
    static int turns;
    up = down = 0, turns = 0;
    together([](int, int) {
      if (atomicInc(&up, 9) == 9) atomicAdd(&turns, 1);
      atomicDec(&down, 9);
    });
    g.check(up == 0 && down == 0 && turns == threads * rounds / 10);
  }
  {
    checks::group g("extremes under contention");
    static int least, most;
    static float most_float;
    least = most = 0, most_float = 0;
    together([](int t, int i) {
      atomicMin(&least, -(i * threads + t)), atomicMax(&most, i * threads + t),
          atomicMax(&most_float, (float)(i * threads + t));
    });
    g.check(least == -(threads * rounds - 1) && most == threads * rounds - 1 &&
            most_float == (float)(threads * rounds - 1));
  }
  {
    checks::group g("a list under compare-and-swap, 16 bits and neighbours");
    static unsigned short words[4];
    std::fill(words, words + 4, (unsigned short)0);
    together([](int t, int) {
      unsigned short old = atomicCAS(&words[t & 1], 0, 0), seen;
      while ((seen = atomicCAS(&words[t & 1], old, (unsigned short)(old + 1))) != old) old = seen;
    });
    g.check(words[0] == (unsigned short)(rounds * 2) && words[1] == (unsigned short)(rounds * 2) && words[2] == 0);
  }
  {
    checks::group g("128 bits");
    static wide pair;
    pair = {0, 0};
    together([](int, int) {
      wide old = atomicCAS(&pair, wide{0, 0}, wide{0, 0}), seen;
      while (seen = atomicCAS(&pair, old, wide{old.a + 1, old.b - 1}), std::memcmp(&seen, &old, 16)) old = seen;
    });
    g.check(pair.a == threads * rounds && pair.b == -(long long)threads * rounds);
    wide before = atomicExch(&pair, wide{7, 8});
    g.check(before.a == threads * rounds && pair.a == 7 && pair.b == 8);
  }
  {
    checks::group g("half, bfloat16 and vectors");
    static __half h;
    static __half2 p;
    static __nv_bfloat16 b;
    static __nv_bfloat162 q;
    static float2 f;
    static float4 v;
    h = 0, p = __half2(0, 0), b = 0, q = __nv_bfloat162(0, 0), f = float2{0, 0}, v = float4{0, 0, 0, 0};
    // As many steps as the formats count exactly.
    together([](int, int i) {
      if (i < 500) atomicAdd(&h, (__half)1), atomicAdd(&p, __half2(1, -1));
      if (i < 60) atomicAdd(&b, (__nv_bfloat16)1), atomicAdd(&q, __nv_bfloat162(1, -1));
      atomicAdd(&f, float2{1, 2}), atomicAdd(&v, float4{1, 2, 3, 4});
    });
    g.check((float)h == 2000 && (float)p.x == 2000 && (float)p.y == -2000 && (float)b == 240 && (float)q.x == 240 &&
            (float)q.y == -240);
    g.check(f.x == threads * rounds && f.y == 2 * threads * rounds && v.x == f.x && v.w == 4 * threads * rounds);
  }
  {
    checks::group g("cuda::atomic, cuda::atomic_ref");
    static cuda::atomic<int, cuda::thread_scope_device> a;
    static double d;
    a = 0, d = 0;
    together([](int, int) {
      a.fetch_add(1, cuda::memory_order_relaxed);
      cuda::atomic_ref<double, cuda::thread_scope_block>(d).fetch_add(0.5);
    });
    int expected = 0;
    g.check(a.load() == threads * rounds && d == threads * rounds / 2 && !a.compare_exchange_strong(expected, 3) &&
            expected == threads * rounds && a.compare_exchange_strong(expected, 3) && a == 3);
    static_assert(sizeof(cuda::atomic<int>) == 4 && sizeof(cuda::atomic<double>) == 8);
  }
  {
    checks::group g("a lock by acquire and release");
    static cuda::atomic<int> lock;
    static int guarded;
    lock = 0, guarded = 0;
    together([](int, int) {
      while (lock.exchange(1, cuda::memory_order_acquire)) std::this_thread::yield();
      guarded++;
      lock.store(0, cuda::memory_order_release);
    });
    g.check(guarded == threads * rounds);
  }
  return checks::finish();
}
