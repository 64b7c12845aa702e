#include "model/language/print.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/durations.h"
#include "base/quantity.h"
#include "base/text.h"
#include "base/time_text.h"
#include "model/language/format.h"
#include "model/language/templates.h"

namespace stator::model {
namespace {

bool IsNameLetter(char letter) {
  return IsLetterOrDigit(letter) || letter == '_' || letter == '-' || letter == '.';
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') {
      quoted += '\'';
    } else {
      quoted += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    }
  }
  return quoted + '"';
}

std::string_view NameOf(StreamView view) {
  switch (view) {
    case StreamView::kKeys:
      return "keys";
    case StreamView::kNew:
      return "new";
    case StreamView::kOld:
      return "old";
    case StreamView::kNone:
    case StreamView::kNewAndOld:
      break;
  }
  return "new+old";
}

std::string TableLine(const Table& table) {
  std::string line = fmt::format("table {} ({}{}{})", table.name, table.partition_key,
                                 table.sort_key.empty() ? "" : ", ", table.sort_key);
  if (table.on_demand) {
    line += " on-demand";
  } else {
    line += fmt::format(" provisioned {}/{}", table.read_units, table.write_units);
  }
  if (!table.on_demand && table.scaling) {
    line += fmt::format(" auto {}..{} @{:.0f}%", table.scaling->min, table.scaling->max,
                        table.scaling->target_percent);
  }
  if (table.stream != StreamView::kNone) line += fmt::format(" stream {}", NameOf(table.stream));
  if (table.table_class == TableClass::kInfrequentAccess) line += " class ia";
  if (!table.region.empty()) line += " region " + table.region;
  return line;
}

std::string IndexKey(const Table& table, const Index& index) {
  if (index.Inverts(table)) return "inverted";
  const auto range = fmt::format("{}", fmt::join(index.range, "+"));
  if (index.local) return fmt::format("local ({})", range);
  return fmt::format("({}{}{})", fmt::join(index.hash, "+"), range.empty() ? "" : ", ", range);
}

std::string IndexLine(const Table& table, const Index& index) {
  std::string line = "index " + index.name + " " + IndexKey(table, index);
  switch (index.projection) {
    case Projection::kAll:
      return line + " all";
    case Projection::kKeysOnly:
      return line + " keys";
    case Projection::kInclude:
      break;
  }
  return line + " include " + PrintNames(index.include);
}

std::string EnumText(const Attribute& attribute) {
  const auto equal = [&](const Share& share) {
    return std::abs(share.percent - attribute.values.front().percent) < 1e-6;
  };
  // Equal shares are the default and need not be written.
  const bool stated = !std::ranges::all_of(attribute.values, equal);
  std::string text = "enum(";
  for (const auto& share : attribute.values) {
    if (!text.ends_with('(')) text += ", ";
    text += share.value;
    if (stated) text += fmt::format(" {:.0f}", share.percent);
  }
  return text + ')';
}

std::string SizedText(std::string_view kind, const Attribute& attribute) {
  const auto size = SizeText(static_cast<std::uint64_t>(attribute.bytes));
  if (attribute.elements_max == 0) return fmt::format("{}({})", kind, size);
  return fmt::format("{}({} x {})", kind, PrintCount(attribute.elements_max), size);
}

std::string KindText(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kString:
      return attribute.distinct > 0 ? fmt::format("values({})", PrintCount(attribute.distinct))
                                    : "";
    case Kind::kFree:
      return "free";
    case Kind::kId:
      return "id";
    case Kind::kNumber:
      return attribute.width > 0 ? fmt::format("number({})", attribute.width) : "number";
    case Kind::kDate:
      return "date";
    case Kind::kTime:
      return "time";
    case Kind::kBool:
      return "bool";
    case Kind::kEnum:
      return EnumText(attribute);
    case Kind::kText:
      return SizedText("text", attribute);
    case Kind::kBlob:
      return SizedText("blob", attribute);
    case Kind::kMap:
      return SizedText("map", attribute);
    case Kind::kList:
      return SizedText("list", attribute);
    case Kind::kCounter:
      return "counter";
    case Kind::kVersion:
      return "version";
    case Kind::kExpiry:
      return attribute.lifetime_seconds > 0
                 ? fmt::format("ttl({})", PrintDuration(attribute.lifetime_seconds))
                 : "ttl";
  }
  return "";
}

std::string WhenText(const std::optional<Condition>& when) {
  return when ? fmt::format(" when {}={}", when->attribute, when->value) : "";
}

// Prints a template as written. Unlike TextOf, it puts a natural attribute in braces.
std::string Written(const Template& text) {
  std::string all;
  for (const auto& part : text.parts) all += TextOf(part);
  return all;
}

// Prints a key. A local index has only a sort key, so its line is the sort key alone.
std::string KeyText(const KeyPair& key) {
  std::string text = Written(key.partition);
  if (!key.partition.empty() && !key.sort.empty()) text += " / ";
  return text + Written(key.sort) + WhenText(key.when);
}

