/** One source with every form of a kernel that nvcc compiles, and what its author may call each of them. */

/** A kernel's name expressions. */
export interface Spellings {
  /** Words that symbols have, too: they mean the kernel in the source and in a binary without its source. */
  readonly full: readonly string[];
  /** Names that need the source: inline namespaces, `using`, `typedef`, defaults. */
  readonly inSource?: readonly string[];
  /** Names that only Heddle knows: a linker's name, or a name that C++ shares with functions of the device. */
  readonly notCpp?: string;
}

export const source = `
#include <utility>
typedef float real;
using offset = unsigned long;
enum Color { red, green };
enum class Mode : unsigned char { add, times };
namespace shapes { struct Point { float x, y; }; enum Side { left, right }; }
using shapes::Point;
struct Config { typedef int type; };
template <class T, int N> struct Block { T items[N]; };
constexpr int four = 4;
__device__ int cell;
__device__ int twice(int v) { return 2 * v; }

extern "C" __global__ void linked(int*) {}
namespace q { extern "C" __global__ void cc(int*) {} }
extern "C" { namespace q2 { __global__ void dd(int*) {} } }
__global__ void plain(int*) {}
namespace deep { namespace er { __global__ void plain(int*) {} } }
namespace deep::er { __global__ void later(int*) {} }
namespace brief = deep::er;
inline namespace v1 { __global__ void kv(int*) {} }
namespace lib { inline namespace v2 { __global__ void kv(int*) {} template <class T> __global__ void kt(T*) {} } }
namespace { __global__ void hidden(int*) {} }
namespace lib { namespace { __global__ void hidden(int*) {} } }
namespace used { __global__ void imported(int*) {} __global__ void named(int*) {} }
using namespace used;
namespace other { using used::named; }

template <class T> __global__ void both(T*) {}
__global__ void both(int*) {}
__global__ void f(int*) {}
__global__ void f(float*) {}
__global__ void f(const float*, unsigned) {}
__global__ void f(Point, Point*, const Point*) {}
namespace o { __global__ void f(int*) {} __global__ void f(unsigned long long) {} }
template <class T> __global__ void kind(T*) {}
template <int N> __global__ void kind(int*) {}
__global__ void by_reference(int*, const float&) {}
__global__ void by_value(int*, typename Config::type) {}
template <class C> __global__ void member(typename C::type) {}
template <class T> __device__ T add(T a, T b) { return a + b; }
__global__ void add(int* out) { out[0] = add(1, 2); }
template <class T, int N = 4> __global__ void defaults(T*) {}
template <class... Ts> __global__ void pack(Ts...) {}
template <int... Ns> __global__ void numbers(int*) {}
template <template <class, int> class Box, class T> __global__ void boxed(Box<T, 2>*) {}
template <auto V> __global__ void any(int*) {}
template <Color C> __global__ void colored(int*) {}
template <Mode M> __global__ void moded(int*) {}
template <shapes::Side S> __global__ void sided(int*) {}
template <bool B> __global__ void flag(int*) {}
template <char C> __global__ void letter(int*) {}
template <unsigned long N> __global__ void wide(int*) {}
template <class T> __global__ void of(int*) {}
template <int* P> __global__ void at(int*) {}
template <int (*F)(int)> __global__ void calls(int*) {}
template <class T> __global__ void special(T*) {}
template <> __global__ void special<double>(double*) {}
__global__ void again(int);
__global__ void again(int value);
__global__ void again(const int value) {}
__global__ void __launch_bounds__(128, 2) bounded(int*) {}
__global__ auto trailing(int*) -> void {}
[[maybe_unused]] __global__ void attributed(int*) {}
static __global__ void internal(int*) {}
__global__ void arrays(int v[4], int (*w)[3], int (&r)[2]) {}
__global__ void function(int (*g)(float, char)) {}
__global__ void members(int Point::*) {}
`;

