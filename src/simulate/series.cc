#include "simulate/series.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/limits.h"
#include "base/stable_order.h"
#include "catalog/partitions.h"

namespace stator::simulate {
namespace {

// The values of one step of a resource: four lists for each Access.
constexpr std::size_t kValuesPerStep = 8;

// Returns whole minutes, so that the series stays within its bounds.
std::int64_t StepSeconds(std::int64_t seconds, std::size_t resources) {
  const auto by_values =
      limits::kSeriesValuesMax / kValuesPerStep / std::max<std::size_t>(1, resources);
  const auto steps_max =
      static_cast<std::int64_t>(std::clamp<std::size_t>(by_values, 1, limits::kSeriesStepsMax));
  const auto minutes = (seconds + capacity::kMinuteSeconds - 1) / capacity::kMinuteSeconds;
  return (minutes + steps_max - 1) / steps_max * capacity::kMinuteSeconds;
}

void Merge(const PartitionCell& from, PartitionCell& to) {
  to.units += from.units;
  to.peak = std::max(to.peak, from.peak);
  to.throttled += from.throttled;
}

// Makes one step of each two.
void Halve(PartitionSeries& partition) {
  const auto first = partition.first_step / 2;
  decltype(partition.cells) cells;
  for (std::size_t i = 0; i < partition.cells.size(); ++i) {
    const auto step = partition.first_step + static_cast<std::int64_t>(i);
    cells.resize(static_cast<std::size_t>(step / 2 - first) + 1);
    for (std::size_t side = 0; side < partition.cells[i].size(); ++side) {
      Merge(partition.cells[i][side], cells.back()[side]);
    }
  }
  cells.shrink_to_fit();
  partition.cells = std::move(cells);
  partition.first_step = first;
}

}  // namespace

SeriesRecorder::SeriesRecorder(const Tables& tables, std::int64_t seconds)
    : tables_(tables), seconds_(seconds) {
  const auto& resources = tables.resources();
  series_.step_seconds = StepSeconds(seconds, resources.size());
  series_.partition_step_seconds = series_.step_seconds;
  for (const auto& resource : resources) series_.resources.push_back({.name = resource.name});
  open_.resize(resources.size());
  sums_.resize(resources.size());
}

void SeriesRecorder::Begin(std::int64_t second) {
  for (std::size_t i = 0; i < open_.size(); ++i) {
    // A split adds a partition, and nothing removes one.
    if (tables_.PartitionsOf(tables_.resources()[i]).size() != open_[i].size()) Follow(i, second);
  }
  if (second % series_.partition_step_seconds == 0) BeginStep(second);
  while (cells_ > limits::kSeriesCellsMax && series_.partition_step_seconds < seconds_) Coarsen();
}

void SeriesRecorder::Follow(std::size_t resource, std::int64_t second) {
  const auto before = std::exchange(open_[resource], {});
  std::size_t at = 0;  // the partition before the split that has the range's first key
  const auto& ranges = tables_.PartitionsOf(tables_.resources()[resource]);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    while (at + 1 < before.size() && before[at + 1].begin <= ranges[i].begin) ++at;
    auto& open = open_[resource].emplace_back();
    open.number = ranges[i].number;
    open.begin = ranges[i].begin;
    if (!before.empty() && before[at].number == open.number) {
      open.place = before[at].place;
      continue;
    }
    PartitionSeries partition{.number = open.number,
                              .begin = open.begin,
                              .end = Bytes(catalog::EndOf(ranges, i)),
                              .first_step = second / series_.partition_step_seconds};
    if (!before.empty()) partition.parent = before[at].number;
    open.place = Add(resource, std::move(partition));
  }
}

std::optional<std::size_t> SeriesRecorder::Add(std::size_t resource, PartitionSeries partition) {
  if (partitions_ == limits::kSeriesPartitionsMax) {
    ++series_.partitions_left_out;
    return std::nullopt;
  }
  ++partitions_;
  ++cells_;
  auto& partitions = series_.resources[resource].partitions;
  partition.cells.resize(1);
  partitions.push_back(std::move(partition));
  return partitions.size() - 1;
}

