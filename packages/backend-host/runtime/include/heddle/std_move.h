// std::move without <utility>: CUDA's run-time compiler knows it by itself, and tokens of barriers can only be moved.
#ifndef HEDDLE_STD_MOVE_H
#define HEDDLE_STD_MOVE_H
#pragma GCC system_header

namespace heddle_impl {
template <class T, unsigned more> struct moved;
template <class T> struct moved<T, 0> { typedef T &&type; };
template <class T> struct moved<T &, 0> { typedef T &&type; };
} // namespace heddle_impl

namespace std {
// The library's own, which may come before or after, takes one argument and no more: so it is preferred to this one.
template <class T, class... More>
constexpr typename heddle_impl::moved<T, sizeof...(More)>::type move(T &&value, More...) noexcept {
  return static_cast<typename heddle_impl::moved<T, 0>::type>(value);
}
} // namespace std

#include "../cuda/std/heddle_names"

#endif
