#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace stator::model {

// Names of attributes as a model can have them: "my attr" is my_attr. Two names never become the
// same. Each that is changed is told in `remarks`, up to kRenamesToldMax of them.
class CleanNames {
 public:
  // The remarks must outlive it.
  explicit CleanNames(std::vector<std::string>& remarks) : remarks_(remarks) {}

  // The same for the same name.
  const std::string& Of(const std::string& name);

 private:
  void Tell(const std::string& name, const std::string& clean);

  std::vector<std::string>& remarks_;
  std::map<std::string, std::string> given_;
  std::set<std::string> taken_;
  std::map<std::string, std::size_t> next_;  // number for a name that is taken
  std::size_t told_ = 0;
};

inline constexpr std::size_t kRenamesToldMax = 100;

}  // namespace stator::model
