#include "admin/models.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "admin/model_desk.h"
#include "admin/refusal.h"
#include "base/loop.h"
#include "base/time_text.h"
#include "base/utf8.h"
#include "json/describe.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

constexpr std::string_view kBusy = "Too many requests about models wait; try again later.";
constexpr std::string_view kFailed = "The function failed; the model was not answered.";
constexpr std::string_view kNoFolder =
    "This server keeps no model files; start it with --models FOLDER.";
constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

struct ListedModel {
  std::string name;
  std::uint64_t bytes = 0;
  std::string time;
  std::string etag;
};
BOOST_DESCRIBE_STRUCT(ListedModel, (), (name, bytes, time, etag))

// `saving` is false if the server keeps no model files.
struct ModelList {
  bool saving = false;
  std::vector<ListedModel> models;
  bool more = false;
};
BOOST_DESCRIBE_STRUCT(ModelList, (), (saving, models, more))

struct WrittenModel {
  std::string name;
  std::string etag;
};
BOOST_DESCRIBE_STRUCT(WrittenModel, (), (name, etag))

// A request that a thread of the desk answers. The loop creates and destroys it.
struct PendingModel {
  wire::Reply done;
  wire::Response response = AdminRefusal(503, kBusy);  // unless a thread takes it

  static void Finish(std::unique_ptr<PendingModel> self) { self->done(std::move(self->response)); }
};

// Runs `make`, which returns a wire::Response, on a thread of the desk.
template <class Make>
void OnDesk(const Request& request, wire::Reply done, Make make) {
  auto pending =
      Lend(std::make_unique<PendingModel>(std::move(done)), request.loop, &PendingModel::Finish);
  request.server.models->Run([pending = std::move(pending), make = std::move(make)]() mutable {
    pending->response = AdminRefusal(500, kFailed);
    pending->response = make();
  });
}

std::string EtagHeader(std::string_view etag) {
  return etag.empty() ? "" : fmt::format("ETag: {}\r\n", etag);
}

wire::Response Refused(const FileRefusal& refusal) {
  auto response = AdminRefusal(refusal.status, refusal.message);
  response.headers = EtagHeader(refusal.etag);
  return response;
}

wire::Response Listed(const FileResult<ModelFolder::Listing>& listing) {
  if (!listing) return Refused(listing.error());
  ModelList list{.saving = true, .more = listing->more};
  for (const auto& file : listing->files) {
    list.models.push_back(
        {.name = file.name, .bytes = file.bytes, .time = TimeText(file.time), .etag = file.etag});
  }
  return {.body = json::ToJson(list)};
}

wire::Response Read(const ModelFolder& folder, const std::string& name) {
  auto read = folder.Read(name);
  if (!read) return Refused(read.error());
  return {
      .body = std::move(read->text), .headers = EtagHeader(read->etag), .content_type = kPlainText};
}

wire::Response Write(ModelFolder& folder, const std::string& name, const std::string& text,
                     const WriteCondition& condition) {
  if (!ValidUtf8(text)) return AdminRefusal(400, "The text is not UTF-8.");
  const auto etag = folder.Write(name, text, condition);
  if (!etag) return Refused(etag.error());
  return {.body = json::ToJson(WrittenModel{.name = name, .etag = *etag}),
          .headers = EtagHeader(*etag)};
}

wire::Response Delete(ModelFolder& folder, const std::string& name,
                      const WriteCondition& condition) {
  const auto deleted = folder.Delete(name, condition);
  if (!deleted) return Refused(deleted.error());
  return {.body = "{}"};
}

WriteCondition ConditionOf(const Request& request) {
  return {.if_match = std::string(request.if_match),
          .if_none_match = std::string(request.if_none_match)};
}

}  // namespace

void AnswerModel(const Request& request, ModelFunction function, wire::Reply done) {
  OnDesk(request, std::move(done), [function, body = request.body]() -> wire::Response {
    auto answer = function(body);
    if (!answer) return AdminRefusal(answer.error());
    return {.body = *std::move(answer)};
  });
}

void AnswerModelFacts(const Request& request, std::string (*make)(), wire::Reply done) {
  OnDesk(request, std::move(done), [make]() -> wire::Response { return {.body = make()}; });
}

void ListModels(const Request& request, std::string_view /*name*/, wire::Reply done) {
  const ModelFolder* folder = request.server.models->folder();
  if (folder == nullptr) return done({.body = json::ToJson(ModelList())});
  OnDesk(request, std::move(done), [folder] { return Listed(folder->List()); });
}

void ReadModelFile(const Request& request, std::string_view name, wire::Reply done) {
  const ModelFolder* folder = request.server.models->folder();
  if (folder == nullptr) return done(AdminRefusal(404, kNoFolder));
  OnDesk(request, std::move(done),
         [folder, name = std::string(name)] { return Read(*folder, name); });
}

void WriteModelFile(const Request& request, std::string_view name, wire::Reply done) {
  ModelFolder* folder = request.server.models->folder();
  if (folder == nullptr) return done(AdminRefusal(404, kNoFolder));
  OnDesk(request, std::move(done),
         [folder, name = std::string(name), text = request.body, condition = ConditionOf(request)] {
           return Write(*folder, name, text, condition);
         });
}

void DeleteModelFile(const Request& request, std::string_view name, wire::Reply done) {
  ModelFolder* folder = request.server.models->folder();
  if (folder == nullptr) return done(AdminRefusal(404, kNoFolder));
  OnDesk(request, std::move(done),
         [folder, name = std::string(name), condition = ConditionOf(request)] {
           return Delete(*folder, name, condition);
         });
}

}  // namespace stator::admin
