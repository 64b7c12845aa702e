// UpdateContributorInsights, DescribeContributorInsights and ListContributorInsights.

#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "base/limits.h"
#include "base/texts.h"
#include "observe/texts.h"

namespace stator::api {
namespace {

using observe::InsightMode;
using observe::InsightSetting;
using observe::InsightTarget;

struct Found {
  catalog::TablePtr table;
  const catalog::Index* index = nullptr;

  InsightTarget target() const {
    return {(*table)->name, index == nullptr ? std::string() : index->name};
  }
  bool has_sort_key() const {
    return index == nullptr ? (*table)->sort_key.has_value() : !index->range_keys.empty();
  }
};

Result<Found> Find(const MetricServices& services, const std::string& table_name,
                   const std::optional<std::string>& index_name) {
  Found found{TRY(FindAnyTable(services.catalog, services.clock, table_name))};
  if (!index_name) return found;
  found.index = found.table->FindIndex(*index_name);
  if (found.index == nullptr || found.index->kind != catalog::IndexKind::kGlobal) {
    return Fail(ErrorCode::kResourceNotFoundException,
                fmt::format(texts::kIndexMissing, *index_name));
  }
  return found;
}

ContributorInsightsMode ModeOf(InsightMode mode) {
  return mode == InsightMode::kThrottled ? ContributorInsightsMode::kThrottledKeys
                                         : ContributorInsightsMode::kAccessedAndThrottledKeys;
}

ContributorInsightsStatus StatusOf(const MetricServices& services, const InsightSetting& setting) {
  using enum ContributorInsightsStatus;
  if (services.clock.Now() < catalog::SettledAt(setting.changed, services.account.status_delay)) {
    return setting.enabled ? kEnabling : kDisabling;
  }
  return setting.enabled ? kEnabled : kDisabled;
}

// Whether the setting is for this table and not for an earlier table of the same name.
bool IsOf(const InsightSetting& setting, const catalog::TablePtr& table) {
  return table != nullptr && (*table)->id == setting.table_id;
}

std::optional<std::string> NameOrNone(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return name;
}

// The token "table/index" has the order of names, and no table can have such a name.
std::string TokenOf(const InsightTarget& target) { return target.table + "/" + target.index; }

InsightTarget TargetOf(const std::optional<std::string>& token) {
  if (!token) return {};
  const auto slash = token->find('/');
  if (slash == token->npos) return {*token, ""};
  return {token->substr(0, slash), token->substr(slash + 1)};
}

}  // namespace

Result<UpdateContributorInsightsResponse> UpdateContributorInsights(
    const MetricServices& services, const UpdateContributorInsightsRequest& request) {
  const auto found = TRY(Find(services, *request.table_name, request.index_name));
  const bool enable = *request.contributor_insights_action == ContributorInsightsAction::kEnable;
  InsightSetting setting{.target = found.target(),
                         .table_id = (*found.table)->id,
                         .enabled = enable,
                         .changed = services.clock.Now(),
                         .has_sort_key = found.has_sort_key()};
  if (request.contributor_insights_mode == ContributorInsightsMode::kThrottledKeys) {
    setting.mode = InsightMode::kThrottled;
  }
  TRY(services.insights.Change(setting));
  UpdateContributorInsightsResponse response;
  response.table_name = setting.target.table;
  response.index_name = NameOrNone(setting.target.index);
  response.contributor_insights_mode = ModeOf(setting.mode);
  response.contributor_insights_status =
      enable ? ContributorInsightsStatus::kEnabling : ContributorInsightsStatus::kDisabling;
  return response;
}

Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
    const MetricServices& services, const DescribeContributorInsightsRequest& request) {
  const auto found = TRY(Find(services, *request.table_name, request.index_name));
  const auto setting = services.insights.Find(found.target());
  DescribeContributorInsightsResponse response;
  response.table_name = (*found.table)->name;
  response.index_name = request.index_name;
  response.contributor_insights_status = ContributorInsightsStatus::kDisabled;
  if (!setting || !IsOf(*setting, found.table)) return response;
  response.contributor_insights_status = StatusOf(services, *setting);
  response.contributor_insights_mode = ModeOf(setting->mode);
  response.last_update_date_time = static_cast<double>(setting->changed) / 1e6;
  if (setting->enabled) {
    auto& rules = response.contributor_insights_rule_list.emplace();
    for (auto& rule : observe::Insights::RulesOf(*setting)) rules.push_back(std::move(rule.name));
  }
  return response;
}

Result<ListContributorInsightsResponse> ListContributorInsights(
    const MetricServices& services, const ListContributorInsightsRequest& request) {
  std::string table;
  if (request.table_name) {
    table =
        TRY(FindAnyTable(services.catalog, services.clock, *request.table_name))->settings().name;
  }
  const auto limit = static_cast<std::size_t>(
      request.max_results.value_or(static_cast<std::int64_t>(limits::kInsightsListedMax)));
  if (limit == 0 || limit > limits::kInsightsListedMax) {
    return FailInvalid(fmt::format(texts::kInsightsListed, limits::kInsightsListedMax));
  }
  ListContributorInsightsResponse response;
  auto& listed = response.contributor_insights_summaries.emplace();
  for (const auto& setting :
       services.insights.List(table, TargetOf(request.next_token), limit + 1)) {
    if (listed.size() == limit) {
      const auto& last = listed.back();
      response.next_token = TokenOf({*last.table_name, last.index_name.value_or("")});
      break;
    }
    ContributorInsightsSummary summary;
    summary.table_name = setting.target.table;
    summary.index_name = NameOrNone(setting.target.index);
    summary.contributor_insights_status = StatusOf(services, setting);
    summary.contributor_insights_mode = ModeOf(setting.mode);
    listed.push_back(std::move(summary));
  }
  return response;
}

}  // namespace stator::api
