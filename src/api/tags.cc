// TagResource, UntagResource and ListTagsOfResource.

#include <charconv>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "api/table_options.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/utf8.h"

namespace stator::api {
namespace {

using Tags = std::map<std::string, std::string>;

constexpr char kInvalidNextToken[] = "Invalid NextToken";

// A token is the last key of the previous page, encoded so that invented tokens are rarely valid.
std::string TokenOf(std::string_view key) {
  std::string token;
  AppendBase64(key, token);
  return token;
}

Result<std::string> KeyIn(std::string_view token) {
  auto key = DecodeBase64(token);
  if (!key || key->empty() || !ValidUtf8(*key)) return FailInvalid(kInvalidNextToken);
  return *std::move(key);
}

// The resource of a tag operation, and the operation's name.
struct Tagged {
  std::string_view operation;
  std::string_view arn;
};

Error NotAuthorized(const TableServices& services, const Tagged& tagged) {
  const std::string_view resource = tagged.arn.empty() ? "*" : tagged.arn;
  return {ErrorCode::kAccessDeniedException,
          fmt::format(texts::kNotAuthorized, services.account.id, tagged.operation, resource)};
}

// Whether the ARN has six parts between colons, the last of them with a slash. No client may access
// any other resource.
bool HasParts(std::string_view arn) {
  for (int part = 0; part < 5; ++part) {
    const auto colon = arn.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    arn.remove_prefix(colon + 1);
  }
  const auto slash = arn.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < arn.size();
}

// REQUIRES: HasParts(arn).
std::string_view AccountIn(std::string_view arn) {
  for (int part = 0; part < 4; ++part) arn.remove_prefix(arn.find(':') + 1);
  return arn.substr(0, arn.find(':'));
}

// A table keeps the account under which it was created, even if the server's account changes.
std::string_view AccountOf(const TableServices& services, const catalog::TablePtr& table) {
  return table ? AccountIn(table->settings().arn) : std::string_view(services.account.id);
}

Result<catalog::TablePtr> FindTagged(const TableServices& services, const Tagged& tagged) {
  if (!HasParts(tagged.arn)) return Fail(NotAuthorized(services, tagged));
  const auto name = catalog::TableNameIn(tagged.arn);
  if (!tagged.arn.starts_with("arn:") || !name || name->size() < limits::kTableNameBytesMin) {
    return FailInvalid(fmt::format(texts::kTagArnInvalid, tagged.arn));
  }
  auto table = FindLiveTable(services.catalog, services.clock, *name);
  if (AccountIn(tagged.arn) != AccountOf(services, table)) {
    return Fail(NotAuthorized(services, tagged));
  }
  if (table) return table;
  const bool brief = tagged.operation == "UntagResource";
  return Fail(ErrorCode::kResourceNotFoundException,
              brief ? texts::kNotFound : fmt::format(texts::kArnNotFound, tagged.arn));
}

Result<> ChangeTags(const TableServices& services, const catalog::TablePtr& found,
                    const std::function<Result<>(Tags&)>& edit) {
  TRY(services.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = TRY(FindSettledTable(catalog, services.clock, found->settings().name));
    auto settings = table->settings();
    TRY(edit(settings.tags));
    return catalog.PlanReplace(*table, std::move(settings));
  }));
  return {};
}

}  // namespace

Result<TagResourceResponse> TagResource(const TableServices& services,
                                        const TagResourceRequest& request) {
  const auto table = TRY(FindTagged(services, {"TagResource", *request.resource_arn}));
  if (request.tags->empty()) return FailInvalid(texts::kTagsMissing);
  TRY(ChangeTags(services, table, [&](Tags& tags) { return AddTags(*request.tags, tags); }));
  return TagResourceResponse{};
}

Result<UntagResourceResponse> UntagResource(const TableServices& services,
                                            const UntagResourceRequest& request) {
  const auto table = TRY(FindTagged(services, {"UntagResource", *request.resource_arn}));
  if (request.tag_keys->empty()) return FailInvalid(texts::kTagKeysMissing);
  TRY(ChangeTags(services, table, [&](Tags& tags) -> Result<> {
    for (const auto& key : *request.tag_keys) tags.erase(key);
    return {};
  }));
  return UntagResourceResponse{};
}

// A page has ten tags.
Result<ListTagsOfResourceResponse> ListTagsOfResource(const TableServices& services,
                                                      const ListTagsOfResourceRequest& request) {
  constexpr std::size_t kPageTags = 10;
  const auto table = TRY(FindTagged(services, {"ListTagsOfResource", *request.resource_arn}));
  const auto& tags = table->settings().tags;
  ListTagsOfResourceResponse response;
  auto& page = response.tags.emplace();
  auto at = request.next_token ? tags.upper_bound(TRY(KeyIn(*request.next_token))) : tags.begin();
  for (; at != tags.end() && page.size() < kPageTags; ++at) {
    Tag tag;
    tag.key = at->first;
    tag.value = at->second;
    page.push_back(std::move(tag));
  }
  if (at != tags.end()) response.next_token = TokenOf(*page.back().key);
  return response;
}

}  // namespace stator::api
