#pragma once

// AWS's error texts for PartiQL, as fmt format strings (facts 10.4 to 10.8). Positions in texts are
// line:column:length, from 1. A text that no recording shows is marked as unverified.
namespace stator::texts {

// --- Syntax (facts 10.7) ---
inline constexpr char kStatementMalformed[] =
    "Statement wasn't well formed, can't be processed: {}";
inline constexpr char kTokenAfterStatement[] = "Unexpected token after expression";
inline constexpr char kUnexpectedTerm[] = "Unexpected term";
inline constexpr char kRightSideMissing[] = "Missing right-hand side expression of infix operator";
inline constexpr char kUnexpectedKeyword[] = "Unexpected keyword";
inline constexpr char kUnexpectedOperator[] = "Unexpected operator";
inline constexpr char kTypeNameExpected[] = "Expected type name";
inline constexpr char kIdentifierExpected[] = "Expected identifier for simple path";
inline constexpr char kPathComponentInvalid[] = "Invalid path dot component";
inline constexpr char kDataManipulationExpected[] = "Expected data manipulation";
// Unverified: AWS's texts for these are not recorded.
inline constexpr char kExpected[] = "Expected {}";
inline constexpr char kStatementTooDeep[] = "Expression is nested too deeply";

// --- Meaning of a statement's text (facts 10.7) ---
inline constexpr char kAliasUnsupported[] = "Aliasing is not supported";
inline constexpr char kIsTypeUnsupported[] = "Unsupported operation: IsType";
inline constexpr char kPathComponentUnexpected[] = "Unexpected path component at {}";
inline constexpr char kFunctionUnrecognized[] = "Unrecognized function: {} at {}";
inline constexpr char kStatementListIndex[] =
    "List index is not within the allowable range; index: [{}] at {}";
inline constexpr char kStatementTypeName[] =
    "Invalid attribute type name found; type: {}, valid types: {{N,BS,L,B,NULL,M,S,SS,NS,BOOL}}";
inline constexpr char kValueUnsupported[] = "Unsupported data type: {} under key {} at {}";
inline constexpr char kSetFunctionTarget[] =
    "The first argument to {} must equal the assignment value at {}";
inline constexpr char kSetFunctionValue[] =
    "The second argument to {} must be a value with type SET at {}";
inline constexpr char kSetFunctionArguments[] = "{} must have exactly two arguments at {}";
inline constexpr char kReturningOfDelete[] =
    "Invalid returning clause: RETURNING {} *. Only RETURNING ALL OLD * is allowed in DELETE "
    "statements.";
inline constexpr char kParametersMismatch[] =  // unverified
    "Number of parameters in request and statement don't match.";

inline constexpr char kItemNotMap[] = "The value of INSERT must be a map";  // unverified

// --- Reads and writes (facts 10.4 to 10.6) ---
inline constexpr char kTooManyReads[] = "Too many decomposed read operations for a given query.";
inline constexpr char kRangesOverlap[] =
    "Overlapping conditions with range keys are not supported in where clause";
inline constexpr char kKeyValueType[] =
    "Key value must be of type S, N, or B. Key name: {}, Key type: {}";
inline constexpr char kKeySchemaType[] =
    "Key attribute's data type should match its data type in table's schema: Key {}";
inline constexpr char kStatementMultiAttributeKey[] =
    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
    "multi-attribute RANGE keys.";
inline constexpr char kStatementIndexMissing[] = "The table does not have the specified index";
inline constexpr char kStatementConsistentIndex[] =
    "Strongly consistent read is not supported on Global Secondary Indexes";
inline constexpr char kWriteOnIndex[] = "This operation is not supported on an index";
inline constexpr char kIndexLacksAttributes[] =
    "One or more parameter values were invalid: Global secondary index {} does not project [{}]";
inline constexpr char kIndexLacksFilterAttributes[] =
    "One or more parameter values were invalid: Secondary index {} does not project one or more "
    "filter attributes: [{}]";
inline constexpr char kSeveralKeys[] =
    "Multiple conditions on same key {}. Only single item Update/Insert/Delete are supported";
inline constexpr char kKeyEqualityMissing[] =
    "Where clause does not contain a mandatory equality on all key attributes";
inline constexpr char kDuplicateItem[] = "Duplicate primary key exists in table";

// --- ORDER BY (facts 10.5) ---
inline constexpr char kOrderWithoutWhere[] =
    "Must have WHERE clause in the statement when using ORDER BY clause.";
inline constexpr char kOrderNotKey[] =
    "Attribute {} in ORDER BY clause must be part of the primary key";
inline constexpr char kOrderWithoutHash[] =
    "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY "
    "clause.";
inline constexpr char kOrderNeedsHash[] =
    "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
    "WHERE clause.";

// --- Pages, batches and transactions (facts 10.1, 10.8) ---
inline constexpr char kTokenOfOther[] = "NextToken does not match request";
inline constexpr char kTokenInvalid[] = "Invalid NextToken";
inline constexpr char kBatchReadNeedsKey[] =
    "Select statements within BatchExecuteStatement must specify the primary key in the where "
    "clause.";
inline constexpr char kBatchMixed[] =
    "Read and write requests together in the same batch is not supported.";
inline constexpr char kTransactionMixed[] =
    "ExecuteTransaction API does not support both read and write operations in the same request.";
inline constexpr char kTransactStatement[] = "Validation failed in TransactStatements[{}]: {}";
inline constexpr char kTransactReturning[] =
    "RETURNING clause is not supported in ExecuteTransaction.";
inline constexpr char kTransactIndex[] = "Reads on indices are not supported within transactions.";
inline constexpr char kTransactReadNeedsKey[] =
    "Select statements within ExecuteTransaction must specify the primary key in the where "
    "clause.";
inline constexpr char kExistsNeedsCondition[] =
    "EXISTS() must contain a single item read with additional condition";
inline constexpr char kExistsOutsideWrites[] =
    "EXISTS can only be used in ExecuteTransaction write requests.";

// --- Literals (facts 10.7) ---
inline constexpr char kBagEmpty[] = "Empty bags are not supported";
inline constexpr char kBagType[] =
    "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags";
inline constexpr char kBagDuplicateNumbers[] =
    "One or more parameter values were invalid: Input collection [{}] contains duplicates! under "
    "{}";
inline constexpr char kUnderPath[] = "{} under {}";  // a text of a number, and where it stands
inline constexpr char kMapDuplicateName[] =          // unverified
    "One or more parameter values were invalid: Duplicate value in attribute name: {}";

}  // namespace stator::texts
