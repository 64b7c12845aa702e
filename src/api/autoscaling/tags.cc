// TagResource, UntagResource and ListTagsForResource.

#include <functional>
#include <map>
#include <string>

#include <fmt/format.h>

#include "api/autoscaling/handlers.h"
#include "api/autoscaling/requests.h"
#include "scaling/registry.h"

namespace stator::autoscaling {
namespace {

using scaling::Target;
using Tags = std::map<std::string, std::string>;

Error NoSuchResource(const std::string& arn) {
  return {ErrorCode::kResourceNotFoundException,
          fmt::format("There is no scalable target with the ARN {}.", arn)};
}

Result<> ChangeTags(const api::ScalingServices& services, const std::string& arn,
                    const std::function<Result<>(Tags&)>& edit) {
  const auto found = services.scaling.FindByArn(arn);
  if (found == nullptr) return Fail(NoSuchResource(arn));
  TRY(services.scaling.Change(services.queue, found->id,
                              [&](const Target* old) -> Result<std::optional<Target>> {
                                if (old == nullptr) return Fail(NoSuchResource(arn));
                                Target target = *old;
                                TRY(edit(target.tags));
                                return target;
                              }));
  return {};
}

}  // namespace

Result<TagResourceResponse> TagResource(const api::ScalingServices& services,
                                        const TagResourceRequest& request) {
  TRY(ChangeTags(services, *request.resource_arn,
                 [&](Tags& tags) { return AddTags(*request.tags, tags); }));
  return TagResourceResponse{};
}

Result<UntagResourceResponse> UntagResource(const api::ScalingServices& services,
                                            const UntagResourceRequest& request) {
  TRY(ChangeTags(services, *request.resource_arn, [&](Tags& tags) -> Result<> {
    for (const auto& key : *request.tag_keys) tags.erase(key);
    return {};
  }));
  return UntagResourceResponse{};
}

Result<ListTagsForResourceResponse> ListTagsForResource(const api::ScalingServices& services,
                                                        const ListTagsForResourceRequest& request) {
  const auto target = services.scaling.FindByArn(*request.resource_arn);
  if (target == nullptr) return Fail(NoSuchResource(*request.resource_arn));
  ListTagsForResourceResponse response;
  response.tags = target->tags;
  return response;
}

}  // namespace stator::autoscaling
