#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/autoscaling/types.h"
#include "base/base64.h"
#include "base/clock.h"
#include "base/result.h"
#include "scaling/target.h"

// What the operations of Application Auto Scaling have in common.
namespace stator::autoscaling {

// ValidationException: only DynamoDB is scaled here.
Result<> CheckNamespace(ServiceNamespace name);
// Of a resource that is to be scaled. ValidationException if it is none of DynamoDB's.
Result<scaling::TargetId> TargetIdOf(ServiceNamespace name, const std::string& resource,
                                     ScalableDimension dimension);
ScalableDimension ApiDimension(scaling::Dimension dimension);

// "service namespace: dynamodb, resource ID: …, scalable dimension: …", as texts name a target.
std::string Named(const scaling::TargetId& id);
// ObjectNotFoundException, if there is no such target yet.
Result<> CheckRegistered(const scaling::Target* target, const scaling::TargetId& id);

// Seconds since the epoch, as JSON has times, and back. ValidationException: not a time that a
// clock can show.
double ApiTime(TimeMicros time);
Result<TimeMicros> TimeOf(double seconds);

// ValidationException: none that a target can have. What is not given bounds nothing.
Result<> CheckBounds(const std::optional<std::int64_t>& min,
                     const std::optional<std::int64_t>& max);

Result<> AddTags(const std::map<std::string, std::string>& given,
                 std::map<std::string, std::string>& tags);

// Which targets a description is about.
struct Filter {
  std::optional<std::vector<std::string>> resources;
  std::optional<scaling::Dimension> dimension;

  bool Takes(const scaling::TargetId& id) const;
};
// ValidationException: a dimension without a resource.
Result<Filter> FilterOf(ServiceNamespace name, std::optional<std::vector<std::string>> resources,
                        const std::optional<ScalableDimension>& dimension);
Result<Filter> FilterOf(ServiceNamespace name, const std::optional<std::string>& resource,
                        const std::optional<ScalableDimension>& dimension);

// Whether a description that is about some names, or about all, is about this one.
bool IsNamed(const std::optional<std::vector<std::string>>& names, const std::string& name);

// The part of a description that one answer holds. Entries come in the order of their keys; the
// token is the key of the last.
template <class Entry>
class PageOf {
 public:
  // ValidationException or InvalidNextTokenException.
  static Result<PageOf> Begin(const std::optional<std::int64_t>& max_results,
                              const std::optional<std::string>& token) {
    PageOf page;
    constexpr std::int64_t kResultsMax = 50;
    const auto most = max_results.value_or(kResultsMax);
    if (most < 1 || most > kResultsMax) {
      return FailInvalid("MaxResults must be between 1 and 50.");
    }
    page.room_ = static_cast<std::size_t>(most);
    if (!token) return page;
    auto after = DecodeBase64(*token);
    if (!after) return Fail(ErrorCode::kInvalidNextTokenException, "The next token is not valid.");
    page.after_ = std::move(*after);
    return page;
  }

  // False: the page is full, and there is more.
  bool Add(const std::string& key, Entry entry) {
    if (after_ && key <= *after_) return true;
    if (entries_.size() == room_) {
      more_ = true;
      return false;
    }
    last_ = key;
    entries_.push_back(std::move(entry));
    return true;
  }

  std::vector<Entry> TakeEntries() { return std::move(entries_); }
  std::optional<std::string> token() const {
    if (!more_) return std::nullopt;
    std::string text;
    AppendBase64(last_, text);
    return text;
  }

 private:
  std::size_t room_ = 0;
  std::optional<Bytes> after_;
  std::vector<Entry> entries_;
  std::string last_;
  bool more_ = false;
};

// In the order of Registry::Targets, and of names within one.
std::string PageKey(const scaling::TargetId& id, std::string_view name = {});

}  // namespace stator::autoscaling
