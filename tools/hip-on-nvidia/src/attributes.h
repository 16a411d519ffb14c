#pragma once

// CUDA's number for an attribute of HIP; -1 if it has none.
int cudaAttribute(int hip);
