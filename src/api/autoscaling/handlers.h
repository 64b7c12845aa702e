#pragma once

#include "api/autoscaling/types.h"
#include "api/context.h"
#include "base/result.h"

// What each operation of Application Auto Scaling means: one function, in the file of its name. All
// may be called from any thread.
namespace stator::autoscaling {}  // namespace stator::autoscaling
