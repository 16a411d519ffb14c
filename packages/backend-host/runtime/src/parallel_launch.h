// Runs a launch on as many workers as pay off.
#pragma once
#include "launch.h"

namespace heddle {

struct launch_command;

// Runs a launch to its end. Its fault, if any, is in `work`.
void execute_launch(heddle_worker *worker, launch *work);
// All blocks at once, each on a thread of its own.
void execute_cooperatively(launch *work);

// Most blocks of a cooperative launch.
unsigned cooperative_limit();

void describe_launch(launch *work, launch_command *what);

}  // namespace heddle
