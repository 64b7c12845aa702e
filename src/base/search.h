#pragma once

#include "base/bytes.h"

namespace stator {

// Whether `part` occurs in `whole`, in linear time whatever the two hold. The C library's memmem
// takes tens of times longer where a text repeats itself.
bool HasPart(BytesView whole, BytesView part);

}  // namespace stator
