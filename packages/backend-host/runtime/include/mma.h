// CUDA's matrices of a warp (nvcuda::wmma), as tensor cores multiply them.
//
// CUDA does not specify which lane holds which element of a matrix. Here element i of a matrix, counted row by row, is
// element i / 32 of lane i % 32, so that the lanes read memory side by side and every element is held once.
//
// Factors are multiplied exactly in float, int or double; tensor cores add in an order and with a rounding of their
// own, which CUDA leaves open too.
#pragma once
#pragma GCC system_header
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "heddle/warp.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

namespace heddle_details {

template <class Element> struct element_traits {
  typedef Element storage;
  typedef float computed;
  static HEDDLE_MEMBER float factor(storage x) { return (float)x; }
};
template <> struct element_traits<precision::tf32> {
  typedef float storage;
  typedef float computed;
  // Of the fraction's 23 bits tensor cores read the first 10.
  static HEDDLE_MEMBER float factor(float x) {
    return heddle_impl::bits<float>(heddle_impl::bits<unsigned>(x) & 0xffffe000u);
  }
};
#define HEDDLE_COMPUTED_IN(Element, Computed)                                                                         \
  template <> struct element_traits<Element> {                                                                        \
    typedef Element storage;                                                                                          \
    typedef Computed computed;                                                                                        \
    static HEDDLE_MEMBER Computed factor(Element x) { return x; }                                                     \
  };
HEDDLE_COMPUTED_IN(signed char, int)
HEDDLE_COMPUTED_IN(unsigned char, int)
HEDDLE_COMPUTED_IN(int, int)
HEDDLE_COMPUTED_IN(double, double)
#undef HEDDLE_COMPUTED_IN

// The types that there are, by what the factors are: in which shapes, and what they are summed up in.
template <class Element> struct factor_rules {
  static constexpr bool exists = false;
};
#define HEDDLE_FACTORS(Element, is_shape, is_sum)                                                                     \
  template <> struct factor_rules<Element> {                                                                          \
    static constexpr bool exists = true;                                                                              \
    static constexpr bool shape(int m, int n, int k) { return is_shape; }                                             \
    template <class Sum> static constexpr bool sum = is_sum;                                                          \
  };
#define HEDDLE_WIDE_SHAPES k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32))
HEDDLE_FACTORS(__half, HEDDLE_WIDE_SHAPES, (__is_same(Sum, float) || __is_same(Sum, __half)))
HEDDLE_FACTORS(__nv_bfloat16, HEDDLE_WIDE_SHAPES, (__is_same(Sum, float)))
HEDDLE_FACTORS(signed char, HEDDLE_WIDE_SHAPES, (__is_same(Sum, int)))
HEDDLE_FACTORS(unsigned char, HEDDLE_WIDE_SHAPES, (__is_same(Sum, int)))
HEDDLE_FACTORS(precision::tf32, (m == 16 && n == 16 && k == 8), (__is_same(Sum, float)))
HEDDLE_FACTORS(double, (m == 8 && n == 8 && k == 4), (__is_same(Sum, double)))
#undef HEDDLE_WIDE_SHAPES
#undef HEDDLE_FACTORS

template <class Element, int m, int n, int k> constexpr bool is_factor() {
  if constexpr (factor_rules<Element>::exists) return factor_rules<Element>::shape(m, n, k);
  else return false;
}
template <class Sum, class Element, int m, int n, int k> constexpr bool is_sum_of() {
  if constexpr (is_factor<Element, m, n, k>()) return factor_rules<Element>::template sum<Sum>;
  else return false;
}
template <class Sum, int m, int n, int k> constexpr bool is_sum() {
  return is_sum_of<Sum, __half, m, n, k>() || is_sum_of<Sum, signed char, m, n, k>() ||
         is_sum_of<Sum, precision::tf32, m, n, k>() || is_sum_of<Sum, double, m, n, k>();
}

template <class Element, int rows, int columns> struct matrix_part {
  static_assert(rows * columns % 32 == 0, "each lane of a warp holds as much of a matrix as every other");
  typedef Element element_type;
  typedef typename element_traits<Element>::storage storage_element_type;
  enum { num_elements = rows * columns / 32, num_storage_elements = num_elements };
  storage_element_type x[num_elements];

  static constexpr int heddle_rows = rows, heddle_columns = columns;
  // Of this lane's element.
  static HEDDLE_MEMBER unsigned heddle_row(int element) { return (heddle_lane() + 32 * element) / columns; }
  static HEDDLE_MEMBER unsigned heddle_column(int element) { return (heddle_lane() + 32 * element) % columns; }
  // Where it lies in memory.
  static HEDDLE_MEMBER size_t heddle_place(int element, size_t stride, bool by_rows) {
    const size_t row = heddle_row(element), column = heddle_column(element);
    return by_rows ? row * stride + column : column * stride + row;
  }
};

template <class Use, int m, int n, int k> constexpr int rows_of = __is_same(Use, matrix_b) ? k : m;
template <class Use, int m, int n, int k> constexpr int columns_of = __is_same(Use, matrix_a) ? k : n;

}  // namespace heddle_details

