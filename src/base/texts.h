#pragma once

#include "base/table_texts.h"  // IWYU pragma: export

// Every known error text of AWS, as fmt format strings. AWS's texts drift between regions and
// months, its codes do not. So all texts stand here, and those about tables in table_texts.h. The
// wire test that pins a text names its source. Odd spelling and spacing is AWS's.
namespace stator::texts {

// --- Shared prefixes ---
inline constexpr char kOneValidationError[] = "1 validation error detected: {}";
inline constexpr char kValidationErrors[] = "{} validation errors detected: {}";

// --- Time to live (facts 9.1) ---
inline constexpr char kTimeToLiveEnabled[] = "TimeToLive is already enabled";
inline constexpr char kTimeToLiveDisabled[] = "TimeToLive is already disabled";
inline constexpr char kTimeToLiveOtherAttribute[] =
    "TimeToLive is active on a different AttributeName: current AttributeName is {}";
inline constexpr char kTimeToLiveTooOften[] =
    "Time to live has been modified multiple times within a fixed interval";

// --- Model constraints (facts 1.7) ---
inline constexpr char kConstraint[] = "Value '{}' at '{}' failed to satisfy constraint: {}";
inline constexpr char kConstraintNoValue[] = "Value at '{}' failed to satisfy constraint: {}";
inline constexpr char kConstraintNull[] =
    "Value null at '{}' failed to satisfy constraint: Member must not be null";
inline constexpr char kMinLength[] = "Member must have length greater than or equal to {}";
inline constexpr char kMaxLength[] = "Member must have length less than or equal to {}";
inline constexpr char kMinValue[] = "Member must have value greater than or equal to {}";
inline constexpr char kMaxValue[] = "Member must have value less than or equal to {}";
inline constexpr char kValueRange[] = "Member must have value between {} and {}";
inline constexpr char kPattern[] = "Member must satisfy regular expression pattern: {}";
inline constexpr char kMapKeys[] = "Map keys must satisfy constraint: [{}]";
inline constexpr char kMapValues[] = "Map value must satisfy constraint: [{}]";
inline constexpr char kEnum[] = "Member must satisfy enum value set: [{}]";
// For an unknown ReturnValues on the newer layer; the list is AWS's (findings 2.1).
inline constexpr char kReturnValuesUnknown[] =
    "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, "
    "ALL_NEW, UPDATE_NEW, NONE]";
inline constexpr char kTableNameRequired[] =
    "The parameter 'TableName' is required but was not present in the request";
inline constexpr char kTableNameLength[] =
    "TableName must be at least 3 characters long and at most 255 characters long";

// --- JSON of the wrong type (facts 1.9) ---
inline constexpr char kNotConvertible[] = "{} cannot be converted to {}";
inline constexpr char kUnrecognizedCollection[] = "Unrecognized collection type {}";
inline constexpr char kUnexpectedStructure[] = "Start of structure or map found where not expected";
inline constexpr char kUnexpectedToken[] = "Unexpected token received from parser";
inline constexpr char kUnexpectedField[] = "Unexpected field type";
inline constexpr char kUnexpectedValue[] = "Unexpected value type in payload";
inline constexpr char kBlobNotString[] = "only base-64-encoded strings are convertible to bytes";
inline constexpr char kBase64Length[] =
    "Base64 encoded length is expected a multiple of 4 bytes but found: {}";
inline constexpr char kBase64Character[] = "Invalid last non-pad Base64 character dectected";

// --- Attribute values (facts 2.1, 2.2) ---
inline constexpr char kValueEmpty[] =
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
inline constexpr char kValueAmbiguous[] =
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
    "supported datatypes";
inline constexpr char kNullFalse[] =
    "One or more parameter values were invalid: Null attribute value types must have the value of "
    "true";
inline constexpr char kStringSetEmpty[] =
    "One or more parameter values were invalid: An string set  may not be empty";
inline constexpr char kNumberSetEmpty[] =
    "One or more parameter values were invalid: An number set  may not be empty";
inline constexpr char kBinarySetEmpty[] =
    "One or more parameter values were invalid: Binary sets should not be empty";
inline constexpr char kStringSetDuplicates[] =
    "One or more parameter values were invalid: Input collection [{}] contains duplicates.";
inline constexpr char kBinarySetDuplicates[] =
    "One or more parameter values were invalid: Input collection [{}]of type BS contains "
    "duplicates.";
inline constexpr char kNumberSetDuplicates[] = "Input collection contains duplicates";
inline constexpr char kNumberSetDuplicatesNewer[] =
    "One or more parameter values were invalid: Input collection contains duplicates.";
inline constexpr char kNestedTooDeep[] =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";
// For an update's result.
inline constexpr char kUpdateTooDeep[] = "Nesting Levels have exceeded supported limits";
inline constexpr char kAttributeNameEmpty[] = "Empty attribute name";
inline constexpr char kAttributeNameLength[] =
    "One or more parameter values were invalid: Attribute name is too large, must be less than "
    "65536 bytes";
inline constexpr char kNotNumeric[] = "The parameter cannot be converted to a numeric value";
inline constexpr char kNotNumericText[] =
    "The parameter cannot be converted to a numeric value: {}";
inline constexpr char kNumberOverflow[] =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
inline constexpr char kNumberUnderflow[] =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
inline constexpr char kNumberDigits[] =
    "Attempting to store more than 38 significant digits in a Number";

// --- Items and keys (facts 2.4, 2.5) ---
inline constexpr char kItemTooLarge[] = "Item size has exceeded the maximum allowed size";
inline constexpr char kUpdatedItemTooLarge[] =
    "Item size to update has exceeded the maximum allowed size";
inline constexpr char kPartitionKeyTooLarge[] =
    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size "
    "limit of2048 bytes";
inline constexpr char kSortKeyTooLarge[] =
    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the "
    "size limit of 1024 bytes";
inline constexpr char kKeyMismatch[] = "The provided key element does not match the schema";
inline constexpr char kKeyMissing[] =
    "One or more parameter values were invalid: Missing the key {} in the item";
inline constexpr char kKeyType[] =
    "One or more parameter values were invalid: Type mismatch for key {} expected: {} actual: {}";
inline constexpr char kKeyEmpty[] =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
    "contain an empty {} value. Key: {}";
inline constexpr char kIndexKeyType[] =
    "One or more parameter values were invalid: Type mismatch for Index Key {} Expected: {} "
    "Actual: {} IndexName: {}";
inline constexpr char kIndexKeyEmpty[] =
    "One or more parameter values are not valid. A value specified for a secondary index key is "
    "not supported. The AttributeValue for a key attribute cannot contain an empty {} value. "
    "IndexName: {}, IndexKey: {}";
inline constexpr char kIndexKeyEmptyByUpdate[] =
    "One or more parameter values are not valid. The update expression attempted to update a "
    "secondary index key to a value that is not supported. The AttributeValue for a key attribute "
    "cannot contain an empty {} value.";
inline constexpr char kIndexKeyTypeByUpdate[] =
    "The update expression attempted to update the secondary index key to unsupported type";
inline constexpr char kCannotUpdateKey[] =
    "One or more parameter values were invalid: Cannot update attribute {}. This attribute is part "
    "of the key";
inline constexpr char kKeyPathNotScalar[] =
    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
    "{}: {}";

inline constexpr char kCollectionTooLarge[] = "Item collection size limit of 10 GB exceeded";

// --- Transactions (facts 7.1) ---
inline constexpr char kTransactionConflict[] = "Transaction is ongoing for the item";
inline constexpr char kTransactionCancelled[] =
    "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]";
inline constexpr char kCollectionTooLargeReason[] = "Collection size exceeded.";
inline constexpr char kTransactionDuplicates[] =
    "Transaction request cannot include multiple operations on one item";
inline constexpr char kTransactionAmbiguous[] =
    "TransactItems can only contain one of Check, Put, Update or Delete";
inline constexpr char kTransactionEmptyAction[] =
    "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request";
inline constexpr char kTransactionTooLarge[] = "Transaction request size cannot exceed 4 MB";
inline constexpr char kTransactionReplyTooLarge[] =
    "Aggregated size of all items in the transaction response cannot exceed 4 MB";
inline constexpr char kTokenMismatch[] =
    "The request uses the same client token as a previous, but non-identical request. Do not reuse "
    "a client token with different requests, unless the requests are identical";
inline constexpr char kTooManyTokens[] =
    "Too many transactions with tokens in the last ten minutes. Please wait a little and try "
    "again.";
inline constexpr char kTransactionWritesTooMuch[] =
    "The transaction would write more than 64 MB, with all its index entries";
inline constexpr char kTransactionInProgress[] =
    "The transaction with the given request token is already in progress.";
inline constexpr char kTransactionUnfinished[] =
    "The transaction is decided but not finished. Send it again with the same token.";

// --- Batches (facts 4.5, 4.6) ---
inline constexpr char kBatchEmpty[] = "The requestItems parameter is required for {}";
inline constexpr char kBatchTooLarge[] = "Too many items requested for the {} call";
inline constexpr char kBatchDuplicates[] = "Provided list of item keys contains duplicates";

// --- Items and expressions ---
inline constexpr char kConditionFailed[] = "The conditional request failed";

// --- Expressions (facts 3.1 to 3.6) ---
inline constexpr char kInvalidExpression[] = "Invalid {}: {}";  // parameter, one of the texts below
inline constexpr char kExpressionEmpty[] = "The expression can not be empty;";
inline constexpr char kExpressionTooLong[] =
    "Expression size has exceeded the maximum allowed size;";
inline constexpr char kExpressionSize[] = " expression size: {}";  // after the text above
inline constexpr char kSyntaxError[] = "Syntax error; token: \"{}\", near: \"{}\"";
inline constexpr char kEndOfInput[] = "<EOF>";  // as the token of kSyntaxError
// Ours: AWS has no such bound, or does not document it.
inline constexpr char kTooManyConditions[] =
    "One or more parameter values were invalid: Number of conditions exceeds the limit of {}";
inline constexpr char kTooManyOperators[] =
    "The expression contains too many operators; operator count: {}";
inline constexpr char kTooManyChoices[] =
    "The IN operator is provided with too many operands; number of operands: {}";
inline constexpr char kPathTooDeep[] =
    "The document path has too many nesting levels; nesting levels: {}";
inline constexpr char kListIndexRange[] =
    "List index is not within the allowable range; index: [{}]";
inline constexpr char kRedundantParentheses[] = "The expression has redundant parentheses;";
inline constexpr char kReservedWord[] =
    "Attribute name is a reserved keyword; reserved keyword: {}";
inline constexpr char kUnknownFunction[] = "Invalid function name; function: {}";
inline constexpr char kFunctionNotInUpdate[] =
    "The function is not allowed in an update expression; function: {}";
inline constexpr char kFunctionNotInCondition[] =
    "The function is not allowed in a condition expression; function: {}";
inline constexpr char kMisusedFunction[] =
    "The function is not allowed to be used this way in an expression; function: {}";
inline constexpr char kSectionRepeated[] =
    "The \"{}\" section can only be used once in an update expression;";
inline constexpr char kUndefinedName[] =
    "An expression attribute name used in the document path is not defined; attribute name: {}";
inline constexpr char kUndefinedValue[] =
    "An expression attribute value used in expression is not defined; attribute value: {}";
inline constexpr char kOperandCount[] =
    "Incorrect number of operands for operator or function; operator or function: {}, number of "
    "operands: {}";
inline constexpr char kPathRequired[] =
    "Operator or function requires a document path; operator or function: {}";
inline constexpr char kOperandType[] =
    "Incorrect operand type for operator or function; operator or function: {}, operand type: {}";
inline constexpr char kAnyTypeButLiteral[] = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";  // in kOperandType
inline constexpr char kActionOperandType[] =
    "Incorrect operand type for operator or function; operator: {0}, operand type: {1}, typeSet: "
    "ALLOWED_FOR_{0}_OPERAND";
inline constexpr char kUnknownTypeName[] =
    "Invalid attribute type name found; type: {}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}";
inline constexpr char kOperandsNotDistinct[] =
    "The first operand must be distinct from the remaining operands for this operator or function; "
    "operator: {}, first operand: {}";
inline constexpr char kBetweenTypes[] =
    "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: "
    "AttributeValue: {}, upper bound operand: AttributeValue: {}";
inline constexpr char kBetweenOrder[] =
    "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower "
    "bound operand: AttributeValue: {}, upper bound operand: AttributeValue: {}";
inline constexpr char kPathsOverlap[] =
    "Two document paths overlap with each other; must remove or rewrite one of these paths; path "
    "one: {}, path two: {}";
inline constexpr char kPathsConflict[] =
    "Two document paths conflict with each other; must remove or rewrite one of these paths; path "
    "one: {}, path two: {}";
inline constexpr char kPlaceholdersEmpty[] = "{} must not be empty";
inline constexpr char kPlaceholderSyntax[] = "{} contains invalid key: Syntax error; key: \"{}\"";
inline constexpr char kPlaceholderMeaning[] = "{} contains invalid value: {} for key {}";
inline constexpr char kPlaceholdersTooLarge[] =  // our wording: AWS's is not known
    "The total size of ExpressionAttributeNames and ExpressionAttributeValues has exceeded the "
    "maximum allowed size";
inline constexpr char kPlaceholdersUnused[] =
    "Value provided in {} unused in expressions: keys: {{{}}}";
inline constexpr char kOperandMissing[] =
    "The provided expression refers to an attribute that does not exist in the item";
inline constexpr char kUpdatePathInvalid[] =
    "The document path provided in the update expression is invalid for update";
inline constexpr char kUpdateOperandType[] =
    "An operand in the update expression has an incorrect data type";

// --- Legacy parameters (facts 3.9) ---
inline constexpr char kDuplicateAttribute[] =
    "One or more parameter values were invalid: Duplicate value in attribute name: {}";
inline constexpr char kArgumentCount[] =
    "One or more parameter values were invalid: Invalid number of argument(s) for the {} "
    "ComparisonOperator";
inline constexpr char kArgumentTypesDiffer[] =
    "One or more parameter values were invalid: AttributeValues inside AttributeValueList must be "
    "of same type";
inline constexpr char kArgumentType[] =
    "One or more parameter values were invalid: ComparisonOperator {} is not valid for {} "
    "AttributeValue type";
inline constexpr char kRangeReversed[] =
    "The BETWEEN condition was provided a range where the lower bound is greater than the upper "
    "bound";
inline constexpr char kExistsWithOperator[] =
    "One or more parameter values were invalid: Exists and ComparisonOperator cannot be used "
    "together for Attribute: {}";
inline constexpr char kValueWithList[] =
    "One or more parameter values were invalid: Value and AttributeValueList cannot be used "
    "together for Attribute: {}";
inline constexpr char kListWithoutOperator[] =
    "One or more parameter values were invalid: AttributeValueList can only be used with a "
    "ComparisonOperator for Attribute: {}";
inline constexpr char kValueOfNothing[] =
    "One or more parameter values were invalid: Value cannot be used when Exists is false for "
    "Attribute: {}";
inline constexpr char kOperatorWithoutValue[] =
    "One or more parameter values were invalid: Value or AttributeValueList must be used with "
    "ComparisonOperator: {} for Attribute: {}";
inline constexpr char kExistsWithoutValue[] =
    "One or more parameter values were invalid: Value must be provided when Exists is {} for "
    "Attribute: {}";
inline constexpr char kJunctionWithoutConditions[] =
    "ConditionalOperator cannot be used without Filter or Expected";
inline constexpr char kJunctionOfOne[] =
    "ConditionalOperator can only be used when Filter or Expected has two or more elements";
inline constexpr char kJunctionUnknown[] =
    "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]";
inline constexpr char kOperatorUnknown[] =
    "One or more parameter values were invalid: Invalid comparison operator";
inline constexpr char kActionUnknown[] =
    "Member must satisfy enum value set: [ADD, DELETE, PUT]' for Action";
inline constexpr char kActionWithoutValue[] =
    "One or more parameter values were invalid: Only DELETE action is allowed when no attribute "
    "value is specified";
inline constexpr char kDeleteType[] =
    "One or more parameter values were invalid: DELETE action with value is not supported for the "
    "type {}";
inline constexpr char kAddType[] =
    "One or more parameter values were invalid: ADD action is not supported for the type {}";
inline constexpr char kAttributeUpdateMismatch[] = "Type mismatch for attribute to update";
inline constexpr char kNotIndexable[] =
    "Attempted conditional constraint is not an indexable operation";
inline constexpr char kQueryFilterOnKey[] =
    "QueryFilter can only contain non-primary key attributes: Primary key attribute: {}";

// --- Lookups (facts 1.10) ---
inline constexpr char kNotFound[] = "Requested resource not found";
inline constexpr char kTableNotFound[] = "Requested resource not found: Table: {} not found";
inline constexpr char kBackupTableNotFound[] = "Table not found: {}";
inline constexpr char kArnNotFound[] = "Requested resource not found: ResourcArn: {} not found";

// --- Parameters of item operations (facts 3.4, 3.6) ---
inline constexpr char kMixedParameters[] =
    "Can not use both expression and non-expression parameters in the same request: "
    "Non-expression parameters: {{{}}} Expression parameters: {{{}}}";
inline constexpr char kNamesWithoutExpression[] =
    "ExpressionAttributeNames can only be specified when using expressions";
inline constexpr char kValuesWithoutExpression[] =
    "ExpressionAttributeValues can only be specified when using expressions";
inline constexpr char kMissingExpressions[] = ": {} null";  // after the text above, older layer
inline constexpr char kPlaceholderValue[] =
    "ExpressionAttributeValues contains invalid value: {} for key {}";
inline constexpr char kReturnValues[] = "ReturnValues can only be ALL_OLD or NONE";

// --- Query and Scan (facts 3.7, 4, 5.4, 5.5) ---
inline constexpr char kNoKeyCondition[] =
    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
    "request.";
inline constexpr char kConditionCount[] = "Conditions can be of length 1 or 2 only";
inline constexpr char kTooManyKeyConditions[] =
    "The number of query conditions ({}) exceeds the number of key attributes defined in the "
    "schema ({})";
inline constexpr char kMissedKeyElement[] = "Query condition missed key schema element: {}";
inline constexpr char kKeyConditionUnsupported[] = "Query key condition not supported";
inline constexpr char kRangeKeyGap[] =
    "RANGE key attributes {} must have equality conditions specified in the query because a "
    "condition is present on key attribute {}";
inline constexpr char kKeyConditionOperator[] =
    "Invalid operator used in KeyConditionExpression: {}";
inline constexpr char kKeyConditionRepeated[] =
    "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per "
    "key";
inline constexpr char kKeyConditionNested[] =
    "KeyConditionExpressions cannot contain nested operations";
inline constexpr char kKeyConditionNestedAttribute[] =
    "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested "
    "attributes";
inline constexpr char kKeyConditionKeyFirst[] =
    "Invalid condition in KeyConditionExpression: {} operator must have the key attribute as its "
    "first operand";
inline constexpr char kKeyConditionSeveralNames[] =
    "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition";
inline constexpr char kKeyConditionNoKey[] =
    "Invalid condition in KeyConditionExpression: No key attribute specified";
inline constexpr char kConditionType[] =
    "One or more parameter values were invalid: Condition parameter type does not match schema "
    "type";
inline constexpr char kFilterOnKey[] =
    "Filter Expression can only contain non-primary key attributes: Primary key attribute: {}";
inline constexpr char kStartKey[] = "The provided starting key is invalid";
inline constexpr char kStartKeyBecause[] = "The provided starting key is invalid: {}";
inline constexpr char kStartKeyOutside[] =
    "The provided starting key is outside query boundaries based on provided conditions";
inline constexpr char kStartKeyPredicate[] =
    "The provided starting key does not match the range key predicate";
inline constexpr char kStartKeyOneRow[] =
    "The query can return at most one row and cannot be restarted";
inline constexpr char kStartKeySingle[] =
    "The provided exclusive start key is invalid: ExclusiveStartKey: {{{}=AttributeValue: {}}}";
inline constexpr char kStartKeySegment[] =
    "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
    "ExclusiveStartKey with correct Segment. TotalSegments: {} Segment: {}";
inline constexpr char kIndexBackfilling[] =
    "Cannot read from backfilling global secondary index: {}";
inline constexpr char kIndexMissing[] = "The table does not have the specified index: {}";
inline constexpr char kConsistentGlobalIndex[] =
    "Consistent reads are not supported on global secondary indexes";
inline constexpr char kSelectWithList[] = "Cannot specify the {} when choosing to get {}";
inline constexpr char kSelectWithoutList[] =
    "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
    "SPECIFIC_ATTRIBUTES";
inline constexpr char kSelectWithoutIndex[] =
    "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName";
inline constexpr char kSelectAllOfIndex[] =
    "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for "
    "global secondary index {} because its projection type is not ALL";
inline constexpr char kNotProjected[] =
    "One or more parameter values were invalid: Global secondary index {} does not project [{}]";
inline constexpr char kTotalSegmentsMissing[] =
    "The TotalSegments parameter is required but was not present in the request when Segment "
    "parameter is present";
inline constexpr char kSegmentMissing[] =
    "The Segment parameter is required but was not present in the request when parameter "
    "TotalSegments is present";
inline constexpr char kSegmentTooLarge[] =
    "The Segment parameter is zero-based and must be less than parameter TotalSegments";
inline constexpr char kSegmentNotLess[] =  // after the text above, older layer
    ": Segment: {} is not less than TotalSegments: {}";

// --- Overload (ours: AWS has no text for a full queue) ---
inline constexpr char kTooManyWrites[] = "Too many writes are waiting; try again";

// --- Ours: AWS has no such text ---
inline constexpr char kInternal[] = "Internal server error";
inline constexpr char kOperationNotBuilt[] = "The operation {} is not supported by this version";
inline constexpr char kPoolFull[] = "Too many requests are waiting for a worker; try again later.";
inline constexpr char kTableUnsettled[] =
    "The table kept changing while the request ran; try again later.";

// --- Signatures (facts 1.6) ---
inline constexpr char kRequestTooLarge[] = "Request size {} exceeded {} bytes";
inline constexpr char kInflatedTooLarge[] = "Request size exceeded {} bytes";
inline constexpr char kBodyBroken[] = "Internal server error";  // a body that does not inflate
inline constexpr char kAuthBoth[] =
    "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.";
inline constexpr char kAuthMissing[] = "Request is missing Authentication Token";
inline constexpr char kAuthHeaderPart[] = "Authorization header requires '{}' parameter. ";
inline constexpr char kAuthHeaderDate[] =
    "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
inline constexpr char kAuthHeaderEnd[] = "Authorization={}";
inline constexpr char kAuthQueryPart[] = "AWS query-string parameters must include '{}'. ";
inline constexpr char kAuthQueryEnd[] = "Re-examine the query-string parameters.";
inline constexpr char kAuthDateForm[] =
    "Date must be in ISO-8601 'basic format'. Got '{}'. See http://en.wikipedia.org/wiki/ISO_8601";
inline constexpr char kAuthExpired[] = "Signature expired: {} is now earlier than {} ({} - {}.)";
inline constexpr char kAuthNotYet[] =
    "Signature not yet current: {} is still later than {} ({} + {}.)";
inline constexpr char kAuthHostUnsigned[] =
    "'Host' must be a 'SignedHeader' in the AWS Authorization.";
inline constexpr char kAuthAlgorithm[] =
    "Unsupported AWS 'algorithm': '{}' (only AWS4-HMAC-SHA256 for now). ";
inline constexpr char kAuthCredential[] =
    "Credential must have exactly 5 slash-delimited elements, e.g. "
    "keyid/date/region/service/term, got '{}'";
inline constexpr char kAuthRegion[] = "Credential should be scoped to a valid region, not '{}'. ";
inline constexpr char kAuthService[] = "Credential should be scoped to correct service: '{}'. ";
inline constexpr char kAuthTerminator[] =
    "Credential should be scoped with a valid terminator: 'aws4_request', not '{}'. ";
inline constexpr char kAuthScopeDate[] =
    "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
    "'{}' != '{}', from '{}'.";
inline constexpr char kAuthUnknownKey[] = "The security token included in the request is invalid.";
inline constexpr char kAuthExpires[] =
    "X-Amz-Expires must be a whole number of seconds from 0 to 604800";  // ours
inline constexpr char kAuthMismatch[] =
    "The request signature we calculated does not match the signature you provided. Check your AWS "
    "Secret Access Key and signing method. Consult the service documentation for details.\n\n"
    "The Canonical String for this request should have been\n'{}'\n\n"
    "The String-to-Sign should have been\n'{}'\n";
inline constexpr char kAuthTokenInvalid[] = "The security token included in the request is invalid";
inline constexpr char kAuthTokenExpired[] = "The security token included in the request is expired";

// --- Streams (facts 8) ---
inline constexpr char kStreamNotFound[] = "Requested resource not found: Stream: {} not found";
inline constexpr char kShardNotFound[] = "Requested resource not found: Shard does not exist";
inline constexpr char kStreamTrimmed[] = "The data you are trying to access has been trimmed";
inline constexpr char kIteratorExpired[] = "Shard iterator has expired";
inline constexpr char kIteratorInvalid[] = "Invalid ShardIterator";
inline constexpr char kStreamArnInvalid[] = "Invalid StreamArn";
inline constexpr char kSequenceNumberInvalid[] = "Invalid SequenceNumber for the shard";
inline constexpr char kSequenceNumberMissing[] =
    "One or more parameter values were invalid: SequenceNumber cannot be null";
inline constexpr char kSequenceNumberUnexpected[] =
    "One or more parameter values were invalid: SequenceNumber should not be passed for this "
    "iterator type";
inline constexpr char kShardFilterIncomplete[] = "ShardFilter must have both Type and ShardId";
inline constexpr char kShardReadTooOften[] = "Rate exceeded for shard {}";
inline constexpr char kTooManyStreams[] =
    "Subscriber limit exceeded: There is a limit of {} streams";

// --- Admin functions (Stator's own) ---
inline constexpr char kHoldBody[] =
    "The body must name an item: {\"TableName\": \"t\", \"Key\": {\"pk\": {\"S\": \"a\"}}}.";
inline constexpr char kSplitBody[] =
    "The body may be empty or have index, the name of a global index, partition, a number, and "
    "key, the key of an item.";
inline constexpr char kSplitIndexKey[] =
    "The key of an index entry must have the index's partition key. It may have a part of the sort "
    "key, and the table's key to name one entry.";
inline constexpr char kCapacityBody[] =
    "The body must be {\"mode\": \"off\"}. The mode is off, observe, enforce, or null for the mode "
    "of the server.";

// --- Throttling (facts 6.5) ---
inline constexpr char kThrottledTableUnits[] =
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing your provisioning level with the UpdateTable API.";
inline constexpr char kThrottledIndexUnits[] =
    "The level of configured provisioned throughput for one or more global secondary indexes of "
    "the table was exceeded. Consider increasing your provisioning level for the "
    "under-provisioned global secondary indexes with the UpdateTable API.";
inline constexpr char kThrottledTableOnDemand[] =
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically "
    "scaling your table or index so please try again shortly. If exceptions persist, check if you "
    "have a hot key: "
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
    "bp-partition-key-design.html.";
inline constexpr char kThrottledIndexOnDemand[] =
    "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is "
    "automatically scaling your index so please try again shortly.";
inline constexpr char kThrottledAccount[] =
    "Throughput exceeds the current throughput limit for your account. Please contact AWS Support "
    "at https://aws.amazon.com/support request a limit increase";

// --- Splitting partitions (Stator's own) ---
inline constexpr char kNoSuchPartition[] = "There is no partition {}.";
inline constexpr char kKeyElsewhere[] = "The key is not in partition {}.";
inline constexpr char kTooManyPartitions[] =
    "A table has {} partitions at most, and so has a global index.";
inline constexpr char kNoIndexToSplit[] = "The table has no global index {}.";
inline constexpr char kSplitAtEdge[] = "There is nothing to split: the partition begins there.";

}  // namespace stator::texts
