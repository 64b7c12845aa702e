#pragma once

#include "api/cloudwatch/types.h"
#include "api/context.h"
#include "base/result.h"

// What each operation of CloudWatch means: one function, in the file of its name. All may be
// called from any thread.
namespace stator::cloudwatch {}  // namespace stator::cloudwatch