// A lane's part of a matrix: of the factors a (m rows, k columns) and b (k, n), or of their sum of products (m, n).
template <class Use, int m, int n, int k, class Element, class Layout = void>
class __align__(8) fragment
    : public heddle_details::matrix_part<Element, heddle_details::rows_of<Use, m, n, k>,
                                         heddle_details::columns_of<Use, m, n, k>> {
  static_assert(__is_same(Use, accumulator) ? heddle_details::is_sum<Element, m, n, k>()
                                            : heddle_details::is_factor<Element, m, n, k>(),
                "tensor cores multiply no matrices of this shape and type");
  static_assert(__is_same(Use, accumulator)
                    ? __is_same(Layout, void)
                    : (__is_same(Use, matrix_a) || __is_same(Use, matrix_b)) &&
                          (__is_same(Layout, row_major) || __is_same(Layout, col_major)),
                "matrix_a and matrix_b lie in memory row_major or col_major; for an accumulator functions are told");
};

namespace heddle_details {

template <class Part, class Value>
HEDDLE_INLINE void load(Part &part, const Value *from, unsigned stride, bool by_rows) {
  __syncwarp();
  for (int i = 0; i < Part::num_elements; i++) part.x[i] = from[Part::heddle_place(i, stride, by_rows)];
}

// Integers are summed up in more bits than they have, and then cut off or, if `bounded`, taken to the nearest there is.
HEDDLE_INLINE float wide(float sum) { return sum; }
HEDDLE_INLINE double wide(double sum) { return sum; }
HEDDLE_INLINE long long wide(int sum) { return sum; }
template <class Sum, class Wide> HEDDLE_INLINE Sum narrowed(Wide sum, bool bounded) {
  if constexpr (__is_same(Sum, int)) {
    if (bounded) sum = sum > __INT_MAX__ ? __INT_MAX__ : sum < -__INT_MAX__ - 1 ? -__INT_MAX__ - 1 : sum;
  }
  return Sum(sum);
}

// The lanes lay both factors out on one lane's stack, from where each takes what its part of the sum needs. Compiled
// once for all products of a kind that a kernel has: inlined, each would take the compiler as long as a small kernel.
template <class Sum, class A, class B, class C>
HEDDLE_OUT_OF_LINE void multiply(Sum &d, const A &a, const B &b, const C &c, bool bounded) {
  typedef element_traits<typename A::element_type> traits;
  typedef typename traits::computed computed;
  constexpr int rows = A::heddle_rows, columns = B::heddle_columns, depth = A::heddle_columns;
  struct factors {
    computed a[rows * depth], b[depth * columns];
  } here;
  factors *all = __shfl_sync(0xffffffffu, &here, 0);
  for (int i = 0; i < A::num_elements; i++) all->a[heddle_lane() + 32 * i] = traits::factor(a.x[i]);
  for (int i = 0; i < B::num_elements; i++) all->b[heddle_lane() + 32 * i] = traits::factor(b.x[i]);
  __syncwarp();
  for (int i = 0; i < Sum::num_elements; i++) {
    const unsigned row = Sum::heddle_row(i), column = Sum::heddle_column(i);
    auto sum = wide((computed)c.x[i]);
    for (int k = 0; k < depth; k++) sum += all->a[row * depth + k] * all->b[k * columns + column];
    d.x[i] = narrowed<typename Sum::element_type>(sum, bounded);
  }
  // Before the lane whose stack it is goes on.
  __syncwarp();
}

}  // namespace heddle_details

