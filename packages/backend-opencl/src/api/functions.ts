/**
 * The functions of the OpenCL API, by the version that brought them: the one table that types, calls and checks are
 * made from. Names and parameter names are the specification's.
 *
 * Kinds of values: `uint` and `int` have 32 bits, `flags` 64, `size` is a `size_t`; `handle` is an object of OpenCL's;
 * `memory` points to anything, read or written; `text` is a C string; `handler` points to a C function.
 */
export const functions = {
  '1.0': {
    clGetPlatformIDs: 'status(uint num_entries, memory platforms, memory num_platforms)',
    clGetPlatformInfo:
      'status(handle platform, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clGetDeviceIDs: 'status(handle platform, flags device_type, uint num_entries, memory devices, memory num_devices)',
    clGetDeviceInfo:
      'status(handle device, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clCreateContext:
      'handle(memory properties, uint num_devices, memory devices, handler pfn_notify, memory user_data, memory errcode_ret)',
    clRetainContext: 'status(handle context)',
    clReleaseContext: 'status(handle context)',
    clGetContextInfo:
      'status(handle context, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clRetainCommandQueue: 'status(handle command_queue)',
    clReleaseCommandQueue: 'status(handle command_queue)',
    clGetCommandQueueInfo:
      'status(handle command_queue, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clCreateBuffer: 'handle(handle context, flags flags, size size, memory host_ptr, memory errcode_ret)',
    clRetainMemObject: 'status(handle memobj)',
    clReleaseMemObject: 'status(handle memobj)',
    clGetSupportedImageFormats:
      'status(handle context, flags flags, uint image_type, uint num_entries, memory image_formats, memory num_image_formats)',
    clGetMemObjectInfo:
      'status(handle memobj, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clGetImageInfo:
      'status(handle image, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clRetainSampler: 'status(handle sampler)',
    clReleaseSampler: 'status(handle sampler)',
    clGetSamplerInfo:
      'status(handle sampler, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clCreateProgramWithSource: 'handle(handle context, uint count, memory strings, memory lengths, memory errcode_ret)',
    clCreateProgramWithBinary:
      'handle(handle context, uint num_devices, memory device_list, memory lengths, memory binaries, memory binary_status, memory errcode_ret)',
    clRetainProgram: 'status(handle program)',
    clReleaseProgram: 'status(handle program)',
    clBuildProgram:
      'status(handle program, uint num_devices, memory device_list, text options, handler pfn_notify, memory user_data)',
    clGetProgramInfo:
      'status(handle program, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clGetProgramBuildInfo:
      'status(handle program, handle device, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clCreateKernel: 'handle(handle program, text kernel_name, memory errcode_ret)',
    clCreateKernelsInProgram: 'status(handle program, uint num_kernels, memory kernels, memory num_kernels_ret)',
    clRetainKernel: 'status(handle kernel)',
    clReleaseKernel: 'status(handle kernel)',
    clSetKernelArg: 'status(handle kernel, uint arg_index, size arg_size, memory arg_value)',
    clGetKernelInfo:
      'status(handle kernel, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clGetKernelWorkGroupInfo:
      'status(handle kernel, handle device, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clWaitForEvents: 'status(uint num_events, memory event_list)',
    clGetEventInfo:
      'status(handle event, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clRetainEvent: 'status(handle event)',
    clReleaseEvent: 'status(handle event)',
    clGetEventProfilingInfo:
      'status(handle event, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clFlush: 'status(handle command_queue)',
    clFinish: 'status(handle command_queue)',
    clEnqueueReadBuffer:
      'status(handle command_queue, handle buffer, uint blocking_read, size offset, size size, memory ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueWriteBuffer:
      'status(handle command_queue, handle buffer, uint blocking_write, size offset, size size, memory ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueCopyBuffer:
      'status(handle command_queue, handle src_buffer, handle dst_buffer, size src_offset, size dst_offset, size size, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueReadImage:
      'status(handle command_queue, handle image, uint blocking_read, memory origin, memory region, size row_pitch, size slice_pitch, memory ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueWriteImage:
      'status(handle command_queue, handle image, uint blocking_write, memory origin, memory region, size input_row_pitch, size input_slice_pitch, memory ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueCopyImage:
      'status(handle command_queue, handle src_image, handle dst_image, memory src_origin, memory dst_origin, memory region, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueCopyImageToBuffer:
      'status(handle command_queue, handle src_image, handle dst_buffer, memory src_origin, memory region, size dst_offset, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueCopyBufferToImage:
      'status(handle command_queue, handle src_buffer, handle dst_image, size src_offset, memory dst_origin, memory region, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueMapBuffer:
      'address(handle command_queue, handle buffer, uint blocking_map, flags map_flags, size offset, size size, uint num_events_in_wait_list, memory event_wait_list, memory event, memory errcode_ret)',
    clEnqueueMapImage:
      'address(handle command_queue, handle image, uint blocking_map, flags map_flags, memory origin, memory region, memory image_row_pitch, memory image_slice_pitch, uint num_events_in_wait_list, memory event_wait_list, memory event, memory errcode_ret)',
    clEnqueueUnmapMemObject:
      'status(handle command_queue, handle memobj, memory mapped_ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueNDRangeKernel:
      'status(handle command_queue, handle kernel, uint work_dim, memory global_work_offset, memory global_work_size, memory local_work_size, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clCreateCommandQueue: 'handle(handle context, handle device, flags properties, memory errcode_ret)',
    clCreateSampler:
      'handle(handle context, uint normalized_coords, uint addressing_mode, uint filter_mode, memory errcode_ret)',
  },
  '1.1': {
    clCreateSubBuffer:
      'handle(handle buffer, flags flags, uint buffer_create_type, memory buffer_create_info, memory errcode_ret)',
    clSetMemObjectDestructorCallback: 'status(handle memobj, handler pfn_notify, memory user_data)',
    clCreateUserEvent: 'handle(handle context, memory errcode_ret)',
    clSetUserEventStatus: 'status(handle event, int execution_status)',
    clSetEventCallback: 'status(handle event, int command_exec_callback_type, handler pfn_notify, memory user_data)',
    clEnqueueReadBufferRect:
      'status(handle command_queue, handle buffer, uint blocking_read, memory buffer_origin, memory host_origin, memory region, size buffer_row_pitch, size buffer_slice_pitch, size host_row_pitch, size host_slice_pitch, memory ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueWriteBufferRect:
      'status(handle command_queue, handle buffer, uint blocking_write, memory buffer_origin, memory host_origin, memory region, size buffer_row_pitch, size buffer_slice_pitch, size host_row_pitch, size host_slice_pitch, memory ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueCopyBufferRect:
      'status(handle command_queue, handle src_buffer, handle dst_buffer, memory src_origin, memory dst_origin, memory region, size src_row_pitch, size src_slice_pitch, size dst_row_pitch, size dst_slice_pitch, uint num_events_in_wait_list, memory event_wait_list, memory event)',
  },
  '1.2': {
    clCreateSubDevices:
      'status(handle in_device, memory properties, uint num_devices, memory out_devices, memory num_devices_ret)',
    clRetainDevice: 'status(handle device)',
    clReleaseDevice: 'status(handle device)',
    clCreateImage:
      'handle(handle context, flags flags, memory image_format, memory image_desc, memory host_ptr, memory errcode_ret)',
    clCreateProgramWithBuiltInKernels:
      'handle(handle context, uint num_devices, memory device_list, text kernel_names, memory errcode_ret)',
    clCompileProgram:
      'status(handle program, uint num_devices, memory device_list, text options, uint num_input_headers, memory input_headers, memory header_include_names, handler pfn_notify, memory user_data)',
    clLinkProgram:
      'handle(handle context, uint num_devices, memory device_list, text options, uint num_input_programs, memory input_programs, handler pfn_notify, memory user_data, memory errcode_ret)',
    clUnloadPlatformCompiler: 'status(handle platform)',
    clGetKernelArgInfo:
      'status(handle kernel, uint arg_indx, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clEnqueueFillBuffer:
      'status(handle command_queue, handle buffer, memory pattern, size pattern_size, size offset, size size, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueFillImage:
      'status(handle command_queue, handle image, memory fill_color, memory origin, memory region, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueMigrateMemObjects:
      'status(handle command_queue, uint num_mem_objects, memory mem_objects, flags flags, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueMarkerWithWaitList:
      'status(handle command_queue, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueBarrierWithWaitList:
      'status(handle command_queue, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clGetExtensionFunctionAddressForPlatform: 'address(handle platform, text func_name)',
  },
  '2.0': {
    clCreateCommandQueueWithProperties: 'handle(handle context, handle device, memory properties, memory errcode_ret)',
    clCreatePipe:
      'handle(handle context, flags flags, uint pipe_packet_size, uint pipe_max_packets, memory properties, memory errcode_ret)',
    clGetPipeInfo:
      'status(handle pipe, uint param_name, size param_value_size, memory param_value, memory param_value_size_ret)',
    clSVMAlloc: 'address(handle context, flags flags, size size, uint alignment)',
    clSVMFree: 'nothing(handle context, memory svm_pointer)',
    clCreateSamplerWithProperties: 'handle(handle context, memory sampler_properties, memory errcode_ret)',
    clSetKernelArgSVMPointer: 'status(handle kernel, uint arg_index, memory arg_value)',
    clSetKernelExecInfo: 'status(handle kernel, uint param_name, size param_value_size, memory param_value)',
    clEnqueueSVMFree:
      'status(handle command_queue, uint num_svm_pointers, memory svm_pointers, handler pfn_free_func, memory user_data, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueSVMMemcpy:
      'status(handle command_queue, uint blocking_copy, memory dst_ptr, memory src_ptr, size size, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueSVMMemFill:
      'status(handle command_queue, memory svm_ptr, memory pattern, size pattern_size, size size, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueSVMMap:
      'status(handle command_queue, uint blocking_map, flags flags, memory svm_ptr, size size, uint num_events_in_wait_list, memory event_wait_list, memory event)',
    clEnqueueSVMUnmap:
      'status(handle command_queue, memory svm_ptr, uint num_events_in_wait_list, memory event_wait_list, memory event)',
  },
  '2.1': {
    clSetDefaultDeviceCommandQueue: 'status(handle context, handle device, handle command_queue)',
    clGetDeviceAndHostTimer: 'status(handle device, memory device_timestamp, memory host_timestamp)',
    clGetHostTimer: 'status(handle device, memory host_timestamp)',
    clCreateProgramWithIL: 'handle(handle context, memory il, size length, memory errcode_ret)',
    clCloneKernel: 'handle(handle source_kernel, memory errcode_ret)',
    clGetKernelSubGroupInfo:
      'status(handle kernel, handle device, uint param_name, size input_value_size, memory input_value, size param_value_size, memory param_value, memory param_value_size_ret)',
    clEnqueueSVMMigrateMem:
      'status(handle command_queue, uint num_svm_pointers, memory svm_pointers, memory sizes, flags flags, uint num_events_in_wait_list, memory event_wait_list, memory event)',
  },
  '2.2': {
    clSetProgramSpecializationConstant: 'status(handle program, uint spec_id, size spec_size, memory spec_value)',
  },
  '3.0': {
    clSetContextDestructorCallback: 'status(handle context, handler pfn_notify, memory user_data)',
    clCreateBufferWithProperties:
      'handle(handle context, memory properties, flags flags, size size, memory host_ptr, memory errcode_ret)',
    clCreateImageWithProperties:
      'handle(handle context, memory properties, flags flags, memory image_format, memory image_desc, memory host_ptr, memory errcode_ret)',
  },
} as const;
