#include "simulate/simulation.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/endian.h"
#include "base/quantity.h"
#include "base/random.h"
#include "base/stable_order.h"
#include "item/key.h"
#include "model/cost/price_model.h"
#include "model/layout/expiry.h"
#include "simulate/chunks.h"
#include "simulate/workload.h"

namespace stator::simulate {
namespace {

using capacity::Access;
using capacity::HeatSplit;

// A midnight. Any other would do.
constexpr TimeMicros kBegin = 1'767'225'600 * kSecond;
constexpr double kHalves = 2;
constexpr double kFirstLongRun = 0.5;  // the first long run begins after half of its interval
// Rates are divided among keys, so a part of an attempt may be throttled. A total below half an
// attempt counts as none.
constexpr double kAttemptsMin = 0.5;
// A byte behind the route of an even key: a bare route is no valid row key.
constexpr char kEvenKey = 'k';

// A busy key of a resource. All patterns that use it share one entry.
struct KeyUse {
  BusyKeyOutcome outcome;
  double in_second = 0;  // half units asked for
};

// Runs that began in the same second and whose pages take several seconds.
struct LongRuns {
  std::int64_t end = 0;  // the second after the last page's
  double runs = 0;
};

// A flow with its state during the simulation.
struct RunningFlow {
  Flow flow;
  std::vector<std::vector<Slice>> slices;          // by want
  std::vector<std::vector<std::size_t>> key_uses;  // by want and busy key
  std::vector<double> carried;     // the fraction of half units not yet claimed, by want
  double due = 0;                  // the fraction of runs not yet sent
  std::deque<LongRuns> long_runs;  // runs with pages still to come
  double long_runs_sum = 0;        // sum of the runs in long_runs
  std::size_t outcome = 0;         // among the patterns of the result
};

class Simulation {
 public:
  Simulation(const model::Model& model, const Profile& profile, const SimulationOptions& options)
      : model_(model::AfterExpiry(model, result_.notes)),
        profile_(profile),
        options_(options),
        tables_(model_, options.capacity, options.scaling, kBegin),
        governor_(options.account),
        random_(options.seed),
        series_(tables_, options.seconds) {
    for (const auto& resource : tables_.resources()) {
      result_.resources.push_back({.name = resource.name,
                                   .on_demand = tables_.OnDemand(resource),
                                   .partitions_first = tables_.PartitionsOf(resource).size()});
    }
    asked_.resize(tables_.resources().size());
    for (auto& flow : WorkloadOf(model_, tables_)) Add(std::move(flow));
    AddScalers();
  }

  std::optional<SimulationResult> Run(const price::PriceTable& prices,
                                      const SimulationWatch& watch) {
    for (second_ = 0; second_ < options_.seconds; ++second_) {
      if (watch.stopped && watch.stopped()) return std::nullopt;
      Tick();
      if (watch.progress && (second_ + 1) % capacity::kMinuteSeconds == 0) {
        watch.progress(second_ + 1);
      }
    }
    result_.waiting = retries_.Waiting();
    AddKeys();
    for (const auto& [where, bound] : bounds_) {
      if (bound.attempts >= kAttemptsMin) result_.throttles.push_back(bound);
    }
    AddResources(prices);
    AddSeries();
    return std::move(result_);
  }

 private:
  TimeMicros Now() const { return kBegin + second_ * kSecond; }

  void Add(Flow flow) {
    const auto& pattern = model_.patterns[flow.pattern];
    RunningFlow running{.flow = std::move(flow), .outcome = result_.patterns.size()};
    result_.patterns.push_back(
        {.id = pattern.id, .text = pattern.text, .stream_consumer = running.flow.consumer});
    for (const auto& want : running.flow.wants) {
      auto& uses = running.key_uses.emplace_back();
      for (const auto& key : want.keys.busy) uses.push_back(UseOf(want, running.flow, key));
    }
    running.carried.resize(running.flow.wants.size());
    // A daily pattern runs at noon and so ends within the day.
    if (running.flow.Seconds() > 1) running.due = kFirstLongRun;
    flows_.push_back(std::move(running));
    SliceAgain(flows_.back());
  }

  std::size_t UseOf(const Want& want, const Flow& flow, const BusyKey& key) {
    const auto [known, added] =
        key_places_.try_emplace(std::tuple(want.resource, flow.access, key.name), key_uses_.size());
    if (added) {
      key_uses_.push_back({.outcome = {.resource = tables_.resources()[want.resource].name,
                                       .access = flow.access,
                                       .key = key.name}});
      prefixes_.emplace(key.prefix, key.name);
    }
    return known->second;
  }

