#pragma once

#include "base/bytes.h"

namespace stator {

// Whether `part` occurs in `whole`. Takes linear time for any content; the C library's memmem is
// tens of times slower on repetitive text.
bool HasPart(BytesView whole, BytesView part);

}  // namespace stator
