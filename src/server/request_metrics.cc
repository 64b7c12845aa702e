#include "server/request_metrics.h"

#include "wire/error_table.h"

namespace stator::server {

RequestMetrics::RequestMetrics() : operations_(api::Operations().size()) {}

void RequestMetrics::Record(const api::Operation& operation, std::optional<ErrorCode> error,
                            std::chrono::nanoseconds latency) {
  PerOperation& own = operations_[static_cast<std::size_t>(operation.id)];
  own.requests.Add();
  own.latency.Observe(latency);
  if (!error) return;
  const auto code = static_cast<std::size_t>(*error);
  own.errors[code < kCodes ? code : static_cast<std::size_t>(ErrorCode::kInternalServerError)]
      .Add();
}

void RequestMetrics::Report(std::span<const std::unique_ptr<RequestMetrics>> loops,
                            metrics::Exposition& exposition) {
  using metrics::Id;
  const auto each_operation = [](auto report) {
    for (const api::Operation& operation : api::Operations()) {
      if (operation.kind != api::Kind::kAbsent) {
        report(operation, static_cast<std::size_t>(operation.id));
      }
    }
  };
  each_operation([&](const api::Operation& operation, std::size_t index) {
    std::uint64_t total = 0;
    for (const auto& loop : loops) total += loop->operations_[index].requests.value();
    exposition.Sample(Id::kRequests, {{"operation", operation.label}}, total);
  });
  each_operation([&](const api::Operation& operation, std::size_t index) {
    for (std::size_t code = 0; code < kCodes; ++code) {
      std::uint64_t total = 0;
      for (const auto& loop : loops) total += loop->operations_[index].errors[code].value();
      if (total == 0) continue;
      exposition.Sample(
          Id::kRequestErrors,
          {{"operation", operation.label}, {"code", wire::ErrorName(static_cast<ErrorCode>(code))}},
          total);
    }
  });
  each_operation([&](const api::Operation& operation, std::size_t index) {
    metrics::HistogramSum sum;
    for (const auto& loop : loops) loop->operations_[index].latency.AddTo(sum);
    exposition.Sample(Id::kRequestSeconds, {{"operation", operation.label}}, sum);
  });
}

}  // namespace stator::server
