#include "model/exchange/template_words.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/utf8.h"

namespace stator::model {
namespace {

constexpr std::size_t kFunctionsDepthMax = 16;
constexpr std::size_t kSaidBytesMax = 80;

std::string SaidOf(const Json& value) {
  const auto json = Minified(value);
  const auto cut = CutUtf8(json, kSaidBytesMax);
  return cut.size() < json.size() ? fmt::format("{}…", cut) : json;
}

bool IsNothing(const Json& value) {
  return value.is_null() || (IsFunction(value) && TextAt(value, "Ref") == "AWS::NoValue");
}

class Evaluation {
 public:
  explicit Evaluation(const Parameters& parameters) : parameters_(parameters) {}

  Word Run(const Json& value) {
    word_.text = TextFrom(value, 0);
    if (word_.said.empty()) word_.said = word_.text;
    return std::move(word_);
  }

 private:
  std::string TextFrom(const Json& value, std::size_t depth) {
    if (IsNothing(value)) return "";
    bool flag = false;
    if (value.get(flag) == simdjson::SUCCESS) return flag ? "true" : "false";
    if (!value.is_object() && !value.is_array()) return TextOf(value);
    if (!IsFunction(value)) return Unknown(value, "the form is not understood");
    const auto [name, argument] = Members(value).front();
    if (depth >= kFunctionsDepthMax) return Unknown(value, name + " is nested too deeply");
    if (name == "Ref") return ValueOf(TextOf(argument), TextOf(argument));
    if (name == "Fn::Sub") return Substituted(argument, depth);
    if (name == "Fn::Join") return Joined(value, argument, depth);
    return Unknown(value, name + " is not evaluated");
  }

  std::string Unknown(const Json& value, std::string why) {
    if (word_.said.empty()) word_.said = SaidOf(value);
    word_.unknown.push_back(std::move(why));
    return "";
  }

  std::string ValueOf(const std::string& name, const std::string& said) {
    if (word_.said.empty()) word_.said = said;
    const auto found = parameters_.find(name);
    if (found != parameters_.end() && !found->second.empty()) return found->second;
    word_.unknown.push_back(
        fmt::format("{} has no {}", name, found == parameters_.end() ? "value here" : "default"));
    return "";
  }

  // Evaluates "${Stage}-orders", alone or with a map of its own values.
  std::string Substituted(const Json& argument, std::size_t depth) {
    const auto list = Elements(argument);
    const auto text = TextOf(list.empty() ? argument : list.front());
    if (word_.said.empty()) word_.said = text;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const auto begin = std::min(text.find("${", at), text.size());
      const auto end = std::min(text.find('}', begin), text.size());
      out += text.substr(at, begin - at);
      if (end == text.size()) return out + text.substr(begin);
      const auto name = text.substr(begin + 2, end - begin - 2);
      const auto own = list.size() > 1 ? Member(list[1], name) : std::nullopt;
      if (name.starts_with('!')) {
        out += fmt::format("${{{}}}", name.substr(1));
      } else {
        out += own ? TextFrom(*own, depth + 1) : ValueOf(name, text);
      }
      at = end + 1;
    }
    return out;
  }

  std::string Joined(const Json& value, const Json& argument, std::size_t depth) {
    if (word_.said.empty()) word_.said = SaidOf(value);
    const auto list = Elements(argument);
    const bool whole = list.size() == 2 && list[1].is_array();
    if (!whole) return Unknown(value, "Fn::Join is not evaluated");
    std::vector<std::string> texts;
    for (const auto& element : Elements(list[1])) {
      if (!IsNothing(element)) texts.push_back(TextFrom(element, depth + 1));
    }
    return fmt::format("{}", fmt::join(texts, TextOf(list.front())));
  }

  const Parameters& parameters_;
  Word word_;
};

}  // namespace

bool IsFunction(const Json& value) {
  const auto members = Members(value);
  return members.size() == 1 &&
         (members.front().first == "Ref" || members.front().first == "Condition" ||
          members.front().first.starts_with("Fn::"));
}

Word WordOf(const Json& value, const Parameters& parameters) {
  return Evaluation(parameters).Run(value);
}

std::string WithoutEnds(std::string_view name) {
  const auto begin = std::min(name.find_first_not_of("-_."), name.size());
  return std::string(name.substr(begin, name.find_last_not_of("-_.") + 1 - begin));
}

std::string PropertyReader::Sentence(std::string_view name, std::string_view owner,
                                     const Word& word) {
  return fmt::format("The {} of {} is {}, of which {}", name, owner, word.said,
                     fmt::join(word.unknown, ", "));
}

void PropertyReader::Tell(std::string sentence) {
  imported_.unread.push_back({"", std::move(sentence)});
}

Word PropertyReader::WordAt(const Json& object, std::string_view name) const {
  const auto found = Member(object, name);
  return found ? WordOf(*found, parameters_) : Word{};
}

std::string PropertyReader::TextAt(const Json& object, std::string_view name,
                                   std::string_view owner, std::string_view otherwise) {
  auto word = WordAt(object, name);
  if (word.unknown.empty()) return std::move(word.text);
  Tell(fmt::format("{}; {}.", Sentence(name, owner, word), otherwise));
  return "";
}

std::optional<Json> PropertyReader::ObjectAt(const Json& object, std::string_view name,
                                             std::string_view owner) {
  const auto found = Member(object, name);
  if (!found || IsNothing(*found)) return std::nullopt;
  if (!IsFunction(*found)) return found;
  const Word word{.said = SaidOf(*found),
                  .unknown = {Members(*found).front().first + " is not evaluated"}};
  Tell(Sentence(name, owner, word) + "; it is left out.");
  return std::nullopt;
}

std::vector<Json> PropertyReader::ListAt(const Json& object, std::string_view name,
                                         std::string_view owner) {
  const auto list = ObjectAt(object, name, owner);
  auto all = list ? Elements(*list) : std::vector<Json>{};
  std::erase_if(all, IsNothing);
  return all;
}

void PropertyReader::TellElement(std::string_view name, std::string_view owner, const Word& word) {
  Tell(fmt::format("One of the {} of {} is {}, of which {}; it is left out.", name, owner,
                   word.said, fmt::join(word.unknown, ", ")));
}

std::vector<Json> PropertyReader::ObjectsAt(const Json& object, std::string_view name,
                                            std::string_view owner) {
  auto all = ListAt(object, name, owner);
  std::erase_if(all, [&](const Json& element) {
    if (!IsFunction(element)) return false;
    TellElement(name, owner,
                {.said = SaidOf(element),
                 .unknown = {Members(element).front().first + " is not evaluated"}});
    return true;
  });
  return all;
}

std::vector<std::string> PropertyReader::TextsAt(const Json& object, std::string_view name,
                                                 std::string_view owner) {
  std::vector<std::string> texts;
  for (const auto& element : ListAt(object, name, owner)) {
    auto word = WordOf(element, parameters_);
    if (!word.unknown.empty()) {
      TellElement(name, owner, word);
    } else {
      texts.push_back(std::move(word.text));
    }
  }
  return texts;
}

}  // namespace stator::model