std::string CopyText(const Copy& copy) {
  KeyPair key = copy.key;
  key.when.reset();
  std::string text = KeyText(key);
  if (!copy.attributes.empty()) text += " (" + PrintNames(copy.attributes) + ")";
  return text + WhenText(copy.key.when) + (copy.via_stream ? " via stream" : "");
}

// Appends the attributes, as many on a line as fit.
void AppendAttributes(const Entity& entity, std::string& out) {
  constexpr std::size_t kLineBytes = 96;
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) out += "  attr " + std::exchange(line, "") + '\n';
  };
  for (const auto& attribute : entity.attributes) {
    if (attribute.inherited) continue;
    const auto kind = KindText(attribute);
    const auto text = kind.empty() ? attribute.name : attribute.name + ":" + kind;
    if (line.size() + text.size() > kLineBytes) end_line();
    line += (line.empty() ? "" : ", ") + text;
  }
  end_line();
}

std::vector<std::string> IdsOf(const Entity& entity) {
  std::vector<std::string> ids;
  for (const auto& attribute : entity.attributes) {
    if (attribute.kind == Kind::kId && !attribute.inherited) ids.push_back(attribute.name);
  }
  return ids;
}

void AppendEntity(const Model& model, const Entity& entity, std::string& out) {
  out += fmt::format("\nentity {} {} x {}", entity.name, PrintCount(entity.count),
                     SizeText(static_cast<std::uint64_t>(entity.bytes)));
  if (!entity.parent.empty()) {
    out += fmt::format(" in {}({}) {}..{}", entity.parent, entity.parent_key,
                       PrintCount(std::llround(entity.children_average)),
                       PrintCount(entity.children_max));
  }
  if (!entity.table.empty() && entity.table != model.tables.front().name) {
    out += " table " + entity.table;
  }
  out += entity.shared ? " shared\n" : "\n";
  AppendAttributes(entity, out);
  if (!entity.identity.empty() && entity.identity != IdsOf(entity)) {
    out += "  identity " + PrintNames(entity.identity) + '\n';
  }
  for (const auto& key : entity.keys) out += "  key " + KeyText(key) + '\n';
  for (const auto& copy : entity.copies) out += "  copy " + CopyText(copy) + '\n';
  for (const auto& guard : entity.guards) out += "  unique " + KeyText(guard) + '\n';
  for (const auto& entry : entity.entries) {
    out += "  " + entry.index + " " + KeyText(entry.key) + '\n';
  }
  for (const auto& skew : entity.skews) {
    out += fmt::format("  skew {} zipf {}\n", skew.attribute, skew.zipf);
  }
}

std::string AssertionText(const Assertion& assertion) {
  switch (assertion.type) {
    case Assertion::Type::kNoScan:
      return "no scan";
    case Assertion::Type::kOneRequest: {
      std::string text = "one request per read";
      for (const auto& exception : assertion.exceptions) {
        text += &exception == assertion.exceptions.data() ? " except " : ", ";
        text += fmt::format("{} <= {}", exception.pattern, exception.at_most);
      }
      return text;
    }
    case Assertion::Type::kCost:
      return fmt::format("cost {} <= {} {}", assertion.exceptions.front().pattern,
                         assertion.exceptions.front().at_most, assertion.writes ? "WCU" : "RCU");
    case Assertion::Type::kItems:
      return fmt::format("items {} = {}", assertion.exceptions.front().pattern,
                         assertion.exceptions.front().at_most);
    case Assertion::Type::kMayBeEmpty:
      return fmt::format("items {} may be empty", assertion.exceptions.front().pattern);
  }
  return "";
}

void AppendSamples(const Model& model, std::string& out) {
  if (model.samples.empty()) return;
  out += "sample ";
  for (const auto& sample : model.samples) {
    if (&sample != model.samples.data()) out += ", ";
    out += sample.min == sample.max ? fmt::format("{}", sample.min)
                                    : fmt::format("{}..{}", sample.min, sample.max);
    out += " " + sample.entity;
    const Entity* entity = model.FindEntity(sample.entity);
    if (entity != nullptr && !entity->parent.empty()) out += " each";
  }
  out += fmt::format(" seed {}\n", model.seed);
}

void AppendHead(const Model& model, std::string& out) {
  out += "model " + model.name;
  if (!model.text.empty()) out += " " + Quoted(model.text);
  out += '\n';
  for (const auto& table : model.tables) {
    out += TableLine(table) + '\n';
    for (const auto& index : model.indexes) {
      if (index.table == table.name) out += IndexLine(table, index) + '\n';
    }
  }
  if (model.tenant) {
    out +=
        fmt::format("tenant {} prefix {}\n", model.tenant->attribute, TextOf(model.tenant->prefix));
  }
}

