// Calls of C functions whose signature is known only at run time.
#pragma once
#include "commands.h"

namespace heddle {

void run_call(call_command *what);

}  // namespace heddle
