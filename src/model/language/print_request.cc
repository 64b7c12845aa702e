#include <string>
#include <utility>

#include <fmt/format.h>

#include "model/language/print.h"
#include "model/language/templates.h"

// Prints a pattern's request in the language's syntax.
namespace stator::model {
namespace {

std::string BindingsText(const std::vector<Binding>& bindings) {
  std::string text = "[";
  for (const auto& binding : bindings) {
    if (text.size() > 1) text += ", ";
    text += binding.attribute;
    if (binding.value) text += "=" + *binding.value;
  }
  return text + "]";
}

std::string WantedText(const Wanted& wanted) {
  std::string text;
  if (!wanted.order.empty()) {
    text += fmt::format(" {} {}", wanted.descending ? "desc" : "asc", wanted.order);
  }
  if (wanted.limit > 0) text += fmt::format(" limit {}", wanted.limit);
  return text;
}

std::string ReadText(const Pattern& pattern) {
  std::string text = fmt::format("{} {}", NameOf(pattern.verb), pattern.target.entity);
  const bool may_lack = pattern.verb == Verb::kScan || pattern.verb == Verb::kExport;
  if (!may_lack || !pattern.bindings.empty()) text += BindingsText(pattern.bindings);
  text += WantedText(pattern.target);
  for (const auto& child : pattern.children) text += " + " + child.entity + WantedText(child);
  if (!pattern.range.empty()) text += " range " + pattern.range;
  if (!pattern.range.empty() && pattern.range_seconds) {
    text += " " + PrintDuration(*pattern.range_seconds);
  }
  if (pattern.strong) text += " strong";
  if (!pattern.shows.empty()) text += " show " + PrintNames(pattern.shows);
  if (!pattern.via.empty()) text += " via " + pattern.via;
  if (pattern.expected) text += " -> " + PrintCount(*pattern.expected);
  return text;
}

// Returns the parameter as the model writes it.
std::string ParameterText(const Parameter& parameter) {
  auto text = TextOf(parameter.text);
  switch (parameter.end) {
    case Parameter::End::kFrom:
      return text + ".from";
    case Parameter::End::kTo:
      return text + ".to";
    case Parameter::End::kNone:
      break;
  }
  return text;
}

std::string SqlText(const Pattern& pattern) {
  const auto& sql = *pattern.sql;
  std::string text = "sql \"";
  for (const char letter : sql.text) {
    text += letter;
    if (letter == '"') text += letter;
  }
  text += '"';
  if (sql.of_entity) {
    std::vector<std::string> parameters;
    for (const auto& parameter : sql.parameters) parameters.push_back(ParameterText(parameter));
    text += " " + pattern.target.entity;
    if (!parameters.empty()) text += fmt::format("[{}]", PrintNames(parameters));
  }
  if (pattern.strong) text += " strong";
  if (pattern.expected) text += " -> " + PrintCount(*pattern.expected);
  return text;
}

std::string ActionText(const Action& action) {
  std::string text = fmt::format("{} {}", NameOf(action.verb), action.entity);
  if (action.verb != Verb::kPut) text += BindingsText(action.bindings);
  for (const auto& [word, list] :
       {std::pair("set", &action.sets), std::pair("add", &action.adds),
        std::pair("modify", &action.modifies), std::pair("append", &action.appends)}) {
    if (!list->empty()) text += fmt::format(" {} {}", word, PrintNames(*list));
  }
  if (action.if_new) text += " if new";
  if (!action.conditions.empty()) text += " if " + PrintNames(action.conditions);
  if (action.rewrites) {
    const bool all = *action.rewrites == std::vector<std::string>{"*"};
    text += " rewrite " + (all ? "keys" : PrintNames(*action.rewrites));
  }
  if (action.times != 1) text += fmt::format(" x{}", action.times);
  return text;
}

}  // namespace

std::string PrintRequest(const Pattern& pattern) {
  if (pattern.sql) return SqlText(pattern);
  if (pattern.reads()) return ReadText(pattern);
  std::string text = pattern.verb == Verb::kTransaction ? "txn " : "";
  for (const auto& action : pattern.actions) {
    if (&action != pattern.actions.data()) text += " + ";
    text += ActionText(action);
  }
  return text;
}

}  // namespace stator::model