void AppendPatterns(const Model& model, std::string& out) {
  if (model.patterns.empty()) return;
  out += "\npatterns\n";
  for (const auto& pattern : model.patterns) {
    out += fmt::format("  {} {}", pattern.id, PrintRate(pattern.per_second));
    if (pattern.peak_per_second > pattern.per_second) {
      out += " peak " + PrintRate(pattern.peak_per_second);
    }
    out += " " + PrintPattern(pattern) + '\n';
    if (pattern.stated) out += "      " + PrintStated(*pattern.stated) + '\n';
  }
}

void AppendTail(const Model& model, std::string& out) {
  if (!model.assertions.empty() || model.budget_per_month || model.indexes_max) out += '\n';
  for (const auto& assertion : model.assertions) {
    out += "assert " + AssertionText(assertion) + '\n';
  }
  if (model.budget_per_month) out += fmt::format("budget {} usd/month\n", *model.budget_per_month);
  if (model.indexes_max) out += fmt::format("limit {} indexes\n", *model.indexes_max);
  AppendSamples(model, out);
}

}  // namespace

std::string PrintPattern(const Pattern& pattern) {
  auto line = PrintRequest(pattern);
  if (!pattern.text.empty()) line += " " + Quoted(pattern.text);
  return line;
}

std::string PrintStated(const Stated& stated) {
  if (stated.key) return "as key " + KeyText(*stated.key);
  std::string text = "as query ";
  if (!stated.index.empty()) text += "on " + stated.index + " ";
  return text + Quoted(stated.expression);
}

std::string PrintCount(std::int64_t count) {
  constexpr std::array<std::pair<std::int64_t, char>, 3> kUnits{
      {{1'000'000'000, 'G'}, {1'000'000, 'M'}, {1'000, 'k'}}};
  for (const auto& [unit, letter] : kUnits) {
    if (count >= unit && count % unit == 0) return fmt::format("{}{}", count / unit, letter);
  }
  return fmt::format("{}", count);
}

std::string PrintRate(double per_second) {
  constexpr std::array<std::pair<double, std::string_view>, 4> kPeriods{
      {{1, "s"}, {60, "min"}, {kSecondsPerHour, "h"}, {24 * kSecondsPerHour, "day"}}};
  for (const auto& [seconds, name] : kPeriods) {
    const double count = per_second * seconds;
    const double whole = std::round(count);
    if (whole >= 1 && whole < static_cast<double>(kCountMax) &&
        std::abs(count - whole) < 1e-9 * whole) {
      return fmt::format("{}/{}", PrintCount(static_cast<std::int64_t>(whole)), name);
    }
  }
  // Use the shortest period in which the count reaches 1, or else the longest.
  const auto* const period = std::ranges::find_if(
      kPeriods, [&](const auto& each) { return per_second * each.first >= 1; });
  const auto& [seconds, name] = period == kPeriods.end() ? kPeriods.back() : *period;
  auto digits = fmt::format("{:.9f}", per_second * seconds);
  while (digits.ends_with('0')) digits.pop_back();
  if (digits.ends_with('.')) digits.pop_back();
  return fmt::format("{}/{}", digits, name);
}

std::string PrintDuration(std::int64_t seconds) {
  auto text = DurationText(seconds * kSecond);
  std::erase(text, ' ');
  return text;
}

std::string PrintKind(const Attribute& attribute) {
  const auto text = KindText(attribute);
  return text.empty() ? "string" : text;
}

std::string PrintNames(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

bool IsWord(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, IsNameLetter);
}

std::string CleanTableName(std::string_view text) {
  constexpr std::size_t kBytesMin = 3;
  constexpr std::size_t kBytesMax = 255;
  auto name = CleanName(text).substr(0, kBytesMax);
  return name.size() < kBytesMin ? name + "_table" : name;
}

std::string CleanName(std::string_view text) {
  std::string name;
  for (const char letter : text) {
    if (IsNameLetter(letter)) {
      name += letter;
    } else if (!name.empty() && !name.ends_with('_')) {
      name += '_';
    }
  }
  while (name.ends_with('_')) name.pop_back();
  while (name.starts_with('-')) name.erase(0, 1);  // two dashes begin a comment
  if (name.empty()) return "unnamed";
  constexpr std::array<std::string_view, 17> kTaken{
      "attr", "key", "copy",    "unique", "identity", "skew",  "as",    "peak", "if",
      "new",  "x",   "rewrite", "keys",   "range",    "limit", "local", "table"};
  if (std::ranges::find(kTaken, name) != kTaken.end()) name += '_';
  return name;
}

std::string Print(const Model& model) {
  std::string out;
  AppendHead(model, out);
  for (const auto& entity : model.entities) AppendEntity(model, entity, out);
  AppendPatterns(model, out);
  AppendTail(model, out);
  return Format(out);
}

}  // namespace stator::model
