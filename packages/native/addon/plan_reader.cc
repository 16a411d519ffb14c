#include "plan_reader.h"

#include <cstring>
#include <utility>

#include "object_reader.h"

namespace heddle {

namespace {

// Enough for any kernel there is, and a bound on what a wrong `length` can make us do.
constexpr uint32_t kMaxArguments = 4096;

bool Required(napi_env env, napi_value object, const char* name, napi_value* result) {
  bool present = false;
  if (!ReadProperty(env, object, name, result, &present)) return false;
  return present || ThrowType(env, name, "given");
}

bool RequiredAddress(napi_env env, napi_value object, const char* name, uint64_t* result) {
  napi_value value;
  return Required(env, object, name, &value) && ReadAddress(env, value, name, result);
}

bool RequiredArray(napi_env env, napi_value object, const char* name, napi_value* array, uint32_t* length) {
  if (!Required(env, object, name, array) || !ReadArrayLength(env, *array, name, length)) return false;
  return *length <= kMaxArguments || ThrowRange(env, name, "has more than 4096 elements");
}

// Keeps the buffer for the plan's life, so that its memory stays where it is.
bool HoldBuffer(napi_env env, napi_value object, const char* name, HeldPlan& held, Bytes* bytes) {
  napi_value buffer;
  if (!Required(env, object, name, &buffer) || !ReadArrayBuffer(env, buffer, name, bytes)) return false;
  napi_ref reference;
  if (!Succeeded(env, napi_create_reference(env, buffer, 1, &reference))) return false;
  held.buffers.push_back(reference);
  return true;
}

bool HoldHeader(napi_env env, napi_value object, HeldPlan& held, Bytes* bytes) {
  if (!HoldBuffer(env, object, "header", held, bytes)) return false;
  return bytes->length >= sizeof(LaunchHeader) || ThrowRange(env, "header", "is shorter than a launch header");
}

bool ReadOffset(napi_env env, napi_value value, const Bytes& record, size_t byte_length, size_t* offset) {
  if (!ReadSize(env, value, "offset", offset)) return false;
  if (*offset > record.length || byte_length > record.length - *offset) {
    return ThrowRange(env, "offset", "lies outside the record");
  }
  return true;
}

// A bigint, or { addressOf: offset } or { wordAt: offset } of the record.
bool ReadDirectArgument(napi_env env, napi_value value, const Bytes& record, size_t index, DirectPlan& plan) {
  napi_valuetype type;
  if (!Succeeded(env, napi_typeof(env, value, &type))) return false;
  if (type == napi_bigint) {
    uint64_t word;
    if (!ReadWord(env, value, "argument", &word)) return false;
    plan.SetConstant(index, word);
    return true;
  }
  if (type != napi_object) return ThrowType(env, "argument", "a bigint, { addressOf } or { wordAt }");
  napi_value offset_value;
  size_t offset;
  bool present = false;
  if (!ReadProperty(env, value, "addressOf", &offset_value, &present)) return false;
  if (present) {
    if (!ReadOffset(env, offset_value, record, 0, &offset)) return false;
    plan.SetConstant(index, reinterpret_cast<uintptr_t>(record.data + offset));
    return true;
  }
  if (!Required(env, value, "wordAt", &offset_value)) return false;
  if (!ReadOffset(env, offset_value, record, sizeof(uint64_t), &offset)) return false;
  if (offset % alignof(uint64_t) != 0) return ThrowRange(env, "wordAt", "must be a multiple of 8");
  plan.SetSource(index, reinterpret_cast<const uint64_t*>(record.data + offset));
  return true;
}

bool ReadDirect(napi_env env, napi_value description, HeldPlan& held) {
  uint64_t function;
  napi_value arguments;
  uint32_t count;
  if (!RequiredAddress(env, description, "function", &function) ||
      !RequiredArray(env, description, "arguments", &arguments, &count)) {
    return false;
  }
  if (count > kMaxDirectArguments) return ThrowRange(env, "arguments", "has more than 6 elements");

  napi_value unused;
  bool has_record = false;
  Bytes record{nullptr, 0};
  if (!ReadProperty(env, description, "record", &unused, &has_record)) return false;
  if (has_record && !HoldBuffer(env, description, "record", held, &record)) return false;

  auto plan = std::make_unique<DirectPlan>(function);
  for (uint32_t i = 0; i < count; i++) {
    napi_value argument;
    if (!ReadElement(env, arguments, i, &argument)) return false;
    if (!ReadDirectArgument(env, argument, record, i, *plan)) return false;
  }
  held.plan = std::move(plan);
  return true;
}

// When a launch makes its context current: always, or as one of these properties says.
bool ReadContextUse(napi_env env, napi_value description, CudaPlan& plan) {
  napi_value value;
  bool present = false;
  if (!ReadProperty(env, description, "getContext", &value, &present)) return false;
  if (present) {
    uint64_t get_context;
    if (!ReadAddress(env, value, "getContext", &get_context)) return false;
    plan.CompareContext(get_context);
  }
  if (!ReadProperty(env, description, "contextRefusals", &value, &present)) return false;
  if (!present) return true;
  uint32_t count;
  if (!ReadArrayLength(env, value, "contextRefusals", &count)) return false;
  std::vector<int32_t> refusals(count);
  for (uint32_t i = 0; i < count; i++) {
    napi_value element;
    uint32_t status;
    if (!ReadElement(env, value, i, &element) || !ReadUint32(env, element, "contextRefusals", &status)) return false;
    refusals[i] = static_cast<int32_t>(status);
  }
  plan.RetryInContext(std::move(refusals));
  return true;
}

bool ReadCuda(napi_env env, napi_value description, HeldPlan& held) {
  uint64_t launch, function;
  Bytes header, record;
  napi_value offsets;
  uint32_t count;
  if (!RequiredAddress(env, description, "launch", &launch) ||
      !RequiredAddress(env, description, "function", &function) || !HoldHeader(env, description, held, &header) ||
      !HoldBuffer(env, description, "record", held, &record) ||
      !RequiredArray(env, description, "offsets", &offsets, &count)) {
    return false;
  }
  std::vector<void*> parameters(count);
  for (uint32_t i = 0; i < count; i++) {
    napi_value value;
    size_t offset;
    if (!ReadElement(env, offsets, i, &value) || !ReadOffset(env, value, record, 1, &offset)) return false;
    parameters[i] = record.data + offset;
  }
  auto plan = std::make_unique<CudaPlan>(launch, function, reinterpret_cast<LaunchHeader*>(header.data),
                                         std::move(parameters));
  napi_value unused;
  bool has_context = false;
  if (!ReadProperty(env, description, "setContext", &unused, &has_context)) return false;
  if (has_context) {
    uint64_t set_context, context;
    if (!RequiredAddress(env, description, "setContext", &set_context) ||
        !RequiredAddress(env, description, "context", &context)) {
      return false;
    }
    plan->UseContext(set_context, context);
    if (!ReadContextUse(env, description, *plan)) return false;
  }
  held.plan = std::move(plan);
  return true;
}

bool ReadOpenClArgument(napi_env env, napi_value object, const Bytes& record, OpenClArgument* result) {
  napi_value kind_value, offset_value, length_value;
  if (!Required(env, object, "kind", &kind_value)) return false;
  char kind[8];
  size_t length;
  if (napi_get_value_string_utf8(env, kind_value, kind, sizeof kind, &length) != napi_ok) {
    return ThrowType(env, "kind", "a string");
  }
  if (std::strcmp(kind, "shared") == 0) {
    *result = {OpenClArgument::Kind::kShared, nullptr, 0};
    return true;
  }
  const bool is_local = std::strcmp(kind, "local") == 0;
  if (!is_local && std::strcmp(kind, "value") != 0) return ThrowType(env, "kind", "'value', 'local' or 'shared'");
  size_t byte_length = sizeof(size_t);
  if (!is_local) {
    if (!Required(env, object, "byteLength", &length_value)) return false;
    if (!ReadSize(env, length_value, "byteLength", &byte_length)) return false;
  }
  size_t offset;
  if (!Required(env, object, "offset", &offset_value)) return false;
  if (!ReadOffset(env, offset_value, record, byte_length, &offset)) return false;
  *result = {is_local ? OpenClArgument::Kind::kLocal : OpenClArgument::Kind::kValue, record.data + offset, byte_length};
  return true;
}

bool ReadFlag(napi_env env, napi_value object, const char* name, bool* result) {
  napi_value value;
  bool present = false;
  *result = false;
  if (!ReadProperty(env, object, name, &value, &present)) return false;
  return !present || ReadBoolean(env, value, name, result);
}

bool ReadOpenCl(napi_env env, napi_value description, HeldPlan& held) {
  uint64_t set_argument, enqueue, kernel;
  Bytes header, record;
  napi_value arguments;
  uint32_t count;
  bool keeps_event, owns_kernel;
  if (!RequiredAddress(env, description, "setArgument", &set_argument) ||
      !RequiredAddress(env, description, "enqueue", &enqueue) ||
      !RequiredAddress(env, description, "kernel", &kernel) || !HoldHeader(env, description, held, &header) ||
      !HoldBuffer(env, description, "record", held, &record) ||
      !RequiredArray(env, description, "arguments", &arguments, &count) ||
      !ReadFlag(env, description, "keepEvent", &keeps_event) ||
      !ReadFlag(env, description, "ownsKernel", &owns_kernel)) {
    return false;
  }
  std::vector<OpenClArgument> list(count);
  for (uint32_t i = 0; i < count; i++) {
    napi_value argument;
    if (!ReadElement(env, arguments, i, &argument) || !ReadOpenClArgument(env, argument, record, &list[i])) return false;
  }
  auto* launch_header = reinterpret_cast<LaunchHeader*>(header.data);
  auto plan = std::make_unique<OpenClPlan>(set_argument, enqueue, kernel, launch_header, std::move(list));
  if (owns_kernel) plan->OwnKernel();
  if (keeps_event) {
    if (header.length < sizeof(LaunchHeader) + sizeof(void*)) {
      return ThrowRange(env, "header", "has no place for an event");
    }
    plan->KeepEvent(reinterpret_cast<void**>(header.data + sizeof(LaunchHeader)));
  }
  held.plan = std::move(plan);
  return true;
}

bool ReadSequence(napi_env env, napi_value description, PlanTable& table, HeldPlan& held) {
  napi_value ids;
  uint32_t count;
  if (!RequiredArray(env, description, "plans", &ids, &count)) return false;
  std::vector<LaunchPlan*> plans;
  for (uint32_t i = 0; i < count; i++) {
    napi_value value;
    uint32_t id;
    if (!ReadElement(env, ids, i, &value) || !ReadUint32(env, value, "plan", &id)) return false;
    std::shared_ptr<HeldPlan> member = table.Hold(id);
    if (!member) return ThrowRange(env, "plan", "does not exist, or was destroyed");
    plans.push_back(member->plan.get());
    held.members.push_back(std::move(member));
  }
  held.plan = std::make_unique<SequencePlan>(std::move(plans));
  return true;
}

}  // namespace

std::shared_ptr<HeldPlan> ReadPlan(napi_env env, napi_value description, PlanTable& table) {
  auto held = std::make_shared<HeldPlan>();
  held->env = env;
  napi_value kind_value;
  char kind[16];
  size_t length;
  napi_valuetype type;
  if (!Succeeded(env, napi_typeof(env, description, &type))) return nullptr;
  if (type != napi_object) return ThrowType(env, "plan", "an object"), nullptr;
  if (!Required(env, description, "kind", &kind_value)) return nullptr;
  if (napi_get_value_string_utf8(env, kind_value, kind, sizeof kind, &length) != napi_ok) kind[0] = '\0';

  bool read = false;
  if (std::strcmp(kind, "direct") == 0) {
    read = ReadDirect(env, description, *held);
  } else if (std::strcmp(kind, "cuda") == 0) {
    read = ReadCuda(env, description, *held);
  } else if (std::strcmp(kind, "opencl") == 0) {
    read = ReadOpenCl(env, description, *held);
  } else if (std::strcmp(kind, "sequence") == 0) {
    read = ReadSequence(env, description, table, *held);
  } else {
    ThrowType(env, "kind", "'direct', 'cuda', 'opencl' or 'sequence'");
  }
  return read ? held : nullptr;
}

}  // namespace heddle
