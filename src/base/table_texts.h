#pragma once

// The error texts about tables, their indexes and tags. Part of texts.h: include that file instead
// of this one.
namespace stator::texts {

// --- Tables (facts 5.1, 5.2, 9.7) ---
inline constexpr char kTableExists[] = "Table already exists: {}";
inline constexpr char kTableBeingCreated[] =
    "Attempt to change a resource which is still in use: Table is being created: {}";
inline constexpr char kTableBeingUpdated[] =
    "Attempt to change a resource which is still in use: Table is being updated: {}";
inline constexpr char kTableBeingDeleted[] =
    "Attempt to change a resource which is still in use: Table is being deleted: {}";
inline constexpr char kTableIndexesChanging[] =
    "Attempt to change a resource which is still in use: Cannot delete table while indexes are "
    "being created, updated, or deleted.";
inline constexpr char kIndexAllocating[] =
    "Attempt to change a resource which is still in use: Index creation is in resource allocation "
    "phase. Retry deletion during backfilling phase or when the index is active.";
inline constexpr char kTableProtected[] =
    "Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
    "protection first.";
inline constexpr char kTooManyTables[] =
    "Subscriber limit exceeded: There is a limit of {} tables per subscriber";
inline constexpr char kOnDemandWithUnits[] =
    "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits "
    "can be specified when BillingMode is PAY_PER_REQUEST";
inline constexpr char kProvisionedWithoutUnits[] =
    "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both "
    "be specified when BillingMode is PROVISIONED";
inline constexpr char kIndexWithUnits[] =
    "One or more parameter values were invalid: ProvisionedThroughput should not be specified for "
    "index: {} when BillingMode is PAY_PER_REQUEST";
inline constexpr char kIndexWithoutUnits[] =
    "One or more parameter values were invalid: ProvisionedThroughput must be specified for index: "
    "{}";
inline constexpr char kUnitsOutOfBounds[] = "Given value {} for {} is out of bounds";
inline constexpr char kOnDemandLimitsProvisioned[] =
    "One or more parameter values were invalid: {} for OnDemandThroughput cannot be specified when "
    "table BillingMode is PROVISIONED.";
inline constexpr char kOnDemandLimitsProvisionedUpdate[] =
    "One or more parameter values were invalid: {} for OnDemandThroughput cannot be specified when "
    "the table BillingMode is PROVISIONED";
inline constexpr char kOnDemandLimitsRange[] =
    "One or more parameter values were invalid: Requested {} for OnDemandThroughput for {} is "
    "outside of valid range";
inline constexpr char kWarmThroughputEmpty[] =
    "One or more parameter values were invalid: WarmThroughput for {} must have ReadUnitsPerSecond "
    "or WriteUnitsPerSecond";
inline constexpr char kWarmThroughputRange[] =
    "One or more parameter values were invalid: Requested {} for WarmThroughput for {} is lower "
    "than {} WarmThroughput";
inline constexpr char kKeyWithoutDefinition[] =
    "Invalid KeySchema: Some index key attribute have no definition";
inline constexpr char kKeysNotDefined[] =
    "One or more parameter values were invalid: Some index key attributes are not defined in "
    "AttributeDefinitions. Keys: [{}], AttributeDefinitions: [{}]";
inline constexpr char kSameKeyName[] =
    "Both the Hash Key and the Range Key element in the KeySchema have the same name";
inline constexpr char kFirstNotHash[] =
    "Invalid KeySchema: The first KeySchemaElement is not a HASH key type";
inline constexpr char kSecondNotRange[] =
    "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type";
inline constexpr char kUnusedDefinitions[] =
    "One or more parameter values were invalid: Number of attributes in KeySchema does not exactly "
    "match number of attributes defined in AttributeDefinitions";
// The same for a table with indexes.
inline constexpr char kUnusedIndexDefinitions[] =
    "One or more parameter values were invalid: Some AttributeDefinitions are not used. "
    "AttributeDefinitions: [{}], keys used: [{}]";
inline constexpr char kDuplicateDefinition[] =
    "One or more parameter values were invalid: Duplicate AttributeName in AttributeDefinitions: "
    "{}";
inline constexpr char kLocalIndexesEmpty[] =
    "One or more parameter values were invalid: List of LocalSecondaryIndexes is empty";
inline constexpr char kGlobalIndexesEmpty[] =
    "One or more parameter values were invalid: List of GlobalSecondaryIndexes is empty";
inline constexpr char kLocalIndexNeedsRange[] =
    "One or more parameter values were invalid: Table KeySchema does not have a range key, which "
    "is required when specifying a LocalSecondaryIndex";
inline constexpr char kLocalIndexRange[] =
    "One or more parameter values were invalid: Index KeySchema does not have a range key for "
    "index: {}";
inline constexpr char kLocalIndexHash[] =
    "One or more parameter values were invalid: Index KeySchema does not have the same leading "
    "hash key as table KeySchema for index: {}. index hash key: {}, table hash key: {}";
inline constexpr char kTooManyLocalIndexes[] =
    "One or more parameter values were invalid: Number of LocalSecondaryIndexes exceeds per-table "
    "limit of 5";
inline constexpr char kTooManyGlobalIndexes[] =
    "One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the per-table "
    "limit of 20";
inline constexpr char kDuplicateIndex[] =
    "One or more parameter values were invalid: Duplicate index name: {}";
inline constexpr char kProjectionNull[] =
    "One or more parameter values were invalid: Unknown ProjectionType: null";
inline constexpr char kProjectionExtra[] =
    "One or more parameter values were invalid: ProjectionType is {}, but NonKeyAttributes is "
    "specified";
inline constexpr char kProjectionMissing[] =
    "One or more parameter values were invalid: ProjectionType is INCLUDE, but NonKeyAttributes is "
    "not specified";
inline constexpr char kProjectionDuplicate[] =
    "One or more parameter values were invalid: Duplicate attribute name in NonKeyAttributes: {}";
inline constexpr char kTooManyProjected[] =
    "One or more parameter values were invalid: Number of user-specified projected attributes "
    "exceeds the per-table limit of 100";
// AWS's exact texts for multi-attribute keys are unknown. These contain the words that are known.
inline constexpr char kIndexHashCount[] =
    "One or more parameter values were invalid: Number of HASH key attributes exceeds the limit of "
    "4 for index: {}";
inline constexpr char kIndexRangeCount[] =
    "One or more parameter values were invalid: Number of RANGE key attributes exceeds the limit "
    "of 4 for index: {}";
inline constexpr char kIndexKeyOrder[] =
    "One or more parameter values were invalid: HASH key attributes must precede RANGE key "
    "attributes in KeySchema for index: {}";
inline constexpr char kIndexKeyRepeated[] =
    "One or more parameter values were invalid: Duplicate attribute {} in KeySchema for index: {}";
inline constexpr char kStreamViewWhenDisabled[] =
    "One or more parameter values were invalid: Table is being created with a stream disabled, "
    "UpdateViewType should not be specified";
inline constexpr char kStreamViewMissing[] =
    "One or more parameter values were invalid: StreamViewType is required when StreamEnabled is "
    "true";
inline constexpr char kStreamAlreadyEnabled[] =
    "Table already has an enabled stream: TableName: {}";
inline constexpr char kStreamAlreadyDisabled[] = "Table has no stream to disable: TableName: {}";
inline constexpr char kEncryptionDisabled[] =
    "One or more parameter values were invalid: SSEType and KMSMasterKeyId can only be specified "
    "when SSE is enabled";
inline constexpr char kEncryptionType[] =
    "One or more parameter values were invalid: SSEType AES256 is not supported";
inline constexpr char kNothingToUpdate[] =
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
    "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required";
inline constexpr char kUnitsUnchanged[] =
    "The provisioned throughput for the table will not change. The requested value equals the "
    "current value. Current ReadCapacityUnits provisioned for the table: {}. Requested "
    "ReadCapacityUnits: {}. Current WriteCapacityUnits provisioned for the table: {}. Requested "
    "WriteCapacityUnits: {}. Refer to the Amazon DynamoDB Developer Guide for current limits and "
    "how to request higher limits.";
inline constexpr char kIndexUnitsUnchanged[] =
    "The provisioned throughput for the index {} will not change. The requested value equals the "
    "current value. Current ReadCapacityUnits provisioned for the index: {}. Requested "
    "ReadCapacityUnits: {}. Current WriteCapacityUnits provisioned for the index: {}. Requested "
    "WriteCapacityUnits: {}. Refer to the Amazon DynamoDB Developer Guide for current limits and "
    "how to request higher limits.";
inline constexpr char kSwitchNeedsUnits[] =
    "One or more parameter values were invalid: ProvisionedThroughput must be specified when "
    "BillingMode is PROVISIONED";
inline constexpr char kIndexUpdateEmpty[] =
    "One or more parameter values were invalid: One of GlobalSecondaryIndexUpdate.Update, "
    "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null";
inline constexpr char kIndexUpdateTwice[] =
    "One or more parameter values were invalid: Only one global secondary index update per index "
    "is allowed simultaneously. Index: {}";
// Ours: only the word "one" of AWS's text is known.
inline constexpr char kIndexUpdateSeveral[] =
    "One or more parameter values were invalid: Only one of GlobalSecondaryIndexUpdate.Update, "
    "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete may be specified";
inline constexpr char kOneOnlineIndex[] =
    "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
    "table";
inline constexpr char kIndexExists[] =
    "One or more parameter values were invalid: Index already exists: {}";
inline constexpr char kAttributeRedefined[] =
    "One or more parameter values were invalid: Attributes cannot be redefined. Please check that "
    "your attribute has the same type as previously defined. Existing schema: Schema:[{}] New "
    "schema: Schema:[{}]";
inline constexpr char kSchemaElement[] = "SchemaElement: key{{{}:{}:{}}}";  // in the text above
// In kConstraint.
inline constexpr char kSchemaElementEcho[] = "KeySchemaElement(attributeName={}, keyType={})";
// The two below are ours: AWS's texts are unknown.
inline constexpr char kLocalIndexDelete[] =
    "One or more parameter values were invalid: A local secondary index cannot be deleted. Index: "
    "{}";
inline constexpr char kIndexChangeNotAlone[] =
    "One or more parameter values were invalid: A global secondary index cannot be created or "
    "deleted together with any other change of the table";
inline constexpr char kIndexNotFound[] =
    "Requested resource not found: Index: {} not found for table: {}";
inline constexpr char kNotSupported[] = "{} is not supported by this version";
inline constexpr char kTagsMissing[] = "Atleast one Tag needs to be provided as Input.";
inline constexpr char kTagKeysMissing[] = "Atleast one Tag Key needs to be provided as Input.";
inline constexpr char kTagArnMissing[] = "Invalid TableArn";
inline constexpr char kTagArnInvalid[] =
    "Invalid TableArn: Invalid ResourceArn provided as input {}";
inline constexpr char kTagReserved[] =
    "One or more parameter values were invalid: Tag keys starting with 'aws:' are reserved";
inline constexpr char kTagDuplicate[] =
    "One or more parameter values were invalid: Duplicate tag keys are not allowed: {}";
// The two below are ours: AWS's texts are unknown.
inline constexpr char kTagCharacter[] =
    "One or more parameter values were invalid: Tag keys and values may consist of letters, white "
    "space, digits and + - = . _ : / @ only: {}";
inline constexpr char kTooManyTags[] =
    "One or more parameter values were invalid: Too many tags: tag limit is {}";
inline constexpr char kNotAuthorized[] =
    "User: arn:aws:iam::{}:root is not authorized to perform: dynamodb:{} on resource: {}";

// --- Quotas and limits of changes (facts 6.3) ---
inline constexpr char kTableUnitsExceeded[] =
    "The requested {}, {}, is above the per table maximum for the account in {}. Per table "
    "maximum: {}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to "
    "request higher limits.";
inline constexpr char kIndexUnitsExceeded[] =
    "The requested {} for index {}, {}, is above the per index maximum for the account in {}. Per "
    "index maximum: {}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to "
    "request higher limits.";
inline constexpr char kAccountUnitsExceeded[] =
    "This request would have caused the {0} limit to be exceeded for the account in {1}. Current "
    "{0} reserved by the account: {2}. Limit: {3}. Requested: {4}. Refer to the Amazon DynamoDB "
    "Developer Guide for current limits and how to request higher limits.";
inline constexpr char kRequestUnitsExceeded[] =
    "Subscriber limit exceeded: Requested {} for {} for {} exceeds {} of the account in region {}";
inline constexpr char kDecreasesExceeded[] =
    "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC "
    "day. After the first {} decreases, each subsequent decrease in the same UTC day can be "
    "performed at most once every {} seconds. Number of decreases today: {}. Last decrease at {}. "
    "Next decrease can be made at {}.";
inline constexpr char kOnDemandSwitchesExceeded[] =
    "Subscriber limit exceeded: Update to PayPerRequest mode are limited to {} times in 1 day(s). "
    "Last update at {}. Next update can be made at {}";
// Ours: AWS has no such bound.
inline constexpr char kPartitionsExceeded[] =
    "Subscriber limit exceeded: The throughput asked for takes {} partitions; a table has {} at "
    "most, and so has an index";

}  // namespace stator::texts
