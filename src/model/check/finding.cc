#include "model/check/finding.h"

#include <algorithm>

#include "base/check.h"

namespace stator::model {

const std::vector<Rule>& Rules() {
  constexpr auto kError = Severity::kError;
  constexpr auto kWarning = Severity::kWarning;
  static const std::vector<Rule> rules = {
      {"scan-needed", kError, "no key serves the pattern"},
      {"frequent-scan", kWarning, "a scan is run often"},
      {"filter-not-key", kError, "a filter does what a key should"},
      {"many-requests", kError, "more requests than one, or than allowed"},
      {"unbounded-read", kWarning, "the fullest key takes a read of many pages"},
      {"attribute-not-projected", kError, "the index lacks an attribute that is needed"},
      {"over-read", kWarning, "other items lie in the range that is read"},
      {"unterminated-prefix", kError, "a prefix also matches longer values"},
      {"unpadded-number", kError, "a number sorts as text"},
      {"wrong-order", kError, "the sort key does not give the order"},
      {"unstable-order", kWarning, "equal sort keys come in any order"},
      {"range-end", kError, "the end of a range leaves out its last values"},
      {"strong-read-on-index", kError, "a global index has no strongly consistent reads"},
      {"needless-strong-read", kWarning, "a strongly consistent read that nothing asks for"},
      {"point-read-over-shards", kWarning, "one item is looked for in every shard"},
      {"uniqueness-not-enforced", kWarning, "one item is expected and nothing sees to it"},
      {"invalid-expression", kError, "DynamoDB refuses the expression"},
      {"no-such-row", kError, "the key addresses a row that nothing writes"},
      {"no-key", kError, "an entity has no key"},
      {"identity-assumed", kWarning, "nothing says what tells instances apart"},
      {"key-not-unique", kError, "two instances have the same key"},
      {"key-collision", kError, "two entities may have the same key"},
      {"key-too-large", kError, "a key has no room for what it is made of"},
      {"delimiter-in-value", kWarning, "a value may contain the key's delimiter"},
      {"constant-partition-key", kWarning, "all instances have one partition key"},
      {"low-cardinality-key", kWarning, "few partition keys for many instances"},
      {"moving-partition-key", kWarning, "the partition key moves with the clock"},
      {"hot-key", kError, "one key takes more than a partition can"},
      {"too-few-shards", kError, "the shards take more than a partition each"},
      {"collection-too-large", kError, "a collection with a local index outgrows 10 GB"},
      {"item-growth", kError, "an item grows towards 400 KB"},
      {"number-too-narrow", kError, "a number has too few digits for its instances"},
      {"contradicting-numbers", kWarning, "counts or sizes cannot all be true"},
      {"stale-derived-key", kError, "an update leaves a key made of what it changes"},
      {"sparse-key-kept", kError, "an update leaves an item in a sparse index"},
      {"copy-not-in-transaction", kError, "a copy is not written together with its item"},
      {"unconditional-modify", kError, "a value is computed from a read and written blindly"},
      {"version-bypassed", kWarning, "an update neither compares nor raises the version"},
      {"transaction-too-large", kError, "a transaction exceeds 100 items or 4 MB"},
      {"hot-small-update", kWarning, "a small change rewrites a large item"},
      {"compressible-attribute", kWarning, "a large attribute would compress"},
      {"too-many-indexes", kError, "more indexes than allowed"},
      {"two-keys-one-index", kError, "an item has two keys for one index"},
      {"unused-index", kWarning, "no pattern uses the index"},
      {"rare-index", kWarning, "an index serves only what is rarely asked"},
      {"over-projection", kWarning, "an index holds what nobody reads"},
      {"two-expiries", kError, "a table expires items by one attribute only"},
      {"copy-without-stream", kError, "a stream is to keep a copy, and there is none"},
      {"tenant-leak", kError, "other tenants' items are within reach"},
      {"assertion-failed", kError, "what the model asserts does not hold"},
  };
  return rules;
}

const Rule& FindRule(std::string_view code) {
  const auto found = std::ranges::find(Rules(), code, &Rule::code);
  CHECK(found != Rules().end());
  return *found;
}

std::string_view NameOf(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "";
}

}  // namespace stator::model
