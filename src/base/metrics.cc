#include "base/metrics.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace stator::metrics {
namespace {

constexpr Description kDescriptions[] = {
#define METRIC(id, name, type, labels, help) {Id::k##id, name, Type::type, labels, help},
#include "base/metrics.inc"
#undef METRIC
};

const Description& Describe(Id id) { return kDescriptions[static_cast<std::size_t>(id)]; }

std::string_view TypeName(Type type) {
  switch (type) {
    case Type::kCounter:
      return "counter";
    case Type::kGauge:
      return "gauge";
    case Type::kHistogram:
      return "histogram";
  }
  return "untyped";
}

void AppendLabel(std::string_view name, std::string_view value, std::string& out) {
  out += out.back() == '{' ? "" : ",";
  out += name;
  out += "=\"";
  for (const char character : value) {
    if (character == '"' || character == '\\') out += '\\';
    if (character == '\n') {
      out += "\\n";
    } else {
      out += character;
    }
  }
  out += '"';
}

}  // namespace

std::span<const Description> Descriptions() { return kDescriptions; }

std::string Markdown() {
  std::string text =
      "# Metrics\n\n"
      "`GET /metrics` answers in Prometheus' text form. Generated from `src/base/metrics.inc`.\n\n"
      "| metric | type | labels | meaning |\n|---|---|---|---|\n";
  for (const Description& metric : kDescriptions) {
    fmt::format_to(std::back_inserter(text), "| `{}` | {} | {} | {} |\n", metric.name,
                   TypeName(metric.type), metric.labels, metric.help);
  }
  return text;
}

void Histogram::Observe(std::chrono::nanoseconds latency) {
  const auto bound = std::ranges::lower_bound(kLatencyBounds, latency);
  counts_[static_cast<std::size_t>(bound - kLatencyBounds.begin())].Add();
  nanoseconds_.Add(static_cast<std::uint64_t>(std::max<std::int64_t>(latency.count(), 0)));
}

void Histogram::AddTo(HistogramSum& sum) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) sum.counts[i] += counts_[i].value();
  sum.nanoseconds += nanoseconds_.value();
}

void Exposition::Head(Id id) {
  const Description& metric = Describe(id);
  if (current_ == &metric) return;
  current_ = &metric;
  fmt::format_to(std::back_inserter(text_), "# HELP {0} {1}\n# TYPE {0} {2}\n", metric.name,
                 metric.help, TypeName(metric.type));
}

void Exposition::Line(std::string_view name, Labels labels, std::string_view last_bound,
                      std::string_view value) {
  text_ += name;
  if (labels.size() != 0 || !last_bound.empty()) {
    text_ += '{';
    for (const auto& [label, label_value] : labels) AppendLabel(label, label_value, text_);
    if (!last_bound.empty()) AppendLabel("le", last_bound, text_);
    text_ += '}';
  }
  text_ += ' ';
  text_ += value;
  text_ += '\n';
}

void Exposition::Sample(Id id, Labels labels, double value) {
  Head(id);
  Line(Describe(id).name, labels, "", fmt::format("{}", value));
}

void Exposition::Sample(Id id, Labels labels, std::uint64_t value) {
  Head(id);
  Line(Describe(id).name, labels, "", fmt::format("{}", value));
}

void Exposition::Sample(Id id, Labels labels, const HistogramSum& sum) {
  Head(id);
  const std::string bucket = fmt::format("{}_bucket", Describe(id).name);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < sum.counts.size(); ++i) {
    count += sum.counts[i];
    const bool last = i == kLatencyBounds.size();
    const auto seconds = last ? 0.0 : std::chrono::duration<double>(kLatencyBounds[i]).count();
    Line(bucket, labels, last ? "+Inf" : fmt::format("{}", seconds), fmt::format("{}", count));
  }
  const double seconds = static_cast<double>(sum.nanoseconds) / 1e9;
  Line(fmt::format("{}_sum", Describe(id).name), labels, "", fmt::format("{}", seconds));
  Line(fmt::format("{}_count", Describe(id).name), labels, "", fmt::format("{}", count));
}

}  // namespace stator::metrics
