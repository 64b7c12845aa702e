#include "storage/statistics.h"

namespace stator::storage {

const StatisticsSource* FindStatistics(const Engine& engine) {
  return dynamic_cast<const StatisticsSource*>(&engine);
}

}  // namespace stator::storage
