#include "expr/ast.h"

#include <utility>

namespace stator::expr::ast {

std::string_view FunctionName(Function function) {
  switch (function) {
    case Function::kAttributeExists:
      return "attribute_exists";
    case Function::kAttributeNotExists:
      return "attribute_not_exists";
    case Function::kAttributeType:
      return "attribute_type";
    case Function::kBeginsWith:
      return "begins_with";
    case Function::kContains:
      return "contains";
    case Function::kSize:
      return "size";
    case Function::kIfNotExists:
      return "if_not_exists";
    case Function::kListAppend:
      return "list_append";
  }
  std::unreachable();
}

std::string_view ComparatorText(Comparator comparator) {
  switch (comparator) {
    case Comparator::kEqual:
      return "=";
    case Comparator::kNotEqual:
      return "<>";
    case Comparator::kLess:
      return "<";
    case Comparator::kLessOrEqual:
      return "<=";
    case Comparator::kGreater:
      return ">";
    case Comparator::kGreaterOrEqual:
      return ">=";
  }
  std::unreachable();
}

std::string_view VerbName(Verb verb) {
  switch (verb) {
    case Verb::kSet:
      return "SET";
    case Verb::kRemove:
      return "REMOVE";
    case Verb::kAdd:
      return "ADD";
    case Verb::kDelete:
      return "DELETE";
  }
  std::unreachable();
}

}  // namespace stator::expr::ast
