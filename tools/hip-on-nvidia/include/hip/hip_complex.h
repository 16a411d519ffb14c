#pragma once
#include <cuComplex.h>
typedef cuFloatComplex hipFloatComplex;
typedef cuDoubleComplex hipDoubleComplex;
typedef cuComplex hipComplex;
#define make_hipFloatComplex make_cuFloatComplex
#define make_hipDoubleComplex make_cuDoubleComplex
#define make_hipComplex make_cuComplex
#define hipCrealf cuCrealf
#define hipCimagf cuCimagf
#define hipCreal cuCreal
#define hipCimag cuCimag
#define hipConjf cuConjf
#define hipConj cuConj
#define hipCaddf cuCaddf
#define hipCadd cuCadd
#define hipCsubf cuCsubf
#define hipCsub cuCsub
#define hipCmulf cuCmulf
#define hipCmul cuCmul
#define hipCdivf cuCdivf
#define hipCdiv cuCdiv
#define hipCabsf cuCabsf
#define hipCabs cuCabs
