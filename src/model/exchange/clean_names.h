#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace stator::model {

// Turns attribute names into names that a model can have: "my attr" becomes my_attr. Two names
// never become the same. `remarks` gets a sentence for each changed name, up to kRenamesToldMax.
class CleanNames {
 public:
  // Lifetime: `remarks` must outlive this object.
  explicit CleanNames(std::vector<std::string>& remarks) : remarks_(remarks) {}

  // Returns the clean name. Equal names give equal results. Lifetime: as long as this object.
  const std::string& Of(const std::string& name);

 private:
  void Tell(const std::string& name, const std::string& clean);

  std::vector<std::string>& remarks_;
  std::map<std::string, std::string> given_;
  std::set<std::string> taken_;
  std::map<std::string, std::size_t> next_;  // next number to append to a taken name
  std::size_t told_ = 0;
};

inline constexpr std::size_t kRenamesToldMax = 100;

}  // namespace stator::model
