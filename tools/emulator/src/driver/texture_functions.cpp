// Arrays, texture objects, surface objects.
#include <cstring>
#include <new>

#include "array.h"
#include "device_memory.h"
#include "entry.h"
#include "handles.h"
#include "stream.h"

namespace {

using namespace emulated;

// CUDA_ARRAY3D_DESCRIPTOR
struct array_description {
  uint64_t width, height, depth;
  uint32_t format, channels, flags;
};

// CUDA_RESOURCE_DESC; what it holds depends on the kind.
struct resource_description {
  uint32_t kind, padding;
  union {
    uint64_t array_handle;
    struct {
      uint64_t address;
      uint32_t format, channels;
      uint64_t bytes;
    } linear;
    struct {
      uint64_t address;
      uint32_t format, channels;
      uint64_t width, height, pitch;
    } pitched;
    char reserved[128];
  };
  uint32_t flags;
};
static_assert(sizeof(resource_description) == 144, "CUDA_RESOURCE_DESC");

// CUDA_TEXTURE_DESC
struct texture_description {
  int32_t address_mode[3];
  int32_t filter_mode;
  uint32_t flags;
  uint32_t anisotropy;
  int32_t mipmap_filter;
  float mipmap_bias, least_level, greatest_level;
  float border[4];
  int32_t reserved[12];
};
static_assert(sizeof(texture_description) == 104, "CUDA_TEXTURE_DESC");

constexpr uint32_t read_as_integer = 1, normalized_coordinates = 2;

bool is_channel(uint32_t format, uint32_t channels) {
  return channel_bytes(format) > 0 && (channels == 1 || channels == 2 || channels == 4);
}

int describe_resource(heddle_texture *out, const resource_description &from) {
  out->extent[0] = out->extent[1] = out->extent[2] = 1;
  if (from.kind == 0) {
    const std::shared_ptr<array> one = find_handle<array>(from.array_handle);
    if (!one) return invalid_handle;
    describe_array(out, *one);
    return success;
  }
  if (from.kind == 2 && is_channel(from.linear.format, from.linear.channels)) {
    if (!find_memory(from.linear.address, from.linear.bytes, nullptr)) return invalid_value;
    describe_texels(out, from.linear.format, from.linear.channels);
    out->data = (unsigned char *)from.linear.address;
    out->row_pitch = from.linear.bytes;
    out->extent[0] = (int)(from.linear.bytes / (channel_bytes(from.linear.format) * from.linear.channels));
    out->dimensions = 1;
    return success;
  }
  if (from.kind == 3 && is_channel(from.pitched.format, from.pitched.channels)) {
    const uint64_t row = from.pitched.width * channel_bytes(from.pitched.format) * from.pitched.channels;
    if (from.pitched.width == 0 || from.pitched.height == 0 || from.pitched.pitch < row || from.pitched.pitch % 32 != 0)
      return invalid_value;
    if (!find_memory(from.pitched.address, from.pitched.pitch * (from.pitched.height - 1) + row, nullptr))
      return invalid_value;
    describe_texels(out, from.pitched.format, from.pitched.channels);
    out->data = (unsigned char *)from.pitched.address;
    out->row_pitch = from.pitched.pitch;
    out->slice_pitch = from.pitched.pitch * from.pitched.height;
    out->extent[0] = (int)from.pitched.width;
    out->extent[1] = (int)from.pitched.height;
    out->dimensions = 2;
    return success;
  }
  return invalid_value;
}

int describe_sampling(heddle_texture *out, const texture_description &from) {
  for (int i = 0; i < 3; i++) {
    if (from.address_mode[i] < 0 || from.address_mode[i] > 3) return invalid_value;
    out->address_mode[i] = from.address_mode[i];
  }
  if (from.filter_mode != 0 && from.filter_mode != 1) return invalid_value;
  const bool integer = out->channel_kind != HEDDLE_CHANNEL_FLOAT;
  out->normalized_read = integer && out->channel_bits < 32 && !(from.flags & read_as_integer);
  out->normalized_coordinates = (from.flags & normalized_coordinates) != 0;
  out->filter_mode = from.filter_mode;
  // Integers have no values in between.
  if (from.filter_mode == 1 && integer && !out->normalized_read) return invalid_value;
  memcpy(out->border, from.border, sizeof out->border);
  return success;
}

int destroy(uint64_t handle, bool surface) {
  const std::shared_ptr<texture> one = find_handle<texture>(handle);
  if (!one || one->surface != surface) return invalid_value;
  wait_all(one->owner);
  table_of<texture>().remove(handle);
  return success;
}

}  // namespace

