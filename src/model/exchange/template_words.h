#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/imported.h"
#include "model/exchange/json_access.h"

// Reads properties of a CloudFormation template. A property may be a function.
namespace stator::model {

// Parameters of a template with their defaults. Empty: the parameter has none.
using Parameters = std::map<std::string, std::string>;

// A text of a template, as far as it is known before deployment.
struct Word {
  std::string text;                  // without the unknown parts
  std::string said;                  // the original text, for messages
  std::vector<std::string> unknown;  // the unknown parts with the reason: "Stage has no default"
};

// Evaluates a value to its text or number. It evaluates {"Ref": "Name"}, {"Fn::Sub": "${Stage}-x"}
// and {"Fn::Join": ["-", […]]} of parameters with defaults, and no other function.
Word WordOf(const Json& value, const Parameters& parameters);

// Removes delimiters at the ends of a name, which remain when parts are unknown.
std::string WithoutEnds(std::string_view name);

// Reads properties by name. `imported.unread` gets a sentence each time a property is read whose
// value is unknown. A property with the value {"Ref": "AWS::NoValue"} counts as absent.
class PropertyReader {
 public:
  // Lifetime: the parameters and `imported` must outlive this object.
  PropertyReader(const Parameters& parameters, Imported& imported)
      : parameters_(parameters), imported_(imported) {}

  // Returns the evaluated property; empty if it is absent.
  Word WordAt(const Json& object, std::string_view name) const;
  // Returns "" unless the whole text is known. Then `otherwise` states the effect, such as "it is
  // left out".
  std::string TextAt(const Json& object, std::string_view name, std::string_view owner,
                     std::string_view otherwise);
  std::optional<Json> ObjectAt(const Json& object, std::string_view name, std::string_view owner);
  // Returns the objects of a list.
  std::vector<Json> ObjectsAt(const Json& object, std::string_view name, std::string_view owner);
  // Returns the texts of a list.
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

// Returns true if the value is a function, such as {"Ref": …} or {"Fn::If": …}.
bool IsFunction(const Json& value);

}  // namespace stator::model
