#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/imported.h"
#include "model/exchange/json_access.h"

// Properties of a CloudFormation template, which may be functions.
namespace stator::model {

// Parameters of a template, with their defaults; empty: one has none.
using Parameters = std::map<std::string, std::string>;

struct Word {
  std::string text;                  // without what is not known
  std::string said;                  // as the template has it, for people
  std::vector<std::string> unknown;  // what is not known, and why: "Stage has no default"
};

// The text or number that the value is, or comes to: {"Ref": "Name"}, {"Fn::Sub": "${Stage}-x"} and
// {"Fn::Join": ["-", […]]} of parameters that have defaults. No other function is evaluated.
Word WordOf(const Json& value, const Parameters& parameters);

// Without the delimiters that are left at the ends where parts are not known.
std::string WithoutEnds(std::string_view name);

// Reads properties by name. What is there and not known is told in `imported.unread`, once for each
// time it is read. A property that is {"Ref": "AWS::NoValue"} is not there.
class PropertyReader {
 public:
  // The parameters and `imported` must outlive it.
  PropertyReader(const Parameters& parameters, Imported& imported)
      : parameters_(parameters), imported_(imported) {}

  Word WordAt(const Json& object, std::string_view name) const;
  // Empty if it is not wholly known; then `otherwise` is told, such as "it is left out".
  std::string TextAt(const Json& object, std::string_view name, std::string_view owner,
                     std::string_view otherwise);
  std::optional<Json> ObjectAt(const Json& object, std::string_view name, std::string_view owner);
  // The objects of a list.
  std::vector<Json> ObjectsAt(const Json& object, std::string_view name, std::string_view owner);
  // The texts of a list.
  std::vector<std::string> TextsAt(const Json& object, std::string_view name,
                                   std::string_view owner);

  // "The KeySchema of app is …, of which Fn::If is not evaluated"
  static std::string Sentence(std::string_view name, std::string_view owner, const Word& word);
  void Tell(std::string sentence);

  const Parameters& parameters() const { return parameters_; }

 private:
  std::vector<Json> ListAt(const Json& object, std::string_view name, std::string_view owner);
  void TellElement(std::string_view name, std::string_view owner, const Word& word);

  const Parameters& parameters_;
  Imported& imported_;
};

// Whether the value is a function, such as {"Ref": …} or {"Fn::If": …}.
bool IsFunction(const Json& value);

}  // namespace stator::model
