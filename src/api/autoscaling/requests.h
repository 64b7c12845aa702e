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

// The common parts of Application Auto Scaling's operations.
namespace stator::autoscaling {

// Refuses other services than DynamoDB. Errors: ValidationException.
Result<> CheckNamespace(ServiceNamespace name);
// Returns the target of a resource to scale. Errors: ValidationException if it is no DynamoDB
// resource.
Result<scaling::TargetId> TargetIdOf(ServiceNamespace name, const std::string& resource,
                                     ScalableDimension dimension);
// Returns the API's value for a dimension.
ScalableDimension ApiDimension(scaling::Dimension dimension);

// Formats a target for texts: "service namespace: dynamodb, resource ID: …, scalable dimension: …".
std::string Named(const scaling::TargetId& id);
// Fails with ObjectNotFoundException if the target is not registered.
Result<> CheckRegistered(const scaling::Target* target, const scaling::TargetId& id);

// Convert times from and to JSON's seconds since the epoch. Errors: ValidationException if the time
// is outside the range of clocks.
double ApiTime(TimeMicros time);
Result<TimeMicros> TimeOf(double seconds);

// Checks the bounds of a target; a missing bound is allowed. Errors: ValidationException.
Result<> CheckBounds(const std::optional<std::int64_t>& min,
                     const std::optional<std::int64_t>& max);

// Adds tags and replaces the values of existing ones.
Result<> AddTags(const std::map<std::string, std::string>& given,
                 std::map<std::string, std::string>& tags);

// Selects the targets for a description.
struct Filter {
  std::optional<std::vector<std::string>> resources;
  std::optional<scaling::Dimension> dimension;

  // Whether the description includes this target.
  bool Takes(const scaling::TargetId& id) const;
};
// Errors: ValidationException for a dimension without a resource.
Result<Filter> FilterOf(ServiceNamespace name, std::optional<std::vector<std::string>> resources,
                        const std::optional<ScalableDimension>& dimension);
Result<Filter> FilterOf(ServiceNamespace name, const std::optional<std::string>& resource,
                        const std::optional<ScalableDimension>& dimension);

// Whether a description of `names` (none: all) includes this one.
bool IsNamed(const std::optional<std::vector<std::string>>& names, const std::string& name);

// The entries of a description that one answer holds, in the order of their keys. The token is the
// key of the last entry.
template <class Entry>
class PageOf {
 public:
  // Errors: ValidationException or InvalidNextTokenException.
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

  // Returns false if the page is full and more entries remain.
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
  // Returns the token of the next page; nullopt if no entries remain.
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

// Returns a key in the order of Registry::Targets, and by name within a target.
std::string PageKey(const scaling::TargetId& id, std::string_view name = {});

}  // namespace stator::autoscaling
