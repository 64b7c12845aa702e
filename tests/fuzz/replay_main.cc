// Runs a fuzzer without libFuzzer: every file of the folders in the arguments, and then mutations
// of each. The seed is fixed, so a failure can be repeated.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

constexpr int kMutationsPerSeed = 400;
constexpr std::uint64_t kRandomSeed = 20240229;
constexpr std::size_t kInputBytesMax = 64U * 1024;

// Copies the input to a block of exactly its size, so that a sanitizer detects a read beyond it.
void Run(const Input& input) {
  const auto copy = std::make_unique<std::uint8_t[]>(input.size());
  std::ranges::copy(input, copy.get());
  LLVMFuzzerTestOneInput(copy.get(), input.size());
}

class Mutator {
 public:
  explicit Mutator(const std::vector<Input>& seeds) : seeds_(seeds) {}

  Input Mutate(Input input) {
    const std::size_t steps = 1 + Below(4);
    for (std::size_t i = 0; i < steps; ++i) Step(input);
    if (input.size() > kInputBytesMax) input.resize(kInputBytesMax);
    return input;
  }

 private:
  void Step(Input& input) {
    switch (Below(7)) {
      case 0:
        if (!input.empty()) input[Below(input.size())] ^= static_cast<std::uint8_t>(1U << Below(8));
        break;
      case 1:
        if (!input.empty()) input[Below(input.size())] = AnyByte();
        break;
      case 2:
        input.insert(At(input, Below(input.size() + 1)), AnyByte());
        break;
      case 3:
        if (!input.empty()) input.erase(At(input, Below(input.size())));
        break;
      case 4:
        input.resize(Below(input.size() + 1));
        break;
      case 5:
        Repeat(input);
        break;
      default:
        Splice(input);
        break;
    }
  }

  // Duplicates a stretch of the input.
  void Repeat(Input& input) {
    const std::size_t from = Below(input.size() + 1);
    const Input stretch(At(input, from), At(input, from + Below(input.size() - from + 1)));
    input.insert(At(input, Below(input.size() + 1)), stretch.begin(), stretch.end());
  }

  // Replaces the input's end by the end of another seed.
  void Splice(Input& input) {
    const Input& other = seeds_[Below(seeds_.size())];
    input.resize(Below(input.size() + 1));
    const auto from = static_cast<std::ptrdiff_t>(Below(other.size() + 1));
    input.insert(input.end(), other.begin() + from, other.end());
  }

  static Input::iterator At(Input& input, std::size_t index) {
    return input.begin() + static_cast<std::ptrdiff_t>(index);
  }

  std::uint8_t AnyByte() {
    constexpr std::uint8_t kEdges[] = {0x00, 0x01, 0x7F, 0x80, 0xFF, '"', '0', '9'};
    return Below(2) == 0 ? kEdges[Below(std::size(kEdges))] : static_cast<std::uint8_t>(Below(256));
  }

  std::size_t Below(std::size_t bound) { return random_() % bound; }

  const std::vector<Input>& seeds_;
  std::mt19937_64 random_{kRandomSeed};
};

// Returns the files in the order of their names, so that the mutations are the same everywhere.
std::vector<Input> Seeds(const char* folder) {
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<Input> seeds;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s CORPUS-FOLDER...\n", argv[0]);
    return 2;
  }
  for (int i = 1; i < argc; ++i) {
    const std::vector<Input> seeds = Seeds(argv[i]);
    if (seeds.empty()) {
      std::fprintf(stderr, "%s is missing or empty\n", argv[i]);
      return 1;
    }
    Mutator mutator(seeds);
    for (const Input& seed : seeds) {
      Run(seed);
      for (int mutation = 0; mutation < kMutationsPerSeed; ++mutation) Run(mutator.Mutate(seed));
    }
    std::printf("%zu inputs of %s, %d mutations of each\n", seeds.size(), argv[i],
                kMutationsPerSeed);
  }
  return 0;
}
