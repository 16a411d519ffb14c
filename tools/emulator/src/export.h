// Exported symbols of the libraries; everything else is hidden.
#pragma once
#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))