// Gives each partition a cell for the new step.
void SeriesRecorder::BeginStep(std::int64_t second) {
  const auto step = second / series_.partition_step_seconds;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    for (const auto& open : open_[i]) {
      if (!open.place) continue;
      auto& partition = series_.resources[i].partitions[*open.place];
      const auto size = static_cast<std::size_t>(step - partition.first_step) + 1;
      cells_ += size - partition.cells.size();
      partition.cells.resize(size);
    }
  }
}

void SeriesRecorder::Coarsen() {
  series_.partition_step_seconds *= 2;
  cells_ = 0;
  for (auto& resource : series_.resources) {
    for (auto& partition : resource.partitions) {
      Halve(partition);
      cells_ += partition.cells.size();
    }
  }
}

void SeriesRecorder::Asked(std::size_t resource, Access access, double units) {
  sums_[resource][capacity::Place(access)].asked += units;
}

void SeriesRecorder::Served(std::size_t resource, Access access, BytesView key, double units) {
  const auto side = capacity::Place(access);
  sums_[resource][side].served += units;
  auto& open = PartitionAt(resource, key);
  auto* cell = CellOf(resource, open, access);
  if (cell == nullptr) return;
  cell->units += static_cast<float>(units);
  open.in_second[side] += static_cast<float>(units);
  cell->peak = std::max(cell->peak, open.in_second[side]);
  touched_.push_back(&open);
}

void SeriesRecorder::Throttled(std::size_t resource, Access access, double units) {
  sums_[resource][capacity::Place(access)].throttled += units;
}

void SeriesRecorder::ThrottledAt(std::size_t resource, Access access, BytesView key,
                                 double attempts) {
  auto* cell = CellOf(resource, PartitionAt(resource, key), access);
  if (cell != nullptr) cell->throttled += static_cast<float>(attempts);
}

SeriesRecorder::OpenPartition& SeriesRecorder::PartitionAt(std::size_t resource, BytesView key) {
  auto& open = open_[resource];
  const auto after = std::ranges::upper_bound(
      open, key, {}, [](const OpenPartition& each) { return BytesView(each.begin); });
  return after == open.begin() ? open.front() : *std::prev(after);
}

// Returns nullptr for a partition that is left out.
PartitionCell* SeriesRecorder::CellOf(std::size_t resource, const OpenPartition& open,
                                      Access access) {
  if (!open.place) return nullptr;
  return &series_.resources[resource].partitions[*open.place].cells.back()[capacity::Place(access)];
}

bool SeriesRecorder::EndsStep(std::int64_t second) const {
  return (second + 1) % series_.step_seconds == 0 || second + 1 == seconds_;
}

void SeriesRecorder::Capacity(std::size_t resource, Access access, double units_per_second) {
  series_.resources[resource].access[capacity::Place(access)].capacity.push_back(units_per_second);
}

void SeriesRecorder::End(std::int64_t second) {
  for (auto* open : touched_) open->in_second = {};
  touched_.clear();
  if (EndsStep(second)) EndStep(second);
}

void SeriesRecorder::EndStep(std::int64_t second) {
  const auto length = static_cast<double>(second % series_.step_seconds + 1);
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    for (std::size_t side = 0; side < sums_[i].size(); ++side) {
      auto& lists = series_.resources[i].access[side];
      const auto sums = std::exchange(sums_[i][side], {});
      lists.asked.push_back(sums.asked / length);
      lists.served.push_back(sums.served / length);
      lists.throttled.push_back(sums.throttled / length);
    }
  }
}

SimulationSeries SeriesRecorder::Take() {
  for (auto& resource : series_.resources) {
    StableSort(resource.partitions, [](const PartitionSeries& a, const PartitionSeries& b) {
      return std::tie(a.begin, a.number) < std::tie(b.begin, b.number);
    });
  }
  return std::move(series_);
}

}  // namespace stator::simulate
