#include "model/language/format.h"

#include <string>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/language/print.h"

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
            "  GSI10  X#{shard(a,4)} / Y\n"
            "patterns\n"
            "  A1   500/s  get   E[a]\n"
            "  A10  6/min  list  E[b] desc a \"b  c\"\n"
            "      as query \"PK =  x\"\n");
}

TEST(Format, APeakSharesTheColumnOfItsRate) {
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
  // A peak without its rate is laid out like any other words.
  const std::string unfinished = "patterns\n  A  1/s  peak\n";
  EXPECT_EQ(Format(unfinished), unfinished);
}

constexpr std::string_view kLoose =
    "model m\"what it is\"\n"
    "table app(PK,SK)provisioned 5/5 auto 5..50 @ 70% stream new+old\n"
    "index GSI1(GSI1PK ,GSI1SK)include a ,b\n"
    "index Wide ( b + c,d )keys\n"
    "index Near local(d) all\n"
    "tenant t prefix T#{ t }#\n"
    "entity P 10 x 1KB shared\n"
    "  attr p : id\n"
    "  key{p} / P\n"
    "entity E 1M x 1KB in P ( p )1..5\n"
    "  attr a :id ,b:enum( X 10 ,Y 90 ),c,d:time,n:counter,l:list( 5 x 10B ) --those\n"
    "  identity a ,p\n"
    "  key A,(#{a}#{d :hour desc} /B=\n"
    "  copy C#{a} / D (b ,c )when b = X via stream\n"
    "  GSI1 X#{shard( a , 4 )} / {d  desc} when b=X --sparse\n"
    "patterns\n"
    "  A1 1/s peak 2/s list E[ t ,a,b = X ]desc d limit 5 ->3\"text  1\"\n"
    "  A2 1/s fetch P[t,p]+E desc d limit 5\n"
    "  A3 1/s txn put P if new+update E[t,p, a ]set b ,c add n x4 \"x\" --why\n"
    "  A4 1/s delete E[t,a]\n"
    "    as key  A,(#{a}/B\n"
    "assert one request per read except A1<=2 ,A2 < = 3\n"
    "assert items A1=3\n"
    "sample 3 P ,2..4 E each seed 42\n";

constexpr std::string_view kNeat =
    "model m \"what it is\"\n"
    "table app (PK, SK) provisioned 5/5 auto 5..50 @70% stream new+old\n"
    "index GSI1 (GSI1PK, GSI1SK) include a, b\n"
    "index Wide (b+c, d) keys\n"
    "index Near local (d) all\n"
    "tenant t prefix T#{t}#\n"
    "entity P 10 x 1KB shared\n"
    "  attr  p:id\n"
    "  key   {p} / P\n"
    "entity E 1M x 1KB in P(p) 1..5\n"
    "  attr      a:id, b:enum(X 10, Y 90), c, d:time, n:counter, l:list(5 x 10B)  --those\n"
    "  identity  a, p\n"
    "  key       A,(#{a}#{d:hour desc} / B=\n"
    "  copy      C#{a} / D (b, c) when b=X via stream\n"
    "  GSI1      X#{shard(a,4)} / {d desc} when b=X  --sparse\n"
    "patterns\n"
    "  A1  1/s peak 2/s  list    E[t, a, b=X] desc d limit 5 -> 3 \"text  1\"\n"
    "  A2  1/s           fetch   P[t, p] + E desc d limit 5\n"
    "  A3  1/s           txn     put P if new + update E[t, p, a] set b, c add n x4 \"x\"  --why\n"
    "  A4  1/s           delete  E[t, a]\n"
    "      as key A,(#{a}/B\n"
    "assert one request per read except A1 <= 2, A2 <= 3\n"
    "assert items A1 = 3\n"
    "sample 3 P, 2..4 E each seed 42\n";

TEST(Format, PutsSpacesInTheStandardPlaces) {
  EXPECT_EQ(Format(kLoose), kNeat);
  EXPECT_EQ(Format(kNeat), kNeat);
}

TEST(Format, KeepsTheMeaning) {
  const std::string loose =
      "model m\ntable app(PK,SK)\nindex GSI1(GSI1PK ,GSI1SK)include a ,b\nentity E 1M x 1KB\n"
      "  attr a :id ,b:enum( X 10 ,Y 90 ),d:time\n  key{ a } /B\n"
      "  GSI1 X#{shard( a , 4 )}#{d :hour  desc} / {d  desc} when b = X --sparse\n"
      "patterns\n  A1 1/s list E[ b = X ]desc d limit 5 ->3\"text\"\n"
      "assert one request per read except A1<=4\n";
  const auto before = Parse(loose);
  ASSERT_TRUE(before.complaints.empty()) << Render("m", loose, before.complaints.front());
  const auto neat = Format(loose);
  const auto after = Parse(neat);
  ASSERT_TRUE(after.complaints.empty()) << Render("m", neat, after.complaints.front());
  EXPECT_EQ(Print(after.model), Print(before.model));
  EXPECT_NE(neat.find("  --sparse\n"), std::string::npos) << neat;
}

TEST(Format, FormattingTwiceChangesNothing) {
  const auto once = Format("model m\n\n\ntable app (PK)\npatterns\n  a 1/s put  E\n\n\n");
  EXPECT_EQ(Format(once), once);
}

}  // namespace
}  // namespace stator::model