  void SliceAgain(RunningFlow& running) {
    running.slices.clear();
    for (const auto& want : running.flow.wants) {
      const auto& resource = tables_.resources()[want.resource];
      running.slices.push_back(SlicesOf(want.keys, tables_.PartitionsOf(resource)));
    }
  }

  void AddScalers() {
    scalers_.resize(tables_.resources().size());
    for (std::size_t i = 0; i < scalers_.size(); ++i) {
      const auto& resource = tables_.resources()[i];
      if (options_.scaling && tables_.OnDemand(resource) && !resource.index) {
        result_.notes.push_back(fmt::format("{} is on-demand and was not scaled.", resource.name));
      }
      const auto& choice = tables_.ScalingOf(resource);
      if (!choice) continue;
      for (auto& scaler : scalers_[i]) scaler.emplace(*choice);
    }
  }

  void EndMinute() {
    const auto now = Now() + kSecond;
    for (std::size_t i = 0; i < scalers_.size(); ++i) {
      for (const auto access : {Access::kRead, Access::kWrite}) {
        auto& scaler = scalers_[i][capacity::Place(access)];
        const auto& resource = tables_.resources()[i];
        auto units = tables_.ProvisionedOf(resource);
        auto& provisioned = access == Access::kRead ? units.read : units.write;
        const auto wanted = scaler ? scaler->EndMinute(provisioned, now) : std::nullopt;
        if (!wanted || *wanted == provisioned) continue;
        const ScalingOutcome outcome{second_ + 1, resource.name, access, provisioned, *wanted};
        provisioned = *wanted;
        if (!tables_.Provision(resource, units, now)) {
          Held(outcome);
          continue;
        }
        scaler->Done();
        Scaled(outcome);
      }
    }
  }

  void Held(const ScalingOutcome& outcome) {
    auto known = std::ranges::find_if(result_.held, [&](const HeldOutcome& each) {
      return each.resource == outcome.resource && each.access == outcome.access;
    });
    if (known == result_.held.end()) {
      known = result_.held.insert(
          known, {outcome.resource, outcome.access, 0, outcome.second, outcome.second});
    }
    ++known->minutes;
    known->last_second = outcome.second;
  }

  void Scaled(const ScalingOutcome& outcome) {
    ++result_.scalings_total;
    if (result_.scalings.size() < kScalingsTold) result_.scalings.push_back(outcome);
    partitions_changed_ = true;
  }

  void Tick() {
    series_.Begin(second_);
    pieces_ = retries_.Take(second_);
    for (std::size_t i = 0; i < flows_.size(); ++i) AddPieces(i);
    // Shuffles the pieces, so that no flow is first in every second.
    for (std::size_t i = pieces_.size(); i > 1; --i) {
      std::swap(pieces_[i - 1], pieces_[random_.Below(i)]);
    }
    for (auto& piece : pieces_) {
      auto& flow = flows_[piece.flow];
      Serve(flow, std::move(piece));
    }
    EndSecond();
    if (series_.EndsStep(second_)) NoteCapacities();
    series_.End(second_);
    for (const auto& split : governor_.Nominate(Now() + kSecond)) Split(split);
    if ((second_ + 1) % capacity::kMinuteSeconds == 0) EndMinute();
    if (!std::exchange(partitions_changed_, false)) return;
    for (auto& running : flows_) SliceAgain(running);
  }

  void AddPieces(std::size_t place) {
    auto& running = flows_[place];
    running.due += profile_.Rate(running.flow.pattern, second_);
    if (running.flow.Seconds() > 1) return AddPages(place);
    if (running.due > kSingleRunsMax) {
      const auto runs = std::exchange(running.due, 0);
      for (const auto& chunk : Divide(runs, running.slices, random_)) AddPiece(place, chunk);
      return;
    }
    for (; running.due >= 1; running.due -= 1) AddPiece(place, PickOne(running.slices, random_));
  }

  // Sends the pages of long runs. A run's pages follow each other. Each second gets the pages of
  // all runs in progress.
  void AddPages(std::size_t place) {
    auto& running = flows_[place];
    auto& going_on = running.long_runs;
    while (!going_on.empty() && going_on.front().end <= second_) {
      running.long_runs_sum -= going_on.front().runs;
      going_on.pop_front();
    }
    const double begun = std::floor(running.due);
    running.due -= begun;
    running.long_runs_sum += begun;
    if (begun > 0) going_on.push_back({second_ + running.flow.Seconds(), begun});
    if (going_on.empty()) return;
    const double runs = running.long_runs_sum / static_cast<double>(running.flow.Seconds());
    for (const auto& chunk : Divide(runs, running.slices, random_)) AddPiece(place, chunk);
  }

