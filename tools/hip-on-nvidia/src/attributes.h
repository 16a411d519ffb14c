#pragma once

// CUDA's number for an attribute of HIP; -1 where it has none.
int cudaAttribute(int hip);
