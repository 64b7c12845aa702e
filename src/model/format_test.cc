#include "model/format.h"

#include <string>

#include <gtest/gtest.h>

#include "model/parser.h"

namespace stator::model {
namespace {

TEST(Format, AlignsColumnsAndKeepsComments) {
  EXPECT_EQ(Format("-- what it is for\n"
                   "model   m   \"a  text\"\n"
                   "table app (PK,   SK) on-demand -- one\n"
                   "\n\n\n"
                   "entity E 1M x 1KB\n"
                   "    attr a:id,  b\n"
                   "\tkey A#{a desc} /  B   -- a key\n"
                   "  GSI10 X#{shard(a, 4)} / Y\n"
                   "patterns\n"
                   " A1 500/s get E[a]\n"
                   " A10 6/min  list E[b]   desc a \"b  c\"\n"
                   "   as query \"PK =  x\"\n"),
            "-- what it is for\n"
            "model m \"a  text\"\n"
            "table app (PK, SK) on-demand  -- one\n"
            "\n"
            "entity E 1M x 1KB\n"
            "  attr   a:id, b\n"
            "  key    A#{a desc} / B  -- a key\n"
            "  GSI10  X#{shard(a, 4)} / Y\n"
            "patterns\n"
            "  A1   500/s  get   E[a]\n"
            "  A10  6/min  list  E[b] desc a \"b  c\"\n"
            "      as query \"PK =  x\"\n");
}

TEST(Format, APeakStandsBesideItsRate) {
  const std::string wanted =
      "patterns\n"
      "  S1   900/s            get     E[a]\n"
      "  W1   8k/s peak 12k/s  put     E if new\n"
      "  W10  2k/s             update  E[a] set b\n";
  EXPECT_EQ(Format("patterns\n"
                   "  S1 900/s get E[a]\n"
                   "  W1 8k/s   peak    12k/s put E if new\n"
                   "  W10 2k/s update E[a] set b\n"),
            wanted);
  EXPECT_EQ(Format(wanted), wanted);
  // Nothing to stand beside: laid out as any other words.
  const std::string unfinished = "patterns\n  A  1/s  peak\n";
  EXPECT_EQ(Format(unfinished), unfinished);
}

TEST(Format, DoesNothingTheSecondTime) {
  const auto once = Format("model m\n\n\ntable app (PK)\npatterns\n  a 1/s put  E\n\n\n");
  EXPECT_EQ(Format(once), once);
}

}  // namespace
}  // namespace stator::model