  void AddPiece(std::size_t place, const Chunk& chunk) {
    const auto& running = flows_[place];
    auto& piece = pieces_.emplace_back();
    piece = {.flow = place, .runs = chunk.runs};
    piece.slices.reserve(chunk.slices.size());
    for (std::size_t i = 0; i < chunk.slices.size(); ++i) {
      piece.slices.push_back(running.slices[i][chunk.slices[i]]);
    }
    result_.patterns[running.outcome].requests += chunk.runs;
  }

  // Makes a key of the slice: a row under a busy key, or any key of the range.
  void MakeKey(const Want& want, const Slice& slice, Bytes& key) {
    key.clear();
    if (!slice.busy) {
      AppendBigEndian64(slice.first_route + random_.Below(std::max<std::uint64_t>(slice.routes, 1)),
                        key);
      key += kEvenKey;
      return;
    }
    key = want.keys.busy[*slice.busy].prefix;
    if (want.keys.sort == SortOrder::kAny) AppendBigEndian64(random_.Next(), key);
    if (want.keys.sort == SortOrder::kGrowing) {
      AppendBigEndian64(static_cast<std::uint64_t>(second_), key);
    }
  }

  void Serve(RunningFlow& running, Piece piece) {
    MakeClaims(running, piece);
    auto& outcome = result_.patterns[running.outcome];
    const double requests = piece.runs * running.flow.pages;
    if (piece.attempt > 1) outcome.retries += requests;
    const auto throttles = Admit(running.flow, claims_);
    if (throttles.empty()) return Charge(running.flow);
    outcome.throttled += requests;
    for (const auto& throttle : throttles) Throttled(running, piece, throttle);
    for (const auto& throttle : throttles) {
      if (capacity::FirstOfResource(throttles, throttle)) NoteRefusal(running, piece, throttle);
    }
    if (piece.attempt >= options_.attempts) {
      outcome.failed += piece.runs;
      return;
    }
    retries_.Add(std::move(piece), second_, random_);
  }

  void MakeClaims(RunningFlow& running, const Piece& piece) {
    const auto& wants = running.flow.wants;
    claims_.resize(wants.size());
    keys_.resize(wants.size());
    for (std::size_t i = 0; i < wants.size(); ++i) {
      MakeKey(wants[i], piece.slices[i], keys_[i]);
      const double units = piece.runs * wants[i].half_units;
      const double whole = std::floor(units + running.carried[i]);
      running.carried[i] += units - whole;
      claims_[i] = {.index = tables_.IndexOf(tables_.resources()[wants[i].resource]),
                    .key = keys_[i],
                    .units = static_cast<table::HalfUnits>(whole)};
      Asked(running, i, piece.slices[i], units);
    }
  }

  void Charge(const Flow& flow) {
    ForEachTable(flow, claims_, [&](const catalog::Table& table, auto some) {
      governor_.Charge(table, flow.access, some, Now());
    });
    for (std::size_t i = 0; i < flow.wants.size(); ++i) {
      const double units = static_cast<double>(claims_[i].units) / kHalves;
      Used(flow.wants[i].resource, flow.access, units);
      series_.Served(flow.wants[i].resource, flow.access, keys_[i], units);
    }
  }

  void Used(std::size_t resource, Access access, double units) {
    SideOf(result_.resources[resource], access).units += units;
    if (auto& scaler = scalers_[resource][capacity::Place(access)]) scaler->Use(units);
  }

  // Calls `act` once for each table, with its claims. REQUIRES: wants of one table are adjacent.
  template <class Do>
  void ForEachTable(const Flow& flow, std::span<const capacity::Claim> claims, Do&& act) {
    const auto table_of = [&](std::size_t i) {
      return tables_.resources()[flow.wants[i].resource].table;
    };
    for (std::size_t first = 0; first < claims.size();) {
      std::size_t last = first + 1;
      while (last < claims.size() && table_of(last) == table_of(first)) ++last;
      act(tables_.descriptor(table_of(first)), claims.subspan(first, last - first));
      first = last;
    }
  }

  std::vector<capacity::Throttle> Admit(const Flow& flow, std::span<const capacity::Claim> claims) {
    std::vector<capacity::Throttle> all;
    ForEachTable(flow, claims, [&](const catalog::Table& table, auto some) {
      for (auto& each : governor_.Admit(table, flow.access, some, Now())) {
        all.push_back(std::move(each));
      }
    });
    return all;
  }

