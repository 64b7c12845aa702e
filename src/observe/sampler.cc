#include "observe/sampler.h"

#include <algorithm>

#include "base/durations.h"
#include "base/limits.h"

namespace stator::observe {
namespace {

constexpr Minute kEvery = 5;
constexpr double kWhole = 100;  // percent

double PercentOf(const catalog::Catalog& catalog, const catalog::Table& table) {
  const auto rows = static_cast<double>(catalog.BackfillOf(table).rows);
  const auto all = static_cast<double>(catalog.StatisticsOf(table, table->rows).entries);
  return all <= 0 ? 0 : std::min(kWhole, kWhole * rows / all);
}

}  // namespace

void Sampler::Peak::Add(double units) {
  sum += units;
  most = std::max(most, units);
}

Result<table::StepOutcome> Sampler::Step() {
  const auto now = clock_.Now();
  SampleIndexes(now);
  const auto fifth = MinuteOf(now) / kEvery;
  if (fifth != sampled_) SampleCapacity(now);
  sampled_ = fifth;
  return table::StepOutcome{.wait = (fifth + 1) * kEvery * kMinute - now};
}

void Sampler::SampleCapacity(TimeMicros now) {
  Peak reads;
  Peak writes;
  for (const auto& table : catalog_.List("", limits::kTablesMax)) {
    SampleTable(table->settings(), now, reads, writes);
  }
  SampleAccount(reads, writes, now);
}

void Sampler::SampleTable(const catalog::TableSettings& table, TimeMicros now, Peak& reads,
                          Peak& writes) {
  const bool provisioned = table.billing == catalog::BillingMode::kProvisioned;
  double read = 0;
  double write = 0;
  const auto sample = [&](std::string_view index, const catalog::Provisioned& units,
                          const catalog::OnDemandLimits& most) {
    const Place place{.table = table.name, .part = index};
    if (provisioned) {
      read += static_cast<double>(units.units.read);
      write += static_cast<double>(units.units.write);
      recorder_.Note(Metric::kProvisionedRead, place, now, static_cast<double>(units.units.read));
      recorder_.Note(Metric::kProvisionedWrite, place, now, static_cast<double>(units.units.write));
      return;
    }
    if (most.read) {
      recorder_.Note(Metric::kOnDemandMaxRead, place, now, static_cast<double>(*most.read));
    }
    if (most.write) {
      recorder_.Note(Metric::kOnDemandMaxWrite, place, now, static_cast<double>(*most.write));
    }
  };
  sample("", table.provisioned, table.on_demand);
  for (const auto& index : table.indexes) {
    if (index.kind != catalog::IndexKind::kGlobal) continue;
    sample(index.name, index.provisioned, index.on_demand);
  }
  reads.Add(read);
  writes.Add(write);
}

void Sampler::SampleAccount(const Peak& reads, const Peak& writes, TimeMicros now) {
  const auto note = [&](Metric metric, double value) { recorder_.Note(metric, {}, now, value); };
  const auto account = static_cast<double>(quotas_.account);
  const auto table = static_cast<double>(quotas_.table);
  note(Metric::kAccountMaxReads, account);
  note(Metric::kAccountMaxWrites, account);
  note(Metric::kAccountMaxTableReads, table);
  note(Metric::kAccountMaxTableWrites, table);
  note(Metric::kAccountReadUtilization, kWhole * reads.sum / account);
  note(Metric::kAccountWriteUtilization, kWhole * writes.sum / account);
  note(Metric::kTableReadUtilization, kWhole * reads.most / table);
  note(Metric::kTableWriteUtilization, kWhole * writes.most / table);
}

// Records a sample at each change of progress, and a last one when the index is complete.
void Sampler::SampleIndexes(TimeMicros now) {
  std::map<IndexName, double> filling;
  for (const auto& table : catalog_.Unsettled()) {
    const auto& index = *table->UnsettledIndex();
    if (index.state != catalog::IndexState::kBackfilling) continue;
    filling[{(*table)->name, index.name}] = PercentOf(catalog_, *table);
  }
  const auto note = [&](const IndexName& which, double percent) {
    recorder_.Note(Metric::kIndexProgress, {.table = which.first, .part = which.second}, now,
                   percent);
  };
  for (const auto& [which, percent] : filling) {
    const auto before = filling_.find(which);
    if (before == filling_.end() || before->second != percent) note(which, percent);
  }
  for (const auto& [which, percent] : filling_) {
    if (filling.contains(which)) continue;
    const auto table = catalog_.Find(which.first);
    const auto* index = table == nullptr ? nullptr : table->FindIndex(which.second);
    if (index != nullptr && index->readable()) note(which, kWhole);
  }
  filling_ = std::move(filling);
}

}  // namespace stator::observe
