#include "model/generate/shared_keys.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/generate/names.h"

namespace stator::model::generate {
namespace {

bool IsMade(const Tree& tree) {
  return tree.text == "Key" && std::ranges::any_of(tree.members, [](const Tree::Member& member) {
           return member.first == "pieces";
         });
}

// Names a key: "PK CUST custId".
std::string WordsOf(const Tree& key) {
  std::string words = key.members.front().second.text;
  for (const auto& piece : key.members.back().second.elements) {
    for (const auto& [name, value] : piece.members) {
      if (name == "text" || name == "attribute") words += " " + value.text;
    }
  }
  return words;
}

class Sharing {
 public:
  explicit Sharing(std::vector<SharedKey>& keys) : keys_(keys) {}

  void Run(Tree& tree) {
    if (tree.type == Tree::Type::kObject && IsMade(tree)) {
      tree = Tree::Name(NameOf(std::move(tree)));
      return;
    }
    for (auto& element : tree.elements) Run(element);
    for (auto& [name, value] : tree.members) Run(value);
  }

 private:
  std::string NameOf(Tree key) {
    const auto found = std::ranges::find(keys_, key, &SharedKey::key);
    if (found != keys_.end()) return found->name;
    const auto words = WordsOf(key);
    auto name = words;
    for (int number = 2; IsTaken(name); ++number) name = fmt::format("{} {}", words, number);
    keys_.push_back({name, std::move(key)});
    return name;
  }

  bool IsTaken(const std::string& name) const {
    return std::ranges::any_of(
        keys_, [&](const SharedKey& other) { return SnakeCase(other.name) == SnakeCase(name); });
  }

  std::vector<SharedKey>& keys_;
};

}  // namespace

void ShareKeys(Program& program) {
  Sharing sharing(program.keys);
  for (auto& function : program.functions) {
    if (function.read) sharing.Run(function.read->spec);
    for (auto& action : function.actions) sharing.Run(action.spec);
  }
}

}  // namespace stator::model::generate