HEDDLE_EXPORT int cuArray3DCreate_v2(uint64_t *out, const array_description *given) {
  return with_context("cuArray3DCreate_v2", [&](context &current) -> int {
    if (!out || !given || given->width == 0 || !is_channel(given->format, given->channels)) return invalid_value;
    if ((given->flags & ~3u) != 0) return not_supported;  // cube maps and the like
    const bool layered = given->flags & 1;
    if ((layered && given->depth == 0) || (!layered && given->depth > 0 && given->height == 0)) return invalid_value;
    const uint64_t most = given->depth && !layered ? 16384 : given->height ? 131072 : 1u << 28;
    if (given->width > most || given->height > 65536 || given->depth > 16384) return invalid_value;
    auto one = std::make_shared<array>();
    one->owner = &current;
    one->shape = {given->width, given->height, given->depth, given->format, given->channels, given->flags};
    const uint64_t bytes = given->width * one->shape.rows() * one->shape.slices() * one->shape.texel_bytes();
    if (bytes > memory_of(current.device).free) return out_of_memory;
    one->texels.resize(bytes);
    *out = table_of<array>().add(one);
    return success;
  });
}

HEDDLE_EXPORT int cuArray3DGetDescriptor_v2(array_description *out, uint64_t handle) {
  return with_context("cuArray3DGetDescriptor_v2", [&](context &) -> int {
    const std::shared_ptr<array> one = find_handle<array>(handle);
    if (!out) return invalid_value;
    if (!one) return invalid_handle;
    const array_shape &shape = one->shape;
    *out = {shape.width, shape.height, shape.depth, shape.format, shape.channels, shape.flags};
    return success;
  });
}

HEDDLE_EXPORT int cuArrayDestroy(uint64_t handle) {
  return with_context("cuArrayDestroy", [&](context &current) -> int {
    const std::shared_ptr<array> one = find_handle<array>(handle);
    if (!one || one->owner != &current) return invalid_handle;
    wait_all(&current);
    table_of<array>().remove(handle);
    return success;
  });
}

HEDDLE_EXPORT int cuTexObjectCreate(uint64_t *out, const resource_description *resource,
                                    const texture_description *sampling, const void *view) {
  return with_context("cuTexObjectCreate", [&](context &current) -> int {
    if (!out || !resource || !sampling) return invalid_value;
    if (view) return not_supported;
    auto one = std::make_shared<texture>();
    one->owner = &current;
    if (const int wrong = describe_resource(&one->descriptor, *resource)) return wrong;
    if (const int wrong = describe_sampling(&one->descriptor, *sampling)) return wrong;
    *out = table_of<texture>().add(one);
    return success;
  });
}

HEDDLE_EXPORT int cuTexObjectDestroy(uint64_t handle) {
  return with_context("cuTexObjectDestroy", [&](context &) { return destroy(handle, false); });
}

HEDDLE_EXPORT int cuSurfObjectCreate(uint64_t *out, const resource_description *resource) {
  return with_context("cuSurfObjectCreate", [&](context &current) -> int {
    if (!out || !resource || resource->kind != 0) return invalid_value;
    const std::shared_ptr<array> from = find_handle<array>(resource->array_handle);
    if (!from) return invalid_handle;
    if (!from->shape.surface()) return invalid_value;
    auto one = std::make_shared<texture>();
    one->owner = &current;
    one->surface = true;
    describe_array(&one->descriptor, *from);
    *out = table_of<texture>().add(one);
    return success;
  });
}

HEDDLE_EXPORT int cuSurfObjectDestroy(uint64_t handle) {
  return with_context("cuSurfObjectDestroy", [&](context &) { return destroy(handle, true); });
}
