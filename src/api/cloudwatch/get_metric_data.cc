#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/metric_queries.h"
#include "api/cloudwatch/series.h"
#include "base/limits.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

// Distributes the values of results over pages, one result after another. A page begins after
// `skip` values and has at most `most`. A result is on every page that has values of it. A result
// without values is on the page of the values before it.
class Page {
 public:
  Page(std::size_t skip, std::size_t most)
      : skip_(skip), left_(most), next_(skip), began_(skip == 0) {}

  // Returns the part of the result on this page; nullopt if there is none.
  std::optional<MetricDataResult> Deal(const QueryResult& result, bool descending) {
    const auto passed = std::min(skip_, result.values.size());
    skip_ -= passed;
    const auto taken = std::min(left_, result.values.size() - passed);
    more_ = more_ || passed + taken < result.values.size();
    began_ = began_ || taken > 0;
    if (result.values.empty() ? more_ || !began_ : taken == 0) return std::nullopt;
    MetricDataResult out;
    out.id = result.id;
    out.label = result.label;
    auto& times = out.timestamps.emplace();
    auto& values = out.values.emplace();
    const auto add = [&](auto from) {
      for (std::size_t i = 0; i < taken; ++i, ++from) {
        times.push_back(static_cast<double>(from->first));
        values.push_back(from->second);
      }
    };
    const auto behind = static_cast<std::ptrdiff_t>(passed);
    descending ? add(std::next(result.values.rbegin(), behind))
               : add(std::next(result.values.begin(), behind));
    left_ -= taken;
    next_ += taken;
    out.status_code = more_ ? StatusCode::kPartialData : StatusCode::kComplete;
    return out;
  }

  std::optional<std::string> token() const {
    if (!more_) return std::nullopt;
    return TokenOf(next_);
  }

 private:
  std::size_t skip_;
  std::size_t left_;
  std::size_t next_;
  bool began_;         // the page is the first one, or it already has values
  bool more_ = false;  // whether values remain for later pages
};

Result<std::size_t> MostOf(const GetMetricDataRequest& request) {
  const auto most = request.max_datapoints.value_or(limits::kMetricPointsMax);
  if (most < 1 || most > limits::kMetricPointsMax) {
    return FailInvalid(fmt::format(texts::kMetricPoints, most, limits::kMetricPointsMax));
  }
  return static_cast<std::size_t>(most);
}

}  // namespace

Result<GetMetricDataResponse> GetMetricData(const api::MetricServices& services,
                                            const GetMetricDataRequest& request) {
  const auto start = SecondsOf(*request.start_time);
  const auto end = SecondsOf(*request.end_time);
  if (start >= end) return FailInvalid(texts::kMetricTimes);
  Page page(TRY(PlaceOf(request.next_token)), TRY(MostOf(request)));
  const auto results = TRY(RunQueries(services, *request.metric_data_queries, start, end));
  const bool descending =
      request.scan_by.value_or(ScanBy::kTimestampDescending) == ScanBy::kTimestampDescending;
  GetMetricDataResponse response;
  auto& shown = response.metric_data_results.emplace();
  for (const auto& result : results) {
    if (!result.returned) continue;
    if (auto dealt = page.Deal(result, descending)) shown.push_back(*std::move(dealt));
  }
  response.messages.emplace();
  response.next_token = page.token();
  return response;
}

}  // namespace stator::cloudwatch
