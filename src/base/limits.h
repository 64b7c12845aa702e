#pragma once

#include <cstddef>
#include <cstdint>

// DynamoDB's documented limits and our own bounds, each in one place. DynamoDB's are not settings.
namespace stator::limits {

// --- Requests (facts 1.2) ---
inline constexpr std::size_t kRequestBytesMax = 16U * 1024 * 1024;  // also after inflation
inline constexpr std::size_t kHeaderBytesMax = 16U * 1024;
// JSON deeper than any valid request can be: 32 levels of nesting cost two JSON levels each, plus
// the request's own. Deeper input is refused before anything recurses over it.
inline constexpr std::size_t kJsonDepthMax = 1024;
inline constexpr std::size_t kConstraintErrorsMax = 10;
// How much of a bad value an error message repeats.
inline constexpr std::size_t kEchoedBytesMax = 8192;
// Of an error's text; a longer one is cut. Some hold several echoes.
inline constexpr std::size_t kErrorTextBytesMax = 2 * kEchoedBytesMax;
// Members of a list or map of a request that are kept (attribute values aside).
inline constexpr std::size_t kDecodedMembersMax = 4096;
// The same for an AttributeValueList: AWS takes 27,500 values of IN, and perhaps more.
inline constexpr std::size_t kConditionValuesMax = 32'768;
inline constexpr std::size_t kEchoedDepthMax = 8;

// --- Items (facts 2) ---
inline constexpr std::size_t kItemBytesMax = 409'600;
// Of one map of attribute values in a request, encoded; tiny values take a few times their billed
// size.
inline constexpr std::size_t kEncodedBytesMax = 8 * kItemBytesMax;
inline constexpr std::size_t kAttributeNameBytesMax = 65'535;
inline constexpr std::size_t kPartitionKeyBytesMax = 2048;
inline constexpr std::size_t kSortKeyBytesMax = 1024;
// Lists and maps around one another in a stored item. Earlier versions accepted one more level than
// requests may have, so stored items may have it.
inline constexpr std::size_t kNestingMax = 32;
inline constexpr std::size_t kItemNestingMax = 31;  // the same in a request
// Transactions compare values of expressions that are nested deeper than items may be. Deeper ones
// are not read at all.
inline constexpr std::size_t kReadNestingMax = 62;
inline constexpr int kNumberDigitsMax = 38;
inline constexpr int kNumberExponentMax = 125;   // of the first digit: 9.99E+125
inline constexpr int kNumberExponentMin = -130;  // 1E-130

// --- Expressions (facts 3.3) ---
inline constexpr std::size_t kExpressionBytesMax = 4096;
inline constexpr std::size_t kExpressionOperatorsMax = 300;
// Of one legacy map: each may look through a whole item, as each operator of an expression may.
inline constexpr std::size_t kLegacyConditionsMax = kExpressionOperatorsMax;
inline constexpr std::size_t kInOperandsMax = 100;
inline constexpr std::size_t kPlaceholderBytesMax = 255;
inline constexpr std::size_t kPlaceholdersBytesMax = 2U * 1024 * 1024;
inline constexpr std::size_t kPathStepsMax = 32;
// Parsed expressions kept for reuse, per cache.
inline constexpr std::size_t kExpressionCacheEntriesMax = 1024;
inline constexpr std::size_t kExpressionCacheBytesMax = 256U * 1024;  // of their texts
// Open parentheses and calls inside one another. More than operators can be, so that whatever is
// nested deeper has one of the faults AWS names.
inline constexpr std::size_t kExpressionDepthMax = 320;
// Encoded values one update may compute: several times what any item can hold, whose encoding is
// never that much larger than its size.
inline constexpr std::size_t kUpdateBytesMax = 8 * kItemBytesMax;
inline constexpr std::uint32_t kListIndexMax = 2'147'483'647;  // in a document path

// --- Tables (facts 5, appendix C) ---
inline constexpr std::size_t kTableNameBytesMin = 3;
inline constexpr std::size_t kTableNameBytesMax = 255;
inline constexpr std::size_t kTableArnBytesMax = 1024;
inline constexpr std::size_t kLocalIndexesMax = 5;
inline constexpr std::size_t kGlobalIndexesMax = 20;
inline constexpr std::size_t kIndexHashKeysMax = 4;
inline constexpr std::size_t kIndexRangeKeysMax = 4;
inline constexpr std::size_t kIncludedAttributesMax = 100;  // summed over all indexes of a table
inline constexpr std::int64_t kCollectionBytesMax = 10LL * 1024 * 1024 * 1024;  // with its entries
inline constexpr std::size_t kTagsMax = 50;
inline constexpr std::size_t kTablesMax = 2500;  // AWS's default account quota
inline constexpr std::int64_t kCapacityUnitsMax = 1'000'000'000'000;

// --- Batches (facts 4.5, 4.6) ---
inline constexpr std::size_t kBatchWritesMax = 25;
inline constexpr std::size_t kBatchReadsMax = 100;
inline constexpr std::size_t kBatchReplyBytesMax =
    16U * 1024 * 1024;                                 // of items as they are billed
inline constexpr std::size_t kBatchReadGroupMax = 16;  // items read together, and held at once

// --- Transactions (facts 7.1) ---
inline constexpr std::size_t kTransactionActionsMax = 100;
inline constexpr std::size_t kTransactionBytesMax = 4U * 1024 * 1024;  // of a request, of an answer
inline constexpr std::int64_t kTokenMicros = 10LL * 60 * 1'000'000;    // a token is remembered
inline constexpr std::size_t kTokensForgottenMax = 512;                // in one step
inline constexpr std::int64_t kTokenSweepMicros = 5LL * 1'000'000;     // so long after its time
inline constexpr std::int64_t kTokensMax = 4'000'000;  // at once; beyond: ThrottlingException
// A transaction's rows, index entries and records together.
inline constexpr std::size_t kTransactionWriteBytesMax = 64U * 1024 * 1024;
inline constexpr std::size_t kTransactionsHeldMax = 64;   // on purpose, and rows to hold them by
inline constexpr std::size_t kMetMarksMax = 1024;         // remembered until they are looked after
inline constexpr std::size_t kCommitRecordsPerStep = 16;  // each up to the size of a transaction

// --- Capacity (facts 6.1, 6.3, 6.4) ---
inline constexpr std::size_t kReadUnitBytes = 4096;
inline constexpr std::size_t kWriteUnitBytes = 1024;
// Of a partition, each second.
inline constexpr std::int64_t kPartitionReadUnits = 3000;
inline constexpr std::int64_t kPartitionWriteUnits = 1000;
inline constexpr std::int64_t kPartitionBytesMax = 10LL * 1024 * 1024 * 1024;
inline constexpr std::size_t kPartitionsMax = 1024;    // of a table or a global index
inline constexpr std::size_t kOnDemandPartitions = 4;  // of a new one
inline constexpr std::size_t kSplitsKept = 100;        // in the history of a table
// How often sizes of partitions are looked at, in µs of service time, and how much is read then.
inline constexpr std::int64_t kSizesEvery = 60LL * 1'000'000;
inline constexpr std::size_t kSizedEntriesMax = 65'536;
inline constexpr std::size_t kSplitsPerStep = 16;
// What a new AWS account may provision, of each kind of unit, and how often.
inline constexpr std::int64_t kTableUnitsMax = 40'000;
inline constexpr std::int64_t kAccountUnitsMax = 80'000;
inline constexpr std::int64_t kDecreasesMax = 4;  // in a day of UTC; then one in kDecreaseEvery
inline constexpr std::int64_t kDecreaseEvery = 3600LL * 1'000'000;  // µs of service time
inline constexpr std::int64_t kOnDemandSwitchesMax = 4;             // in 24 hours

// --- Query and Scan (facts 4) ---
inline constexpr std::size_t kPageBytesMax = 1U * 1024 * 1024;  // of evaluated items
// What a page may take on an event loop before it moves to the worker pool: a tenth of a
// millisecond, and a hundred items of 1 KB.
inline constexpr std::size_t kLoopReadEntriesMax = 128;
inline constexpr std::size_t kLoopReadBytesMax = 128U * 1024;
inline constexpr std::size_t kLoopReadTracesMax = 512;  // of deleted entries, at a stretch
// What one step of a page asks of the engine.
inline constexpr std::size_t kReadStepEntriesMax = 1024;
inline constexpr std::size_t kReadStepBytesMax = 256U * 1024;
// Rows fetched together for entries of a local index that lack attributes.
inline constexpr std::size_t kFetchedTogetherMax = 16;

// --- Explaining requests ---
inline constexpr std::size_t kExplanationBytesMax = 4096;  // of the header x-stator-explain
inline constexpr std::size_t kLookAheadEntriesMax = 1024;  // read to tell how many pages follow
inline constexpr std::size_t kLookAheadBytesMax = 256U * 1024;
inline constexpr std::size_t kAdviceShapesMax = 256;     // request shapes remembered
inline constexpr std::size_t kAdviceTextBytesMax = 512;  // of an expression in one

// --- Commit queue ---
inline constexpr std::size_t kPendingCommitsMax = 4096;              // beyond: ThrottlingException
inline constexpr std::size_t kPendingBytesMax = 128U * 1024 * 1024;  // likewise
inline constexpr std::size_t kCommitsPerBatchMax = 512;              // that share one fsync
inline constexpr std::size_t kBytesPerBatchMax = 8U * 1024 * 1024;
// How often a request is begun again because its table changed meanwhile.
inline constexpr std::size_t kStaleTriesMax = 8;
inline constexpr std::size_t kPendingChangesMax = 256;      // of the catalog
inline constexpr std::int64_t kDecisionAgeMax = 1'000'000;  // µs a decision keeps its time
inline constexpr std::size_t kRecentEntriesMax = 16'384;    // written entries the queue remembers

// --- Indexes that are built or lag ---
// Of one step of a backfill, which writes wait for.
inline constexpr std::size_t kBackfillRowsMax = 256;
inline constexpr std::size_t kBackfillBytesMax =
    512U * 1024;  // the row that reaches it is the last
// Held back for lagging indexes; beyond, the oldest are applied before their time.
inline constexpr std::size_t kLagRecordsMax = 65'536;
inline constexpr std::size_t kLagBytesMax = 64U * 1024 * 1024;

// --- Time to live (facts 9.1), in microseconds of service time ---
// What expired longer ago is not removed: it is more likely a mistake than a time.
inline constexpr std::int64_t kExpiryAgeMax = 5LL * 365 * 24 * 3600 * 1'000'000;
inline constexpr std::int64_t kTimeToLiveChangeEvery = 3600LL * 1'000'000;
// Deletes of expired items of a table that are on their way at once.
inline constexpr std::size_t kExpiriesAtOnceMax = 128;
// Traces of deleted entries that a look for expired items passes over, and how many looks may give
// up over more before one does not.
inline constexpr std::size_t kExpiryTracesMax = 10'000;
inline constexpr int kHastyLooksMax = 60;

// --- Streams (facts 8) ---
inline constexpr std::int64_t kStreamRetention = 24LL * 3600 * 1'000'000;  // µs of service time
inline constexpr std::int64_t kShardLifetime = 4LL * 3600 * 1'000'000;     // likewise
inline constexpr std::int64_t kIteratorLifetime = 15LL * 60 * 1'000'000;   // likewise
inline constexpr std::size_t kRecordsMax = 1000;                           // of one GetRecords
inline constexpr std::size_t kRecordsBytesMax = 1U * 1024 * 1024;          // likewise
inline constexpr std::size_t kStreamsListedMax = 100;
inline constexpr std::size_t kShardsListedMax = 100;
inline constexpr std::size_t kStreamsMax =
    2 * kTablesMax;                                       // disabled ones, for their day, included
inline constexpr std::size_t kShardsMax = 4096;           // of one stream; beyond, none rolls over
inline constexpr std::size_t kLimitedShardsMax = 65'536;  // whose reads are counted

// --- Function hooks ---
inline constexpr std::size_t kHooksMax = 16;
inline constexpr std::size_t kHookRecordsMax = 10'000;                // of one batch
inline constexpr std::size_t kHookBytesMax = 4U * 1024 * 1024;        // likewise
inline constexpr std::int64_t kHookPauseMin = 100'000;                // µs, after a failure
inline constexpr std::int64_t kHookPauseMax = 60LL * 1'000'000;       // it doubles up to this
inline constexpr std::int64_t kHookLookAgain = 100'000;               // µs, for new records
inline constexpr std::size_t kHookErrorBytesMax = 1024;               // kept of what went wrong
inline constexpr std::size_t kHookAnswerBytesMax = 1U * 1024 * 1024;  // of a function's answer

// --- Worker pool ---
inline constexpr std::size_t kPoolQueueMax = 256;  // beyond: ThrottlingException

// --- Buffers ---
inline constexpr std::size_t kBufferKeptBytesMax = 1U * 1024 * 1024;  // larger ones are given back

// --- Connections ---
// A body up to this size a connection keeps room for and nobody counts; larger ones share the
// setting bodies-bytes-max and are given back with the answer.
inline constexpr std::size_t kBodyKeptBytesMax = 64U * 1024;
inline constexpr std::size_t kReadBytesMin = 4U * 1024;  // of a connection's input buffer
inline constexpr std::size_t kReadBytesMax = 64U * 1024;
// An answer's body up to this size is sent in one piece with its head.
inline constexpr std::size_t kJoinedBodyBytesMax = 4U * 1024;
inline constexpr std::size_t kLingerBytesMax =
    64U * 1024 * 1024;                                  // read and dropped after a refusal
inline constexpr std::size_t kSigningKeysMax = 256;     // cached, per event loop
inline constexpr std::size_t kCredentialsMax = 10'000;  // in one credentials file
inline constexpr std::size_t kSmallFileBytesMax = 4U * 1024 * 1024;  // credentials, configuration
inline constexpr int kFreePortTriesMax = 16;
// Of an answer that another server gives this program.
inline constexpr std::size_t kClientAnswerBytesMax = 1U * 1024 * 1024;

// --- libstator ---
// Of a database's answer: 16 MB of items, each byte of which may be escaped as six.
inline constexpr std::size_t kDatabaseAnswerBytesMax = 128U * 1024 * 1024;
inline constexpr int kClientAttemptsMax = 20;
inline constexpr std::size_t kClientConnectionsMax = 1024;  // kept by one client

// --- Metrics (facts 9.9) ---
inline constexpr std::int64_t kMetricDays = 15;        // of service time that values are kept
inline constexpr std::size_t kMetricSeriesMax = 8192;  // of DynamoDB; beyond, an idle one goes
inline constexpr std::size_t kCustomSeriesMax = 8192;  // of clients; beyond, new ones are refused
inline constexpr std::uint64_t kMetricBytesMax = 256U * 1024 * 1024;  // beyond, the oldest hours go
inline constexpr std::size_t kMetricUnsavedMax = 262'144;  // values that wait to be stored
inline constexpr std::size_t kMetricSavedMax = 16'384;     // values in one commit, or one minute's
inline constexpr std::size_t kMetricExpiredMax = 1024;     // rows removed in one step
inline constexpr std::int64_t kIdleMinutes = 15;  // a table that was used has samples of nothing
inline constexpr std::size_t kInsightsMax = 100;  // tables and indexes looked at
// A rule holds an hour's and a minute's counters, what is kept of 25 hours, and minutes. With keys
// of 40 bytes the former are 0.5 MB for each rule, of which there are four for each of the above.
inline constexpr std::size_t kInsightKeysMax = 500;        // counted in one hour of a rule
inline constexpr std::size_t kInsightHourKeysKept = 100;   // once it is over
inline constexpr std::size_t kInsightMinuteKeysMax = 512;  // counted and kept in one minute
inline constexpr std::size_t kInsightBytesMax = 256U * 1024 * 1024;  // minutes of all rules
inline constexpr std::size_t kInsightKeyBytesMax = 1024;             // shown of a key
inline constexpr std::int64_t kInsightHours = 24;                    // slices kept of a rule
// Of what is stored: a row of a rule's minute and of its hour, and what is stored at once.
inline constexpr std::size_t kInsightMinuteRowMax = 8U * 1024;
inline constexpr std::size_t kInsightHourRowMax = 32U * 1024;
inline constexpr std::size_t kInsightSavedBytesMax = 1U * 1024 * 1024;
inline constexpr std::size_t kInsightsListedMax = 100;
inline constexpr std::size_t kContributorsMax = 100;  // of one report
inline constexpr std::size_t kEntitiesMax = 256;      // key prefixes counted by themselves
inline constexpr std::size_t kEntityBytesMax = 64;    // of a prefix
inline constexpr std::size_t kMetricExpressionDepthMax = 64;
inline constexpr std::size_t kMetricsListedMax = 500;      // by one ListMetrics
inline constexpr std::size_t kMetricQueriesMax = 500;      // of one GetMetricData
inline constexpr std::int64_t kMetricPointsMax = 100'800;  // likewise, in one answer
// Likewise: series and values of all results, values that its expressions make on their way to
// them, and minutes of series that are read at once.
inline constexpr std::size_t kMetricResultsMax = 5000;
inline constexpr std::size_t kMetricHeldMax = 1'008'000;
inline constexpr std::size_t kMetricStepsMax = 4'032'000;
inline constexpr std::int64_t kMetricReadMax = 262'144;
inline constexpr std::int64_t kMetricPeriodMax = INT32_MAX;  // seconds
inline constexpr std::int64_t kMetricStatisticsMax = 1440;   // of one GetMetricStatistics
inline constexpr std::size_t kMetricRequestBytesMax = 1U * 1024 * 1024;  // also after inflation
inline constexpr std::size_t kMetricDataMax = 1000;                      // of one PutMetricData
inline constexpr std::size_t kMetricValuesMax = 150;                     // of one datum
inline constexpr double kMetricValueMax = 0x1p360;  // of a value, whatever its sign

// --- Alarms ---
inline constexpr std::size_t kAlarmsMax = 5000;
inline constexpr std::size_t kAlarmsPerStep = 50;       // evaluated
inline constexpr std::int64_t kAlarmMinutesMax = 30;    // of those passed over: first, and last
inline constexpr std::size_t kAlarmValuesShown = 5;     // in the reason of a state
inline constexpr std::size_t kAlarmTagsMax = 50;        // of an alarm
inline constexpr std::int64_t kAlarmDayMax = 86'400;    // seconds that periods may cover together
inline constexpr std::int64_t kAlarmWeekMax = 604'800;  // likewise, if they are an hour or longer
inline constexpr std::size_t kAlarmsListedMax = 50;  // by one DescribeAlarms that names no number

inline constexpr std::size_t kBucketsMax = 256;  // of one distribution
// Of the series that share a lock: in one minute, and minutes that wait to be taken.
inline constexpr std::size_t kStripeSeriesMax = 1024;
inline constexpr std::size_t kClosedMinutesMax = 16;

// --- Auto scaling; AWS's quotas where it has any ---
inline constexpr std::size_t kScalableTargetsMax = 5000;
inline constexpr std::int64_t kScalingCapacityMax = INT32_MAX;  // a bound is an Integer
inline constexpr std::size_t kScheduledActionsMax = 200;        // of a target
inline constexpr std::size_t kScalingTagsMax = 50;              // of a target
inline constexpr std::size_t kScalingActivitiesMax = 1000;
inline constexpr std::size_t kScalingEventsPerStep = 32;   // minutes looked at, or actions run
inline constexpr std::int64_t kScheduleDaysMax = 8 * 366;  // looked ahead for the next run
inline constexpr std::int64_t kScheduleRateMax = 1'000'000;
inline constexpr std::size_t kScheduleBytesMax = 1600;

}  // namespace stator::limits