  void Asked(RunningFlow& running, std::size_t want, const Slice& slice, double half_units) {
    const auto resource = running.flow.wants[want].resource;
    asked_[resource][capacity::Place(running.flow.access)] += half_units;
    series_.Asked(resource, running.flow.access, half_units / kHalves);
    if (slice.busy) key_uses_[running.key_uses[want][*slice.busy]].in_second += half_units;
  }

  // Returns a resource's name by its ARN.
  static std::string NameIn(const std::string& arn) {
    auto name = arn.substr(arn.find('/') + 1);
    if (const auto index = name.find("/index/"); index != std::string::npos) {
      name.replace(index, std::string_view("/index/").size(), "/");
    }
    return name;
  }

  // Notes the units of an attempt that a resource refused.
  void NoteRefusal(const RunningFlow& running, const Piece& piece,
                   const capacity::Throttle& throttle) {
    const auto& wants = running.flow.wants;
    const auto name = NameIn(throttle.resource);
    for (const auto& want : wants) {
      if (tables_.resources()[want.resource].name != name) continue;
      series_.Throttled(want.resource, running.flow.access, piece.runs * want.half_units / kHalves);
    }
  }

  // Notes what each resource could serve at the end of a step.
  void NoteCapacities() {
    std::map<std::size_t, capacity::TableReport> reports;  // by table
    for (std::size_t i = 0; i < tables_.resources().size(); ++i) {
      const auto& resource = tables_.resources()[i];
      const auto& table = tables_.descriptor(resource.table);
      auto& report = reports[resource.table];
      if (report.empty()) report = governor_.Report(table, Now() + kSecond);
      const std::string_view index =
          resource.index ? std::string_view(table->indexes[*resource.index].name) : "";
      const auto found = std::ranges::find(report, index, &capacity::ResourceReport::index);
      for (const auto access : {Access::kRead, Access::kWrite}) {
        const auto rate = found == report.end() ? 0 : found->access[capacity::Place(access)].rate;
        series_.Capacity(i, access, static_cast<double>(rate));
      }
    }
  }

  void AddSeries() {
    result_.series = series_.Take();
    for (auto& resource : result_.series.resources) {
      for (auto& partition : resource.partitions) {
        partition.where = partition.begin.empty() ? "the first key" : WhereIs(partition.begin);
      }
    }
  }

  void Throttled(const RunningFlow& running, const Piece& piece,
                 const capacity::Throttle& throttle) {
    auto name = NameIn(throttle.resource);
    auto reason = capacity::ReasonOf(throttle);
    auto& bound = bounds_[{name, reason}];
    if (bound.attempts == 0) bound = {name, std::move(reason), 0, second_, second_};
    const double attempts = piece.runs * running.flow.pages;
    bound.attempts += attempts;
    bound.last_second = second_;
    if (throttle.bound != capacity::Bound::kKeyRange) return;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const auto& slice = piece.slices[i];
      if (BytesView(keys_[i]).data() != throttle.key.data()) continue;
      series_.ThrottledAt(running.flow.wants[i].resource, running.flow.access, keys_[i], attempts);
      if (!slice.busy) continue;
      key_uses_[running.key_uses[i][*slice.busy]].outcome.throttled += attempts;
    }
  }

  static AccessOutcome& SideOf(ResourceOutcome& resource, Access access) {
    return access == Access::kRead ? resource.reads : resource.writes;
  }

  void EndSecond() {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const auto units = tables_.ProvisionedOf(tables_.resources()[i]);
      for (const auto access : {Access::kRead, Access::kWrite}) {
        auto& side = SideOf(result_.resources[i], access);
        auto& asked = asked_[i][capacity::Place(access)];
        side.peak_asked_per_second = std::max(side.peak_asked_per_second, asked / kHalves);
        asked = 0;
        if (result_.resources[i].on_demand) continue;
        side.provisioned = static_cast<double>(access == Access::kRead ? units.read : units.write);
        side.unit_seconds += side.provisioned;
      }
    }
    for (auto& use : key_uses_) {
      use.outcome.peak_units_per_second =
          std::max(use.outcome.peak_units_per_second, use.in_second / kHalves);
      use.in_second = 0;
    }
  }

  void Split(const HeatSplit& split) {
    const auto& resource = tables_.Split(split, Now());
    partitions_changed_ = true;
    ++result_.splits_total;
    if (result_.splits.size() < kSplitsTold) {
      result_.splits.push_back({.second = second_ + 1,
                                .resource = resource.name,
                                .why = split.why,
                                .where = WhereIs(split.at),
                                .partition = split.partition,
                                .into = HalvesAt(resource, split.at)});
    }
  }

