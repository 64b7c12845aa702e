#include "model/exchange/yaml.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/utf8.h"
#include "json/writer.h"
#include "model/language/byte_order_mark.h"

namespace stator::model {
namespace {

constexpr std::string_view kTooDeep = "it is nested too deeply.";

// Returns the line, from 1. A text without lines has no mark.
std::size_t LineOf(const YAML::Mark& mark) {
  return static_cast<std::size_t>(std::max(mark.line, 0)) + 1;
}

std::unexpected<Error> RefuseYaml(std::size_t line, std::string_view why) {
  return FailInvalid(fmt::format("YAML, line {}: {}", line, why));
}

// Returns the function that a tag names: "Ref" for !Ref, "Fn::Sub" for !Sub. Empty for !!str, for
// an empty tag, and for the "?" and "!" that yaml-cpp gives to scalars without a tag.
std::string FunctionOf(std::string_view tag) {
  if (tag.size() < 2 || !tag.starts_with('!')) return "";
  tag.remove_prefix(1);
  const bool plain = tag == "Ref" || tag == "Condition";
  return plain ? std::string(tag) : fmt::format("Fn::{}", tag);
}

// Writes JSON while yaml-cpp reads. After the first fault it ignores every further event, because
// yaml-cpp offers no way to stop other than an exception.
class JsonFromEvents : public YAML::EventHandler {
 public:
  // Returns the JSON, or the first fault. REQUIRES: yaml-cpp has read a whole document.
  Result<std::string> Take() {
    if (fault_) return std::unexpected(*std::move(fault_));
    return std::move(json_);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) Fail(mark, "several documents are not supported.");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (!Begin(mark, anchor, "", Use::kNull)) return;
    json_ += "null";
    End();
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (IsName()) return TakeName(mark, tag, anchor, value);
    if (!Begin(mark, anchor, tag, Use::kText)) return;
    WriteText(mark, value);
    End();
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (fault_) return;
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) return Fail(mark, "an alias lies in the node that it names.");
    const Anchored copy = found->second;
    if (nodes_.size() + functions_ + copy.height > kYamlDepthMax) return Fail(mark, kTooDeep);
    if (!Begin(mark, 0, "", Use::kAlias)) return;
    nodes_.back().height = std::max(nodes_.back().height, copy.height);
    count_ += copy.nodes;
    json_.append(json_, copy.begin, copy.bytes);
    CheckSize(mark);
    End();
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    if (Begin(mark, anchor, tag, Use::kSequence)) json_ += '[';
  }
  void OnSequenceEnd() override {
    if (fault_) return;
    json_ += ']';
    End();
  }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    if (Begin(mark, anchor, tag, Use::kMapping)) json_ += '{';
  }
  void OnMapEnd() override {
    if (fault_) return;
    json_ += '}';
    End();
  }

 private:
  enum class Use : std::uint8_t { kNull, kText, kAlias, kSequence, kMapping };

  // An open node.
  struct Node {
    Use use = Use::kNull;
    // the node is the argument of a function, so an object must be closed too
    bool function = false;
    YAML::anchor_t anchor = 0;
    std::size_t begin = 0;   // of its JSON
    std::size_t first = 0;   // count_ before the node
    std::size_t height = 1;  // levels below and including this one
    std::size_t members = 0;
    bool name_taken = false;  // in a mapping: the next event is a value
    std::set<std::string> names;
  };

  // A node that aliases may name, by its position in json_.
  struct Anchored {
    std::size_t begin = 0;
    std::size_t bytes = 0;
    std::size_t nodes = 0;
    std::size_t height = 0;
  };

  void Fail(const YAML::Mark& mark, std::string_view why) {
    if (!fault_) fault_ = RefuseYaml(LineOf(mark), why).error();
  }

  bool IsName() const {
    return !nodes_.empty() && nodes_.back().use == Use::kMapping && !nodes_.back().name_taken;
  }

  void TakeName(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& name) {
    if (fault_) return;
    Node& mapping = nodes_.back();
    if (anchor != 0 || !FunctionOf(tag).empty()) {
      return Fail(mark, "the name of a member has neither tag nor anchor.");
    }
    if (name == "<<" && tag == "?") {
      return Fail(mark, "merge keys (<<) are not supported; write the members out.");
    }
    if (!mapping.names.insert(name).second) return Fail(mark, "the name is there twice.");
    if (mapping.members++ > 0) json_ += ',';
    WriteText(mark, name);
    json_ += ':';
    mapping.name_taken = true;
  }

  // Opens a value. Returns false after a fault, now or before.
  bool Begin(const YAML::Mark& mark, YAML::anchor_t anchor, std::string_view tag, Use use) {
    if (fault_) return false;
    if (IsName()) {
      Fail(mark, "the name of a member is a text.");
      return false;
    }
    const auto function = FunctionOf(tag);
    if (nodes_.size() + functions_ + (function.empty() ? 0 : 1) > kYamlDepthMax) {
      Fail(mark, kTooDeep);
      return false;
    }
    if (!nodes_.empty()) {
      Node& parent = nodes_.back();
      if (parent.use == Use::kSequence && parent.members++ > 0) json_ += ',';
      parent.name_taken = false;
    }
    nodes_.push_back({.use = use,
                      .function = !function.empty(),
                      .anchor = anchor,
                      .begin = json_.size(),
                      .first = count_++});
    if (!function.empty()) {
      ++functions_;
      nodes_.back().height = 2;
      json_ += '{';
      WriteText(mark, function);
      json_ += ':';
    }
    CheckSize(mark);
    return !fault_;
  }

  void End() {
    if (fault_) return;
    Node node = std::move(nodes_.back());
    nodes_.pop_back();
    if (node.function) {
      --functions_;
      json_ += '}';
    }
    if (!nodes_.empty()) {
      Node& parent = nodes_.back();
      parent.height = std::max(parent.height, node.height + (parent.function ? 2 : 1));
    }
    if (node.anchor != 0) {
      anchors_.insert_or_assign(node.anchor, Anchored{.begin = node.begin,
                                                      .bytes = json_.size() - node.begin,
                                                      .nodes = count_ - node.first,
                                                      .height = node.height});
    }
  }

  void WriteText(const YAML::Mark& mark, std::string_view text) {
    if (!ValidUtf8(text)) return Fail(mark, "the text is not UTF-8.");
    json::WriteString(text, json_);
    CheckSize(mark);
  }

  void CheckSize(const YAML::Mark& mark) {
    if (count_ > kYamlNodesMax || json_.size() > kYamlJsonBytesMax) {
      Fail(mark, "the text is too long, with what its aliases stand for.");
    }
  }

  std::string json_;
  std::vector<Node> nodes_;    // innermost last
  std::size_t functions_ = 0;  // open functions in nodes_
  std::size_t count_ = 0;      // nodes so far, including copies made by aliases
  std::size_t documents_ = 0;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::optional<Error> fault_;
};

