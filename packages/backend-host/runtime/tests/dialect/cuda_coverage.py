#!/usr/bin/env python3
"""Every device function that NVIDIA's headers declare, called with arguments of its declared types.

Prints a C++ source for the dialect; run.sh compiles it, which shows that each name exists and takes those arguments.
Reads the headers of an installed CUDA; nothing of them is kept. Usage: cuda_coverage.py INCLUDE_DIR
"""
import re
import sys

HEADERS = ['crt/device_functions.h', 'crt/math_functions.h', 'sm_20_intrinsics.h', 'sm_32_intrinsics.h', 'sm_61_intrinsics.h',
           'cuda_fp16.h', 'cuda_bf16.h', 'device_atomic_functions.h', 'sm_20_atomic_functions.h', 'sm_32_atomic_functions.h',
           'sm_60_atomic_functions.h', 'cuComplex.h', 'vector_functions.h']
# Not this part's: the umbrella header's (barriers, votes, shuffles, fences, clocks), host-only and internal names, and
# long double.
SKIP = re.compile(r'__syncthreads|__threadfence|__trap|__brkpt|__prof_trigger|__pm\d|__(ballot|any|all)$|__cvta|__is(Global|Shared|Constant|Local|GridConst)'
                  r'|__shfl|__cuda|clock|__(signbit|isnan|isinf|isfinite|finite)|_[A-Z_a-z]*(Dsign|FCosh|FDsign|FLog|FSinh|FSinx|Pow_int|DOUBLE_BITS|FLOAT_BITS)'
                  r'|__(cmath_power|pow_helper|nv_aligned|host|internal|builtin|CUDA|HALF|NV|x$)|_(dsign|fdsign|hypot|hypotf|ldsign|byteswap)|__builtin|throw$|if$|x$|y$|bool$'
                  r'|(all|any|ballot)$|syncthreads_|__half$|__half2$|__nv_bfloat16$|__nv_bfloat162$')
TYPES = {
    'int', 'unsigned int', 'unsigned', 'short', 'short int', 'unsigned short', 'unsigned short int', 'long', 'long int', 'unsigned long', 'unsigned long int',
    'long long', 'long long int', 'unsigned long long', 'unsigned long long int', 'float', 'double', 'bool', 'char', 'signed char', 'unsigned char',
    '__half', '__half2', '__nv_bfloat16', '__nv_bfloat162', 'char4', 'uchar4', 'short2', 'ushort2', 'float2', 'double2', 'float4',
    'cuFloatComplex', 'cuDoubleComplex', 'cuComplex'}


def declarations(text):
    text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)
    text = re.sub(r'//[^\n]*', ' ', text)
    text = re.sub(r'^\s*#.*(\\\n.*)*$', '', text, flags=re.M)
    for result, name, arguments in re.findall(r'([\w\s\*]+?)\b(\w+)\s*\(([^()]*)\)\s*(?:__THROW\s*[;{]|noexcept\s*[;{]|__DEF_IF_HOST|[;{])', text):
        yield result, name, arguments


def parameter(text):
    text = re.sub(r'=.*', '', text)
    text = re.sub(r'\b(const|volatile|__restrict__|__const__|register)\b', ' ', text)
    text = ' '.join(text.replace('*', ' * ').split())
    words = text.split()
    for size in range(len(words), 0, -1):
        kind = ' '.join(w for w in words[:size] if w != '*')
        if kind in TYPES and len(words) - size <= 1:
            return kind + ' *' * words[:size].count('*') if words[:size].count('*') <= 1 else None
    return None


def main():
    seen = {}
    for header in HEADERS:
        try:
            text = open(f'{sys.argv[1]}/{header}', errors='replace').read()
        except OSError:
            continue
        for result, name, arguments in declarations(text):
            if SKIP.match(name) or re.search(r'\b(return|else|new|case|asm)\b', result) or not result.strip():
                continue
            kinds = [parameter(a) for a in arguments.split(',')] if arguments.strip() not in ('', 'void') else []
            if None in kinds or re.search(r'long double', arguments + result):
                continue
            seen[(name, tuple(kinds))] = header
    print('#include "prelude.h"\n#include "cuComplex.h"\n#include "cuda_bf16.h"\n#include "cuda_fp16.h"')
    print('template <class T> T &value() { alignas(16) static T v; return v; }\nvoid calls() {')
    for (name, kinds), header in sorted(seen.items()):
        arguments = ', '.join(f'&value<{k[:-2]}>()' if k.endswith('*') else f'value<{k}>()' for k in kinds)
        print(f'  (void){name}({arguments}); // {header}')
    print(f'}}\n// {len(seen)} functions')


main()
