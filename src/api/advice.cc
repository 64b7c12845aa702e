#include "api/advice.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"

namespace stator::api {
namespace {

constexpr std::string_view kFilterDiscards = "filter-discards";
constexpr std::string_view kScanInLoop = "scan-in-loop";
constexpr std::string_view kReadsLargeItems = "reads-large-items";
constexpr std::string_view kStatementScans = "statement-scans";
constexpr std::string_view kLiteralsDiffer = "literals-differ";

// A shape gets advice if it examined ten times as much as it returned, and at least this much.
constexpr std::uint64_t kWasteFactor = 10;
constexpr std::uint64_t kExaminedMin = 100;
constexpr std::uint64_t kReadBytesMin = 256U * 1024;
constexpr std::uint64_t kScansMin = 10;
// A statement gets advice on its literals once it had this many different ones. No more are kept.
constexpr std::size_t kLiteralsMin = 10;

bool Discards(std::uint64_t examined, std::uint64_t returned) {
  return examined > 0 && returned * kWasteFactor <= examined;
}

std::string SourceOf(std::string_view table, std::string_view index) {
  return index.empty() ? std::string(table) : fmt::format("{} ({})", table, index);
}

// Returns the request with its texts cut to their maximum length.
PageUse Cut(PageUse use) {
  for (auto* text : {&use.key_condition, &use.filter, &use.projection, &use.scans_because}) {
    *text = CutUtf8(*text, limits::kAdviceTextBytesMax);
  }
  return use;
}

void AddLiterals(std::size_t hash, std::vector<std::size_t>& hashes) {
  if (hash == 0 || hashes.size() == kLiteralsMin) return;
  if (std::ranges::find(hashes, hash) == hashes.end()) hashes.push_back(hash);
}

}  // namespace

void Advice::Note(const PageUse& use, TimeMicros now) {
  const PageUse texts = Cut(use);
  const MutexLock lock(mutex_);
  auto found = shapes_.find(texts);
  if (found == shapes_.end()) {
    MakeRoom();
    Shape shape{std::string(texts.operation), std::string(texts.table),
                std::string(texts.index),     std::string(texts.key_condition),
                std::string(texts.filter),    std::string(texts.projection)};
    found = shapes_.emplace(std::move(shape), Totals()).first;
  }
  auto& totals = found->second;
  totals.pages += 1;
  totals.starts += use.first_page ? 1 : 0;
  totals.examined += use.examined;
  totals.returned += use.returned;
  totals.read_bytes += use.read_bytes;
  totals.returned_bytes += use.returned_bytes;
  totals.units += use.units;
  totals.last_seen = now;
  if (!texts.scans_because.empty()) totals.scans_because = texts.scans_because;
  AddLiterals(use.literals_hash, totals.literals);
}

std::string Advice::SentenceOn(const PageUse& use) const {
  const PageUse texts = Cut(use);
  const MutexLock lock(mutex_);
  const auto found = shapes_.find(texts);
  if (found == shapes_.end()) return {};
  const auto& [shape, totals] = *found;
  auto finding = FindingOf(shape, totals);
  if (finding.empty()) finding = TextFindingOf(totals);
  return finding.empty() ? std::string() : CureFor(finding, shape, totals);
}

void Advice::MakeRoom() {
  if (shapes_.size() < limits::kAdviceShapesMax) return;
  shapes_.erase(std::ranges::min_element(shapes_, {}, [](const auto& entry) {
    const auto& [shape, totals] = entry;
    const bool cause = !FindingOf(shape, totals).empty() || !TextFindingOf(totals).empty();
    return std::tuple(cause, cause ? totals.units : 0, totals.last_seen);
  }));
}

std::string_view Advice::FindingOf(const Shape& shape, const Totals& totals) {
  if (!totals.scans_because.empty()) {
    return totals.starts >= kScansMin ? kScanInLoop : kStatementScans;
  }
  if (totals.examined >= kExaminedMin && Discards(totals.examined, totals.returned)) {
    return kFilterDiscards;
  }
  if (shape.operation == "Scan" && totals.starts >= kScansMin) return kScanInLoop;
  if (totals.read_bytes >= kReadBytesMin && Discards(totals.read_bytes, totals.returned_bytes)) {
    return kReadsLargeItems;
  }
  return {};
}

std::string_view Advice::TextFindingOf(const Totals& totals) {
  return totals.literals.size() == kLiteralsMin ? kLiteralsDiffer : std::string_view();
}

std::string Advice::CureFor(std::string_view finding, const Shape& shape, const Totals& totals) {
  const auto source = SourceOf(shape.table, shape.index);
  if (finding == kStatementScans) {
    return fmt::format("{} Each run reads and pays for all of {}", totals.scans_because, source);
  }
  if (finding == kLiteralsDiffer) {
    return fmt::format(
        "At least {} statements on {} differ only in their literals, and each is parsed anew. "
        "Write "
        "? for the values and send them as parameters",
        kLiteralsMin, source);
  }
  if (finding == kScanInLoop) {
    return fmt::format(
        "{} was scanned from the start {} times, and every run pays for all of it. Give this "
        "access pattern a key and Query it, or export the table if you need all of it",
        source, totals.starts);
  }
  if (finding == kReadsLargeItems) {
    return fmt::format(
        "{} KB were read and paid for in {} to return {} KB. A projection does not make a read "
        "cheaper, so keep the small attributes in an item or an index of their own",
        totals.read_bytes / 1024, source, totals.returned_bytes / 1024);
  }
  return fmt::format(
      "{} of {} items read in {} were paid for and then dropped by the filter. Move the filtered "
      "attributes into the sort key, or into a sparse index that holds only such items",
      totals.examined - totals.returned, totals.examined, source);
}

std::vector<Advice::Line> Advice::Lines() const {
  std::multimap<double, Line, std::greater<>> by_units;  // keeps the order of equal ones
  {
    const MutexLock lock(mutex_);
    for (const auto& [shape, totals] : shapes_) {
      const double units = static_cast<double>(totals.units) / 2;
      for (const auto finding : {FindingOf(shape, totals), TextFindingOf(totals)}) {
        if (finding.empty()) continue;
        by_units.emplace(units, Line{shape.operation, shape.table, shape.index, shape.key_condition,
                                     shape.filter, shape.projection, totals.pages, totals.examined,
                                     totals.returned, units, std::string(finding),
                                     CureFor(finding, shape, totals)});
      }
    }
  }
  std::vector<Line> lines;
  lines.reserve(by_units.size());
  for (auto& [units, line] : by_units) lines.push_back(std::move(line));
  return lines;
}

}  // namespace stator::api