// The header of a block scalar.
struct BlockHeader {
  std::size_t parent_indent = 0;  // lines of the block are indented more than this
  std::size_t shift = 0;          // additional spaces that yaml-cpp needs before them
};

bool EndsInBlockIndicator(std::string_view line) {
  line = line.substr(0, line.find(" #"));
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  const auto at = line.find_last_not_of("+-0123456789");
  if (at == std::string_view::npos || (line[at] != '|' && line[at] != '>')) return false;
  return at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t';
}

// Returns the header of the block scalar that begins on the line. nullopt: none begins there.
std::optional<BlockHeader> BlockHeaderOf(std::string_view line, std::size_t indent) {
  if (!EndsInBlockIndicator(line)) return std::nullopt;
  std::optional<std::size_t> dash;
  std::size_t at = indent;
  while (line.substr(at).starts_with("- ")) {
    dash = at;
    at = line.find_first_not_of(' ', at + 1);
  }
  const bool property = line[at] == '!' || line[at] == '&';
  if (!property)
    return BlockHeader{.parent_indent = dash && line[at] != '|' && line[at] != '>' ? at : indent};
  return BlockHeader{.parent_indent = dash.value_or(at == 0 ? 0 : at - 1),
                     .shift = at - dash.value_or(at - 1)};
}

// Indents the lines of each block scalar beyond its tag or anchor, if that is in a sequence or on
// its own line. Otherwise yaml-cpp 0.7 refuses the block
// (https://github.com/jbeder/yaml-cpp/issues/1163). The indentation is not part of the block's
// text.
std::string WithBlocksBeyondTags(std::string_view text) {
  std::string result;
  std::optional<BlockHeader> block;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = text.substr(at, end - at);
    const auto indent = std::min(line.find_first_not_of(' '), line.size());
    const bool empty = line.find_first_not_of(" \r") == std::string_view::npos;
    if (block && !empty && indent <= block->parent_indent) block.reset();
    if (block) {
      if (!empty) result.append(block->shift, ' ');
    } else if (!empty) {
      block = BlockHeaderOf(line, indent);
    }
    result += line;
    result += '\n';
    at = end + 1;
  }
  return result;
}

// Checks for UTF-8 and control characters. yaml-cpp does not validate bytes, and takes a NUL or the
// byte 4 as the end of the text.
Result<> CheckLetters(std::string_view text) {
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto letters = text.substr(at, end - at);
    if (!ValidUtf8(letters)) return RefuseYaml(line, "the text is not UTF-8.");
    const bool control = std::ranges::any_of(letters, [](char letter) {
      return static_cast<unsigned char>(letter) < ' ' && letter != '\t' && letter != '\r';
    });
    if (control) return RefuseYaml(line, "a control character is not allowed.");
    if (line > kYamlLinesMax) return RefuseYaml(line, "there are too many lines.");
    at = end + 1;
  }
  return {};
}

}  // namespace

Result<std::string> YamlToJson(std::string_view text) {
  text = WithoutByteOrderMark(text);
  TRY(CheckLetters(text));
  const auto breaks = std::ranges::count(text.substr(0, text.find_last_not_of('\n') + 1), '\n');
  const auto line_of = [&](const YAML::Mark& mark) {  // at most the last line of the text
    return std::min(LineOf(mark), static_cast<std::size_t>(breaks) + 1);
  };
  JsonFromEvents json;
  try {
    // The added lines make yaml-cpp refuse an unclosed quote, and a last line that is no member
    // (https://github.com/jbeder/yaml-cpp/issues/819).
    std::istringstream stream(WithBlocksBeyondTags(text) + "#\n...\n");
    YAML::Parser parser(stream);
    parser.HandleNextDocument(json);
    parser.HandleNextDocument(json);  // the handler refuses a second document
  } catch (const YAML::DeepRecursion& fault) {
    return RefuseYaml(line_of(fault.mark), kTooDeep);
  } catch (const YAML::Exception& fault) {
    if (fault.msg == YAML::ErrorMsg::DOC_IN_SCALAR) {
      return RefuseYaml(line_of(fault.mark), "a quoted text does not end.");
    }
    return RefuseYaml(line_of(fault.mark), fault.msg + ".");
  }
  auto result = TRY(json.Take());
  if (result == "null") return FailInvalid("The YAML is empty.");
  return result;
}

}  // namespace stator::model
