#pragma once

#include <chrono>

namespace stator {

// Sleeps for machine time. Use it for retries and for events that only another machine knows, never
// to wait for this process.
void Pause(std::chrono::milliseconds time);

}  // namespace stator
