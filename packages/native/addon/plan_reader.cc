#include "plan_reader.h"

#include <string>
#include <utility>
#include <vector>

#include "errors.h"
#include "value_reader.h"

namespace heddle {

namespace {

// Enough for any kernel there is, and a bound on what a wrong `length` can make us do.
constexpr uint32_t kMaxElements = 4096;
constexpr const char* kPlanKinds = "'direct', 'cuda', 'opencl' or 'sequence'";
constexpr const char* kArgumentKinds = "'value', 'local' or 'shared'";

bool ReadList(const Napi::Value& value, const char* name, Napi::Array* array, uint32_t* length) {
  if (!ReadArray(value, name, array, length)) return false;
  return *length <= kMaxElements || ThrowRange(value.Env(), name, "has more than 4096 elements");
}

bool RequiredList(const Napi::Object& object, const char* name, Napi::Array* array, uint32_t* length) {
  Napi::Value value;
  return ReadRequired(object, name, &value) && ReadList(value, name, array, length);
}

bool RequiredAddress(const Napi::Object& object, const char* name, uint64_t* result) {
  return ReadRequired(object, name, ReadAddress, result);
}

bool RequiredKind(const Napi::Object& object, const char* kinds, std::string* result) {
  Napi::Value value;
  return ReadRequired(object, "kind", &value) && ReadName(value, "kind", kinds, result);
}

bool HasProperty(const Napi::Object& object, const char* name, bool* result) {
  Napi::Value unused;
  return ReadOptional(object, name, &unused, result);
}

// Keeps the buffer for the plan's life, so that its memory stays where it is.
bool HoldBuffer(const Napi::Object& object, const char* name, HeldPlan& held, Bytes* bytes) {
  Napi::Value value;
  Napi::ArrayBuffer buffer;
  if (!ReadRequired(object, name, &value) || !ReadArrayBuffer(value, name, &buffer, bytes)) return false;
  auto reference = Napi::Persistent(buffer);
  if (reference.IsEmpty()) return false;
  held.buffers.push_back(std::move(reference));
  return true;
}

bool HoldHeader(const Napi::Object& object, HeldPlan& held, Bytes* bytes) {
  if (!HoldBuffer(object, "header", held, bytes)) return false;
  return bytes->length >= sizeof(LaunchHeader) || ThrowRange(object.Env(), "header", "is shorter than a launch header");
}

bool ReadOffset(const Napi::Value& value, const Bytes& record, size_t byte_length, size_t* offset) {
  if (!ReadSize(value, "offset", offset)) return false;
  const bool is_inside = *offset <= record.length && byte_length <= record.length - *offset;
  return is_inside || ThrowRange(value.Env(), "offset", "lies outside the record");
}

// { addressOf: offset } or { wordAt: offset } of the record.
bool ReadPlace(const Napi::Object& place, const Bytes& record, size_t index, DirectPlan& plan) {
  Napi::Value value;
  size_t offset;
  bool is_address;
  if (!ReadOptional(place, "addressOf", &value, &is_address)) return false;
  if (is_address) {
    if (!ReadOffset(value, record, 0, &offset)) return false;
    plan.SetConstant(index, reinterpret_cast<uintptr_t>(record.data + offset));
    return true;
  }
  if (!ReadRequired(place, "wordAt", &value) || !ReadOffset(value, record, sizeof(uint64_t), &offset)) return false;
  if (offset % alignof(uint64_t) != 0) return ThrowRange(place.Env(), "wordAt", "must be a multiple of 8");
  plan.SetSource(index, reinterpret_cast<const uint64_t*>(record.data + offset));
  return true;
}

bool ReadDirectArgument(const Napi::Value& value, const Bytes& record, size_t index, DirectPlan& plan) {
  if (value.Type() == napi_object) return ReadPlace(value.As<Napi::Object>(), record, index, plan);
  if (!value.IsBigInt()) return ThrowType(value.Env(), "argument", "a bigint, { addressOf } or { wordAt }");
  uint64_t word;
  if (!ReadWord(value, "argument", &word)) return false;
  plan.SetConstant(index, word);
  return true;
}

bool ReadDirect(const Napi::Object& description, HeldPlan& held) {
  uint64_t function;
  Napi::Array arguments;
  uint32_t count;
  if (!RequiredAddress(description, "function", &function) ||
      !RequiredList(description, "arguments", &arguments, &count)) {
    return false;
  }
  if (count > kMaxDirectArguments) return ThrowRange(description.Env(), "arguments", "has more than 6 elements");

  bool has_record;
  Bytes record{nullptr, 0};
  if (!HasProperty(description, "record", &has_record)) return false;
  if (has_record && !HoldBuffer(description, "record", held, &record)) return false;

  auto plan = std::make_unique<DirectPlan>(function);
  for (uint32_t i = 0; i < count; i++) {
    Napi::Value argument;
    if (!ReadElement(arguments, i, &argument) || !ReadDirectArgument(argument, record, i, *plan)) return false;
  }
  held.plan = std::move(plan);
  return true;
}

bool ReadRefusals(const Napi::Value& value, CudaPlan& plan) {
  Napi::Array list;
  uint32_t count;
  if (!ReadList(value, "contextRefusals", &list, &count)) return false;
  std::vector<int32_t> refusals(count);
  for (uint32_t i = 0; i < count; i++) {
    Napi::Value element;
    uint32_t status;
    if (!ReadElement(list, i, &element) || !ReadUint32(element, "contextRefusals", &status)) return false;
    refusals[i] = static_cast<int32_t>(status);
  }
  plan.RetryInContext(std::move(refusals));
  return true;
}

// When a launch makes its context current: always, or as one of these properties says.
bool ReadContextUse(const Napi::Object& description, CudaPlan& plan) {
  Napi::Value value;
  bool present;
  if (!ReadOptional(description, "getContext", &value, &present)) return false;
  if (present) {
    uint64_t get_context;
    if (!ReadAddress(value, "getContext", &get_context)) return false;
    plan.CompareContext(get_context);
  }
  if (!ReadOptional(description, "contextRefusals", &value, &present)) return false;
  return !present || ReadRefusals(value, plan);
}

bool ReadContext(const Napi::Object& description, CudaPlan& plan) {
  bool has_context;
  if (!HasProperty(description, "setContext", &has_context)) return false;
  if (!has_context) return true;
  uint64_t set_context, context;
  if (!RequiredAddress(description, "setContext", &set_context) ||
      !RequiredAddress(description, "context", &context)) {
    return false;
  }
  plan.UseContext(set_context, context);
  return ReadContextUse(description, plan);
}

bool ReadCuda(const Napi::Object& description, HeldPlan& held) {
  uint64_t launch, function;
  Bytes header, record;
  Napi::Array offsets;
  uint32_t count;
  if (!RequiredAddress(description, "launch", &launch) || !RequiredAddress(description, "function", &function) ||
      !HoldHeader(description, held, &header) || !HoldBuffer(description, "record", held, &record) ||
      !RequiredList(description, "offsets", &offsets, &count)) {
    return false;
  }
  std::vector<void*> parameters(count);
  for (uint32_t i = 0; i < count; i++) {
    Napi::Value value;
    size_t offset;
    if (!ReadElement(offsets, i, &value) || !ReadOffset(value, record, 1, &offset)) return false;
    parameters[i] = record.data + offset;
  }
  auto plan = std::make_unique<CudaPlan>(launch, function, reinterpret_cast<LaunchHeader*>(header.data),
                                         std::move(parameters));
  if (!ReadContext(description, *plan)) return false;
  held.plan = std::move(plan);
  return true;
}

bool ReadOpenClArgument(const Napi::Value& value, const Bytes& record, OpenClArgument* result) {
  Napi::Object object;
  std::string kind;
  if (!ReadObject(value, "argument", &object) || !RequiredKind(object, kArgumentKinds, &kind)) return false;
  if (kind == "shared") {
    *result = {OpenClArgument::Kind::kShared, nullptr, 0};
    return true;
  }
  const bool is_local = kind == "local";
  if (!is_local && kind != "value") return ThrowType(value.Env(), "kind", kArgumentKinds);
  size_t byte_length = sizeof(size_t);
  if (!is_local && !ReadRequired(object, "byteLength", ReadSize, &byte_length)) return false;
  Napi::Value offset_value;
  size_t offset;
  if (!ReadRequired(object, "offset", &offset_value) || !ReadOffset(offset_value, record, byte_length, &offset)) {
    return false;
  }
  *result = {is_local ? OpenClArgument::Kind::kLocal : OpenClArgument::Kind::kValue, record.data + offset, byte_length};
  return true;
}

bool ReadFlag(const Napi::Object& object, const char* name, bool* result) {
  Napi::Value value;
  bool present;
  *result = false;
  if (!ReadOptional(object, name, &value, &present)) return false;
  return !present || ReadBoolean(value, name, result);
}

bool ReadOpenCl(const Napi::Object& description, HeldPlan& held) {
  uint64_t set_argument, enqueue, kernel;
  Bytes header, record;
  Napi::Array arguments;
  uint32_t count;
  bool keeps_event, owns_kernel;
  if (!RequiredAddress(description, "setArgument", &set_argument) ||
      !RequiredAddress(description, "enqueue", &enqueue) || !RequiredAddress(description, "kernel", &kernel) ||
      !HoldHeader(description, held, &header) || !HoldBuffer(description, "record", held, &record) ||
      !RequiredList(description, "arguments", &arguments, &count) ||
      !ReadFlag(description, "keepEvent", &keeps_event) || !ReadFlag(description, "ownsKernel", &owns_kernel)) {
    return false;
  }
  std::vector<OpenClArgument> list(count);
  for (uint32_t i = 0; i < count; i++) {
    Napi::Value argument;
    if (!ReadElement(arguments, i, &argument) || !ReadOpenClArgument(argument, record, &list[i])) return false;
  }
  auto* launch_header = reinterpret_cast<LaunchHeader*>(header.data);
  auto plan = std::make_unique<OpenClPlan>(set_argument, enqueue, kernel, launch_header, std::move(list));
  if (owns_kernel) plan->OwnKernel();
  if (keeps_event) {
    if (header.length < sizeof(LaunchHeader) + sizeof(void*)) {
      return ThrowRange(description.Env(), "header", "has no place for an event");
    }
    plan->KeepEvent(reinterpret_cast<void**>(header.data + sizeof(LaunchHeader)));
  }
  held.plan = std::move(plan);
  return true;
}

bool ReadSequence(const Napi::Object& description, PlanTable& table, HeldPlan& held) {
  Napi::Array ids;
  uint32_t count;
  if (!RequiredList(description, "plans", &ids, &count)) return false;
  std::vector<LaunchPlan*> plans;
  for (uint32_t i = 0; i < count; i++) {
    Napi::Value value;
    uint32_t id;
    if (!ReadElement(ids, i, &value) || !ReadUint32(value, "plan", &id)) return false;
    std::shared_ptr<HeldPlan> member = table.Hold(id);
    if (!member) return ThrowRange(description.Env(), "plan", kNoSuchPlan);
    plans.push_back(member->plan.get());
    held.members.push_back(std::move(member));
  }
  held.plan = std::make_unique<SequencePlan>(std::move(plans));
  return true;
}

bool ReadOfKind(const std::string& kind, const Napi::Object& description, PlanTable& table, HeldPlan& held) {
  if (kind == "direct") return ReadDirect(description, held);
  if (kind == "cuda") return ReadCuda(description, held);
  if (kind == "opencl") return ReadOpenCl(description, held);
  if (kind == "sequence") return ReadSequence(description, table, held);
  return ThrowType(description.Env(), "kind", kPlanKinds);
}

}  // namespace

std::shared_ptr<HeldPlan> ReadPlan(const Napi::Value& value, PlanTable& table) {
  Napi::Object description;
  std::string kind;
  if (!ReadObject(value, "plan", &description) || !RequiredKind(description, kPlanKinds, &kind)) return nullptr;
  auto held = std::make_shared<HeldPlan>();
  return ReadOfKind(kind, description, table, *held) ? held : nullptr;
}

}  // namespace heddle
