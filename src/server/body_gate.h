#pragma once

#include <latch>
#include <memory>

#include "server/body_workers.h"

namespace stator::server {

// Keeps one worker busy until Open, so that other work waits. The worker shares the latches,
// because it may still be inside `wait` when the test destroys the gate.
class BodyGate {
 public:
  explicit BodyGate(BodyWorkers& workers) {
    workers.Run([latches = latches_] {
      latches->begun.count_down();
      latches->opened.wait();
    });
    latches_->begun.wait();
  }
  void Open() { latches_->opened.count_down(); }

 private:
  struct Latches {
    std::latch begun{1};
    std::latch opened{1};
  };
  std::shared_ptr<Latches> latches_ = std::make_shared<Latches>();
};

}  // namespace stator::server
