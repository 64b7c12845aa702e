// TagResource, UntagResource and ListTagsOfResource.

#include <charconv>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "api/handlers.h"
#include "api/lookup.h"
#include "api/table_options.h"
#include "base/base64.h"
#include "base/texts.h"
#include "base/utf8.h"

namespace stator::api {
namespace {

using Tags = std::map<std::string, std::string>;

constexpr char kInvalidNextToken[] = "Invalid NextToken";

// A token is the last key of the page before, in a form that texts made up by others seldom have.
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

Result<> ChangeTags(Context& context, const std::string& arn,
                    const std::function<Result<>(Tags&)>& edit) {
  const auto found = TRY(FindTaggedTable(context, arn));
  TRY(context.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = TRY(FindSettledTable(context, catalog, found->settings().name));
    auto settings = table->settings();
    TRY(edit(settings.tags));
    return catalog.PlanReplace(*table, std::move(settings));
  }));
  return {};
}

}  // namespace

Result<TagResourceResponse> TagResource(Context& context, const TagResourceRequest& request) {
  if (request.tags->empty()) return FailInvalid(texts::kTagsMissing);
  TRY(ChangeTags(context, *request.resource_arn,
                 [&](Tags& tags) { return AddTags(*request.tags, tags); }));
  return TagResourceResponse{};
}

Result<UntagResourceResponse> UntagResource(Context& context, const UntagResourceRequest& request) {
  if (request.tag_keys->empty()) return FailInvalid(texts::kTagKeysMissing);
  TRY(ChangeTags(context, *request.resource_arn, [&](Tags& tags) -> Result<> {
    for (const auto& key : *request.tag_keys) tags.erase(key);
    return {};
  }));
  return UntagResourceResponse{};
}

// Pages of ten.
Result<ListTagsOfResourceResponse> ListTagsOfResource(Context& context,
                                                      const ListTagsOfResourceRequest& request) {
  constexpr std::size_t kPageTags = 10;
  const auto table = TRY(FindTaggedTable(context, *request.resource_arn));
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