  // Returns the partitions on both sides of a split.
  std::vector<std::uint32_t> HalvesAt(const Resource& resource, const Bytes& at) const {
    const auto& partitions = tables_.PartitionsOf(resource);
    const auto upper = std::ranges::find(partitions, at, &catalog::PartitionRange::begin);
    return {std::prev(upper)->number, upper->number};
  }

  // Describes a position in words: a simulation's keys are made up.
  std::string WhereIs(const Bytes& at) const {
    for (const auto& [prefix, name] : prefixes_) {
      if (at == prefix) return "before " + name;
      if (at.starts_with(prefix)) return "within " + name;
      if (at == item::PrefixEnd(prefix)) return "after " + name;
    }
    constexpr double kAllRoutes = 18'446'744'073'709'551'616.0;  // 2^64
    const auto route = capacity::FirstRouteOf({.begin = at});
    return fmt::format("between keys, at {:.1f} % of all",
                       100 * static_cast<double>(route) / kAllRoutes);
  }

  void AddKeys() {
    for (auto& use : key_uses_) result_.busy_keys.push_back(std::move(use.outcome));
    StableSort(result_.busy_keys, [](const auto& a, const auto& b) {
      return std::tie(a.throttled, a.peak_units_per_second) >
             std::tie(b.throttled, b.peak_units_per_second);
    });
    if (result_.busy_keys.size() > kBusyKeysTold) result_.busy_keys.resize(kBusyKeysTold);
  }

  void AddResources(const price::PriceTable& prices) {
    const double hours = static_cast<double>(options_.seconds) / kHourSeconds;
    for (std::size_t i = 0; i < result_.resources.size(); ++i) {
      const auto& resource = tables_.resources()[i];
      auto& outcome = result_.resources[i];
      outcome.partitions_last = tables_.PartitionsOf(resource).size();
      const auto& each =
          prices.Of(resource.infrequent_access ? price::StorageClass::kInfrequentAccess
                                               : price::StorageClass::kStandard);
      const auto pay = [&](AccessOutcome& side, double million, double unit_hour) {
        side.dollars = outcome.on_demand ? side.units / kMillion * million
                                         : side.unit_seconds / kHourSeconds * unit_hour;
      };
      pay(outcome.reads, each.read_million, each.read_unit_hour);
      pay(outcome.writes, each.write_million, each.write_unit_hour);
      outcome.storage_dollars = resource.stored_bytes / prices.gb_bytes * each.storage_gb_month *
                                hours / prices.month_hours;
    }
  }

  SimulationResult result_;
  const model::Model model_;
  const Profile& profile_;
  const SimulationOptions& options_;
  Tables tables_;
  capacity::Governor governor_;
  Random random_;
  SeriesRecorder series_;
  std::int64_t second_ = 0;
  std::vector<RunningFlow> flows_;
  std::vector<Piece> pieces_;  // of this second
  Retries retries_;
  std::vector<capacity::Claim> claims_;  // of the piece that is being served; `keys_` likewise
  std::vector<Bytes> keys_;
  std::vector<capacity::PerAccess<double>> asked_;  // half units in this second, by resource
  std::vector<capacity::PerAccess<std::optional<Scaler>>> scalers_;  // by resource
  bool partitions_changed_ = false;
  std::vector<KeyUse> key_uses_;
  std::map<std::tuple<std::size_t, Access, std::string>, std::size_t> key_places_;
  std::map<Bytes, std::string> prefixes_;                                 // of the busy keys
  std::map<std::pair<std::string, std::string>, ThrottledBound> bounds_;  // by resource and reason
};

}  // namespace

double SimulationResult::Dollars() const {
  double sum = 0;
  for (const auto& resource : resources) sum += resource.Dollars();
  return sum;
}

PatternOutcome SimulationResult::Sum() const {
  PatternOutcome sum;
  for (const auto& pattern : patterns) {
    sum.requests += pattern.requests;
    sum.retries += pattern.retries;
    sum.throttled += pattern.throttled;
    sum.failed += pattern.failed;
  }
  return sum;
}

SimulationResult Simulate(const model::Model& model, const Profile& profile,
                          const SimulationOptions& options, const price::PriceTable& prices) {
  return *Simulation(model, profile, options).Run(prices, {});
}

std::optional<SimulationResult> Simulate(const model::Model& model, const Profile& profile,
                                         const SimulationOptions& options,
                                         const price::PriceTable& prices,
                                         const SimulationWatch& watch) {
  return Simulation(model, profile, options).Run(prices, watch);
}

}  // namespace stator::simulate