export const kernels: readonly Spellings[] = [
  { full: ['linked', '::linked'] },
  { full: [], inSource: ['q::cc', '::q::cc'], notCpp: 'cc' },
  { full: [], inSource: ['q2::dd'], notCpp: 'dd' },
  { full: ['plain', '::plain', '&plain', '(void(*)(int*))plain'] },
  { full: ['deep::er::plain', '::deep::er::plain'], inSource: ['brief::plain'] },
  { full: ['deep::er::later'], inSource: ['brief::later'] },
  { full: ['v1::kv'], inSource: ['kv', '::kv'] },
  { full: ['lib::v2::kv'], inSource: ['lib::kv'] },
  { full: ['lib::v2::kt<float>'], inSource: ['lib::kt<float>', 'lib::kt<real>'] },
  { full: ['hidden', '::hidden'] },
  { full: ['lib::hidden'] },
  { full: ['used::imported'], inSource: ['imported', '::imported'] },
  { full: ['used::named'], inSource: ['other::named', 'named'] },
  { full: ['both<float>', '::both<float>', 'both< float >'], inSource: ['both<real>'] },
  { full: ['both<int>'] },
  { full: ['(void(*)(int*))both'] },
  {
    full: [
      '(void(*)(int*))f',
      'static_cast<void (*)(int*)>(f)',
      'static_cast<void (*)(int*)>(&f)',
      '(void (*)(int *))&::f',
    ],
  },
  { full: ['(void(*)(float*))f'], inSource: ['(void(*)(real*))f'] },
  { full: ['(void(*)(const float*, unsigned))f', '(void(*)(float const*, unsigned int))f'] },
  {
    full: ['(void(*)(shapes::Point, shapes::Point*, const shapes::Point*))f'],
    inSource: ['(void(*)(Point, Point*, const Point*))f'],
  },
  { full: ['(void(*)(int*))o::f'] },
  { full: ['(void(*)(unsigned long long))o::f', '(void(*)(long long unsigned))o::f'] },
  { full: ['kind<float>'], inSource: ['kind<real>'] },
  { full: ['kind<7>', 'kind<3 + 4>', 'kind<0x7>'] },
  { full: ['kind<4>'], inSource: ['kind<four>'] },
  { full: ['by_reference'] },
  { full: ['by_value'] },
  { full: ['member<Config>'] },
  { full: ['(void(*)(int*))add'], notCpp: 'add' },
  { full: ['defaults<float, 4>'], inSource: ['defaults<float>', 'defaults<real, four>'] },
  { full: ['defaults<float, 5>'], inSource: ['defaults<float, four + 1>'] },
  { full: ['pack<>'] },
  { full: ['pack<int, float*>'], inSource: ['pack<int, real*>'] },
  { full: ['numbers<1, 2, -3>'] },
  { full: ['boxed<Block, float>'], inSource: ['boxed<Block, real>'] },
  { full: ['any<5>'] },
  { full: ['any<5u>'] },
  { full: ['any<true>'] },
  { full: [`any<'c'>`] },
  { full: ['any<(Color)1>'], inSource: ['any<green>'] },
  { full: ['colored<(Color)0>'], inSource: ['colored<red>'] },
  { full: ['moded<(Mode)1>'], inSource: ['moded<Mode::times>'] },
  { full: ['sided<(shapes::Side)1>'], inSource: ['sided<shapes::right>'] },
  { full: ['flag<true>'] },
  { full: ['flag<false>'] },
  { full: [`letter<'a'>`, 'letter<(char)97>', 'letter<97>'] },
  { full: ['wide<8>', 'wide<8ul>'] },
  { full: ['of<std::pair<int, float>>', 'of< ::std::pair<int,float> >'], inSource: ['of<std::pair<int, real>>'] },
  { full: ['of<unsigned>', 'of<unsigned int>'] },
  { full: ['of<unsigned long>', 'of<long unsigned>', 'of<unsigned long int>'], inSource: ['of<offset>'] },
  { full: ['of<long long>'] },
  { full: ['of<signed char>'] },
  { full: ['of<char>'] },
  { full: ['of<const float*>', 'of<float const *>'], inSource: ['of<const real*>'] },
  { full: ['of<float* const>'] },
  { full: ['of<float&>'] },
  { full: ['of<float&&>'] },
  { full: ['of<int (float, char)>'] },
  { full: ['of<int (*)(float)>'] },
  { full: ['of<int[3]>'] },
  { full: ['of<int (*)[3]>'] },
  { full: ['of<Block<Block<int, 2>, 3>>'] },
  { full: ['of<int shapes::Point::*>'], inSource: ['of<int Point::*>'] },
  { full: ['at<&cell>'] },
  { full: ['calls<&twice>'], inSource: ['calls<twice>'] },
  { full: ['special<float>'] },
  { full: ['special<double>'] },
  { full: ['again'] },
  { full: ['bounded'] },
  { full: ['trailing'] },
  { full: ['attributed'] },
  { full: ['internal'] },
  { full: ['arrays', '(void(*)(int*, int (*)[3], int (&)[2]))arrays'] },
  { full: ['function', '(void(*)(int (*)(float, char)))function'] },
  { full: ['members'] },
];