template <class Element, int rows, int columns>
HEDDLE_INLINE void fill_fragment(heddle_details::matrix_part<Element, rows, columns> &part,
                                 const typename heddle_details::element_traits<Element>::storage &value) {
  for (auto &element : part.x) element = value;
}

template <class Use, int m, int n, int k, class Element, class Layout>
HEDDLE_INLINE void load_matrix_sync(fragment<Use, m, n, k, Element, Layout> &matrix,
                                    const typename heddle_details::element_traits<Element>::storage *from,
                                    unsigned stride) {
  static_assert(!__is_same(Use, accumulator), "how an accumulator lies in memory has to be said");
  heddle_details::load(matrix, from, stride, __is_same(Layout, row_major));
}
template <int m, int n, int k, class Element>
HEDDLE_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, Element> &matrix,
                                    const typename heddle_impl::type_is<Element>::type *from, unsigned stride,
                                    layout_t layout) {
  heddle_details::load(matrix, from, stride, layout == mem_row_major);
}

template <int m, int n, int k, class Element>
HEDDLE_INLINE void store_matrix_sync(typename heddle_impl::type_is<Element>::type *to,
                                     const fragment<accumulator, m, n, k, Element> &matrix, unsigned stride,
                                     layout_t layout) {
  __syncwarp();
  const bool by_rows = layout == mem_row_major;
  for (int i = 0; i < matrix.num_elements; i++) to[matrix.heddle_place(i, stride, by_rows)] = matrix.x[i];
  __syncwarp();
}

// d = a b + c, where d may be c.
template <int m, int n, int k, class Sum, class Element, class LayoutA, class LayoutB, class Start>
HEDDLE_INLINE void mma_sync(fragment<accumulator, m, n, k, Sum> &d,
                            const fragment<matrix_a, m, n, k, Element, LayoutA> &a,
                            const fragment<matrix_b, m, n, k, Element, LayoutB> &b,
                            const fragment<accumulator, m, n, k, Start> &c) {
  using heddle_details::is_sum_of;
  static_assert(is_sum_of<Sum, Element, m, n, k>() && is_sum_of<Start, Element, m, n, k>(),
                "products of these are not summed up in accumulators of this type");
  heddle_details::multiply(d, a, b, c, false);
}
// Sums that are `bounded` stay at the ends of their range.
template <int m, int n, int k, class Element, class LayoutA, class LayoutB>
HEDDLE_INLINE void mma_sync(fragment<accumulator, m, n, k, int> &d,
                            const fragment<matrix_a, m, n, k, Element, LayoutA> &a,
                            const fragment<matrix_b, m, n, k, Element, LayoutB> &b,
                            const fragment<accumulator, m, n, k, int> &c, bool bounded) {
  heddle_details::multiply(d, a, b, c, bounded);
}

// To the nearest of tensor cores' floats of 10 bits of fraction, away from zero where two are.
HEDDLE_INLINE float __float_to_tf32(float x) {
  if (!(__builtin_fabsf(x) <= __FLT_MAX__)) return x;
  return heddle_impl::bits<float>((heddle_impl::bits<unsigned>(x) + 0x1000u) & 0xffffe000u);
}

}  // namespace wmma
}  // namespace nvcuda
