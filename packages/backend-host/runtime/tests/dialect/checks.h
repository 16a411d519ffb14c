// Counting checks for the dialect's tests. A failing group prints its first few cases, not a million.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>

namespace checks {

inline long passed = 0, failed = 0;

// One named group of comparisons: counts as one test, however many values it goes through.
class group {
  const char *name_;
  long cases_ = 0, wrong_ = 0;

public:
  explicit group(const char *name) : name_(name) {}
  ~group() {
    if (wrong_ || !cases_) std::printf("FAILED %s: %ld of %ld cases wrong\n", name_, wrong_, cases_);
    ++(wrong_ || !cases_ ? failed : passed);
  }
  template <class... Arguments> void check(bool right, const char *format, Arguments... arguments) {
    ++cases_;
    if (right) return;
    if (++wrong_ > 4) return;
    std::printf("  %s: ", name_);
    std::printf(format, arguments...);
    std::printf("\n");
  }
  void check(bool right) { check(right, "%s", "wrong"); }
};

inline int finish() {
  std::printf("%ld passed, %ld failed\n", passed, failed);
  return failed ? 1 : 0;
}

template <class To, class From> To bits(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  std::memcpy(&result, &value, sizeof(To));
  return result;
}

// The same bits, or both NaN, or (where asked) zeros of either sign.
template <class T> bool same(T a, T b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0; }

inline std::mt19937_64 random_bits(12345);

// Floats of every exponent, and the special ones often.
template <class T> T any_floating() {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static const T special[] = {0,
                              (T)-0.0,
                              1,
                              -1,
                              (T)0.5,
                              std::numeric_limits<T>::infinity(),
                              -std::numeric_limits<T>::infinity(),
                              std::numeric_limits<T>::quiet_NaN(),
                              std::numeric_limits<T>::max(),
                              std::numeric_limits<T>::min(),
                              std::numeric_limits<T>::denorm_min(),
                              -std::numeric_limits<T>::denorm_min(),
                              3,
                              (T)1e-30,
                              (T)1e30};
  std::uint64_t r = random_bits();
  if (r % 16 == 0) return special[(r >> 8) % (sizeof special / sizeof special[0])];
  if (r % 16 < 8) return (T)((double)(std::int64_t)random_bits() * 0x1p-63 * std::ldexp(1.0, (int)(r >> 8 & 31) - 16));
  return bits<T>((Word)random_bits());
}

} // namespace checks
