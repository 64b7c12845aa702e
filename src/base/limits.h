#pragma once

#include <cstddef>
#include <cstdint>

// DynamoDB's documented limits and our own bounds, each defined once. DynamoDB's limits are not
// settings.
namespace stator::limits {

// --- Requests (facts 1.2) ---
inline constexpr std::size_t kRequestBytesMax = 16U * 1024 * 1024;  // also after decompression
inline constexpr std::size_t kHeaderBytesMax = 16U * 1024;
// No valid request has deeper JSON: 32 levels of nesting cost two JSON levels each, plus the
// request's own. Deeper input is refused before any recursion over it.
inline constexpr std::size_t kJsonDepthMax = 1024;
inline constexpr std::size_t kConstraintErrorsMax = 10;
// The bytes of an invalid value that an error message repeats.
inline constexpr std::size_t kEchoedBytesMax = 8192;
// The bytes of an error's text; longer ones are truncated. Some texts repeat several values.
inline constexpr std::size_t kErrorTextBytesMax = 2 * kEchoedBytesMax;
// Members of a request's list or map that are decoded (attribute values aside).
inline constexpr std::size_t kDecodedMembersMax = 4096;
// The same for an AttributeValueList: AWS accepts 27,500 values of IN, and perhaps more.
inline constexpr std::size_t kConditionValuesMax = 32'768;
inline constexpr std::size_t kEchoedDepthMax = 8;

// --- Items (facts 2) ---
inline constexpr std::size_t kItemBytesMax = 409'600;
// One map of attribute values in a request, encoded. The encoding of tiny values takes a few times
// their billed size.
inline constexpr std::size_t kEncodedBytesMax = 8 * kItemBytesMax;
inline constexpr std::size_t kAttributeNameBytesMax = 65'535;
inline constexpr std::size_t kPartitionKeyBytesMax = 2048;
inline constexpr std::size_t kSortKeyBytesMax = 1024;
// Nested lists and maps in a stored item. Earlier versions accepted one level more than requests
// may have today, so stored items may have it.
inline constexpr std::size_t kNestingMax = 32;
inline constexpr std::size_t kItemNestingMax = 31;  // the same in a request
// Transactions compare values of expressions that are nested deeper than items may be. Still deeper
// values are not decoded.
inline constexpr std::size_t kReadNestingMax = 62;
inline constexpr int kNumberDigitsMax = 38;
inline constexpr int kNumberExponentMax = 125;   // of the first digit: 9.99E+125
inline constexpr int kNumberExponentMin = -130;  // 1E-130

// --- Expressions (facts 3.3) ---
inline constexpr std::size_t kExpressionBytesMax = 4096;
inline constexpr std::size_t kExpressionOperatorsMax = 300;
// Conditions of one legacy map. Each may scan a whole item, as each operator of an expression may.
inline constexpr std::size_t kLegacyConditionsMax = kExpressionOperatorsMax;
inline constexpr std::size_t kInOperandsMax = 100;
inline constexpr std::size_t kPlaceholderBytesMax = 255;
inline constexpr std::size_t kPlaceholdersBytesMax = 2U * 1024 * 1024;
inline constexpr std::size_t kPathStepsMax = 32;
// Parsed expressions that a cache keeps.
inline constexpr std::size_t kExpressionCacheEntriesMax = 1024;
inline constexpr std::size_t kExpressionCacheBytesMax = 256U * 1024;  // of the expressions' texts
// Nested open parentheses and calls. The bound exceeds that of operators, so deeper expressions
// also have an error that AWS names.
inline constexpr std::size_t kExpressionDepthMax = 320;

// --- PartiQL (facts 10.4) ---
inline constexpr std::size_t kStatementBranchesMax = 50;   // reads of one SELECT
inline constexpr std::size_t kStatementPageItemsMax = 10;  // of a SELECT with several reads
// Parsed statements that a cache keeps, and texts that it remembers because they appeared once.
inline constexpr std::size_t kStatementCacheEntriesMax = 1024;
inline constexpr std::size_t kStatementCacheBytesMax = 512U * 1024;  // of the statements' texts
inline constexpr std::size_t kStatementTextsSeenMax = 4096;
// Encoded values that one update may compute. It is several times an item's largest size, and no
// encoding is that much larger than its item.
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
inline constexpr std::int64_t kCollectionBytesMax = 10LL * 1024 * 1024 * 1024;  // index entries too
inline constexpr std::size_t kTagsMax = 50;
inline constexpr std::size_t kTablesMax = 2500;  // AWS's default account quota
inline constexpr std::int64_t kCapacityUnitsMax = 1'000'000'000'000;

// --- Batches (facts 4.5, 4.6) ---
inline constexpr std::size_t kBatchWritesMax = 25;
inline constexpr std::size_t kBatchReadsMax = 100;
inline constexpr std::size_t kBatchReplyBytesMax = 16U * 1024 * 1024;  // of items, as billed
inline constexpr std::size_t kBatchReadGroupMax = 16;  // items read together and held in memory

// --- Transactions (facts 7.1) ---
inline constexpr std::size_t kTransactionActionsMax = 100;
inline constexpr std::size_t kTransactionBytesMax = 4U * 1024 * 1024;  // per request and per answer
inline constexpr std::int64_t kTokenMicros = 10LL * 60 * 1'000'000;    // lifetime of a token
inline constexpr std::size_t kTokensForgottenMax = 512;                // deleted in one step
inline constexpr std::int64_t kTokenSweepMicros = 5LL * 1'000'000;  // delay of a token's deletion
inline constexpr std::int64_t kTokensMax = 4'000'000;  // live tokens; beyond: ThrottlingException
// A transaction's rows, index entries and records together.
inline constexpr std::size_t kTransactionWriteBytesMax = 64U * 1024 * 1024;
inline constexpr std::size_t kTransactionsHeldMax = 64;   // armed rows and paused transactions
inline constexpr std::size_t kMetMarksMax = 1024;         // queued until a recovery handles them
inline constexpr std::size_t kCommitRecordsPerStep = 16;  // each as large as a transaction

// --- Capacity (facts 6.1, 6.3, 6.4) ---
inline constexpr std::size_t kReadUnitBytes = 4096;
inline constexpr std::size_t kWriteUnitBytes = 1024;
// Per partition and second.
inline constexpr std::int64_t kPartitionReadUnits = 3000;
inline constexpr std::int64_t kPartitionWriteUnits = 1000;
// Stator splits larger partitions. The estimate of AWS's partitions is in model/cost/price_model.h.
inline constexpr std::int64_t kPartitionBytesMax = 10LL * 1024 * 1024 * 1024;
// Storage that is billed beside what an item or an index entry holds (facts 2.4).
inline constexpr std::size_t kBilledOverheadBytes = 100;
inline constexpr std::size_t kPartitionsMax = 1024;    // per table or global index
inline constexpr std::size_t kOnDemandPartitions = 4;  // of a new table or index
inline constexpr std::size_t kSplitsKept = 100;        // in a table's history
// The interval between measurements of partition sizes, in µs of service time, and the entries read
// for one.
inline constexpr std::int64_t kSizesEvery = 60LL * 1'000'000;
inline constexpr std::size_t kSizedEntriesMax = 65'536;
inline constexpr std::size_t kSplitsPerStep = 16;
// The quotas of a new AWS account, equal for both kinds of unit, and the allowed number of changes.
inline constexpr std::int64_t kTableUnitsMax = 40'000;
inline constexpr std::int64_t kAccountUnitsMax = 80'000;
inline constexpr std::int64_t kDecreasesMax = 4;  // in a day of UTC; then one per kDecreaseEvery
inline constexpr std::int64_t kDecreaseEvery = 3600LL * 1'000'000;  // µs of service time
inline constexpr std::int64_t kOnDemandSwitchesMax = 4;             // in 24 hours

// --- Heat, throttles and hooks as the admin API shows them ---
// The history of what partitions served, of all tables together. A partition that is read and
// written in every second of a day takes 64 KB of it.
inline constexpr std::size_t kHeatBytesMax = 32U * 1024 * 1024;
inline constexpr std::int64_t kHeatSecondsKept = 600;     // service time that is kept by second
inline constexpr std::int64_t kHeatMinutesKept = 1440;    // service time that is kept by minute
inline constexpr int kHeatDoublingsMax = 10;              // of both steps, where memory is short
inline constexpr std::size_t kHeatAnswerSlots = 262'144;  // beyond, an answer has coarser steps
inline constexpr std::size_t kHeatKeysMax = 100;          // most used keys in an answer
inline constexpr std::size_t kThrottlesKept = 1000;       // of a table
inline constexpr std::size_t kThrottleBytesMax = 16U * 1024 * 1024;  // of all tables
// Records of a shard counted for a hook's lag, and the megabytes that are read for it.
inline constexpr std::size_t kHookLagRecordsMax = 10'000;
inline constexpr std::size_t kHookLagPagesMax = 16;

// --- Query and Scan (facts 4) ---
inline constexpr std::size_t kPageBytesMax = 1U * 1024 * 1024;  // of evaluated items
// Bounds of a page on an event loop before it moves to the worker pool: about a tenth of a
// millisecond, or a hundred items of 1 KB.
inline constexpr std::size_t kLoopReadEntriesMax = 128;
inline constexpr std::size_t kLoopReadBytesMax = 128U * 1024;
inline constexpr std::size_t kLoopReadTracesMax = 512;  // consecutive deleted entries
// Bounds of one engine read for a page.
inline constexpr std::size_t kReadStepEntriesMax = 1024;
inline constexpr std::size_t kReadStepBytesMax = 256U * 1024;
// Rows fetched together for local index entries that lack attributes.
inline constexpr std::size_t kFetchedTogetherMax = 16;

// --- Explaining requests ---
inline constexpr std::size_t kExplanationBytesMax = 4096;  // of the header x-stator-explain
inline constexpr std::size_t kLookAheadEntriesMax = 1024;  // read to estimate the remaining pages
inline constexpr std::size_t kLookAheadBytesMax = 256U * 1024;
inline constexpr std::size_t kAdviceShapesMax = 256;     // distinct requests that are kept
inline constexpr std::size_t kAdviceTextBytesMax = 512;  // of an expression in one of them

// --- Commit queue ---
inline constexpr std::size_t kPendingCommitsMax = 4096;              // beyond: ThrottlingException
inline constexpr std::size_t kPendingBytesMax = 128U * 1024 * 1024;  // beyond: ThrottlingException
inline constexpr std::size_t kCommitsPerBatchMax = 512;              // with one shared fsync
inline constexpr std::size_t kBytesPerBatchMax = 8U * 1024 * 1024;
// Retries of a request whose table changes meanwhile.
inline constexpr std::size_t kStaleTriesMax = 8;
inline constexpr std::size_t kPendingChangesMax = 256;      // catalog changes
inline constexpr std::int64_t kDecisionAgeMax = 1'000'000;  // µs a decision keeps its time
inline constexpr std::size_t kRecentEntriesMax = 16'384;    // written entries in the queue's memory

// --- Index backfill and index lag ---
// Bounds of one backfill step. Writes wait for a step.
inline constexpr std::size_t kBackfillRowsMax = 256;
inline constexpr std::size_t kBackfillBytesMax =
    512U * 1024;  // the row that reaches it is the last one
// Records held back for lagging indexes; beyond, the oldest are applied early.
inline constexpr std::size_t kLagRecordsMax = 65'536;
inline constexpr std::size_t kLagBytesMax = 64U * 1024 * 1024;

// --- Time to live (facts 9.1), in microseconds of service time ---
// Items that expired longer ago are not removed: such a number is more likely a mistake than a
// time.
inline constexpr std::int64_t kExpiryAgeMax = 5LL * 365 * 24 * 3600 * 1'000'000;
inline constexpr std::int64_t kTimeToLiveChangeEvery = 3600LL * 1'000'000;
// Concurrent deletes of a table's expired items.
inline constexpr std::size_t kExpiriesAtOnceMax = 128;
// Tombstones that a scan for expired items may skip, and the scans in a row that may stop at that
// bound.
inline constexpr std::size_t kExpiryTracesMax = 10'000;
inline constexpr int kHastyLooksMax = 60;

// --- Streams (facts 8) ---
inline constexpr std::int64_t kStreamRetention = 24LL * 3600 * 1'000'000;  // µs of service time
inline constexpr std::int64_t kShardLifetime = 4LL * 3600 * 1'000'000;     // likewise
inline constexpr std::int64_t kIteratorLifetime = 15LL * 60 * 1'000'000;   // likewise
inline constexpr std::size_t kRecordsMax = 1000;                           // per GetRecords
inline constexpr std::size_t kRecordsBytesMax = 1U * 1024 * 1024;          // per GetRecords
inline constexpr std::size_t kStreamsListedMax = 100;
inline constexpr std::size_t kShardsListedMax = 100;
inline constexpr std::size_t kStreamsMax = 2 * kTablesMax;  // with disabled ones, which last a day
inline constexpr std::size_t kShardsMax = 4096;           // per stream; beyond, no shard rolls over
inline constexpr std::size_t kLimitedShardsMax = 65'536;  // shards with counted reads

// --- Function hooks ---
inline constexpr std::size_t kHooksMax = 16;
inline constexpr std::size_t kHookRecordsMax = 10'000;           // per batch
inline constexpr std::size_t kHookBytesMax = 4U * 1024 * 1024;   // per batch
inline constexpr std::int64_t kHookPauseMin = 100'000;           // µs; after a failure
inline constexpr std::int64_t kHookPauseMax = 60LL * 1'000'000;  // the pause doubles up to this
inline constexpr std::int64_t kHookLookAgain = 100'000;  // µs, between looks for new records
inline constexpr std::size_t kHookErrorBytesMax = 1024;  // of an error's text
inline constexpr std::size_t kHookAnswerBytesMax = 1U * 1024 * 1024;  // of a function's answer

// --- Jobs and simulations ---
inline constexpr std::size_t kJobThreads = 2;        // jobs that run at the same time
inline constexpr std::size_t kJobsQueuedMax = 16;    // jobs that wait; beyond: 503
inline constexpr std::int64_t kJobSecondsMax = 600;  // of a run; then the job is ended
inline constexpr std::size_t kJobModelBytesMax = 1U * 1024 * 1024;
inline constexpr std::size_t kJobPatternsMax = 1000;  // of its model
inline constexpr std::size_t kJobResourcesMax = 100;  // tables and indexes of its model
inline constexpr std::size_t kJobResultBytesMax = 16U * 1024 * 1024;
inline constexpr std::size_t kJobResultsBytesMax = 64U * 1024 * 1024;  // of all kept results
inline constexpr std::size_t kJobsKeptMax = 64;        // finished; beyond, the oldest is forgotten
inline constexpr std::int64_t kJobKeptSeconds = 3600;  // likewise, after its end
inline constexpr std::size_t kJobSampleBytesMax = 64U * 1024 * 1024;  // of items that infer reads
// Bounds of a simulation's series: steps, values of all tables and indexes, partitions, and cells
// of a partition and a step. Longer simulations and more partitions get longer steps.
inline constexpr std::size_t kSeriesStepsMax = 1440;
inline constexpr std::size_t kSeriesValuesMax = 500'000;
inline constexpr std::size_t kSeriesPartitionsMax = 4096;
inline constexpr std::size_t kSeriesCellsMax = 200'000;

// --- Worker pool ---
inline constexpr std::size_t kPoolQueueMax = 256;  // beyond: ThrottlingException

// --- Buffers ---
inline constexpr std::size_t kBufferKeptBytesMax = 1U * 1024 * 1024;  // larger buffers are released

// --- Connections ---
// A connection keeps a buffer for a body up to this size, which is not counted. Larger bodies share
// the setting bodies-bytes-max and are released with the answer.
inline constexpr std::size_t kBodyKeptBytesMax = 64U * 1024;
inline constexpr std::size_t kReadBytesMin = 4U * 1024;  // a connection's input buffer
inline constexpr std::size_t kReadBytesMax = 64U * 1024;
// Answers up to this size are sent together with their head.
inline constexpr std::size_t kJoinedBodyBytesMax = 4U * 1024;
inline constexpr std::size_t kLingerBytesMax =
    64U * 1024 * 1024;                                  // read and dropped after a refusal
inline constexpr std::size_t kSigningKeysMax = 256;     // cached per event loop
inline constexpr std::size_t kCredentialsMax = 10'000;  // per credentials file
inline constexpr std::size_t kSmallFileBytesMax = 4U * 1024 * 1024;  // credentials, configuration
inline constexpr int kFreePortTriesMax = 16;
// An answer that another server gives this program.
inline constexpr std::size_t kClientAnswerBytesMax = 1U * 1024 * 1024;

// --- libstator ---
// A database's answer: 16 MB of items, in which each byte may be escaped as six.
inline constexpr std::size_t kDatabaseAnswerBytesMax = 128U * 1024 * 1024;
inline constexpr int kClientAttemptsMax = 20;
inline constexpr std::size_t kClientConnectionsMax = 1024;  // kept by one client

// --- Metrics (facts 9.9) ---
inline constexpr std::int64_t kMetricDays = 15;        // of service time; older values are deleted
inline constexpr std::size_t kMetricSeriesMax = 8192;  // DynamoDB's; beyond, an idle one is evicted
inline constexpr std::size_t kCustomSeriesMax = 8192;  // of clients; beyond, new ones are refused
inline constexpr std::uint64_t kMetricBytesMax = 256U * 1024 * 1024;  // beyond, old hours expire
inline constexpr std::size_t kMetricUnsavedMax = 262'144;             // values not yet stored
inline constexpr std::size_t kMetricSavedMax = 16'384;  // values in one commit, or one minute's
inline constexpr std::size_t kMetricExpiredMax = 1024;  // rows deleted in one step
inline constexpr std::int64_t kIdleMinutes = 15;        // a used table has samples of 0 this long
inline constexpr std::size_t kInsightsMax = 100;        // enabled tables and indexes
// A rule holds counters for an hour and for a minute, the kept keys of 25 hours, and minutes. With
// keys of 40 bytes all but the minutes take 0.5 MB a rule. Each target has four rules.
inline constexpr std::size_t kInsightKeysMax = 500;                  // counted in an hour of a rule
inline constexpr std::size_t kInsightHourKeysKept = 100;             // kept of an ended hour
inline constexpr std::size_t kInsightMinuteKeysMax = 512;            // counted and kept in a minute
inline constexpr std::size_t kInsightBytesMax = 256U * 1024 * 1024;  // minutes of all rules
inline constexpr std::size_t kInsightKeyBytesMax = 1024;             // of a key's text
inline constexpr std::int64_t kInsightHours = 24;                    // slices kept of a rule
// Bounds of stored rows: the minute row and the hour row of a rule, and one commit.
inline constexpr std::size_t kInsightMinuteRowMax = 8U * 1024;
inline constexpr std::size_t kInsightHourRowMax = 32U * 1024;
inline constexpr std::size_t kInsightSavedBytesMax = 1U * 1024 * 1024;
inline constexpr std::size_t kInsightsListedMax = 100;
inline constexpr std::size_t kContributorsMax = 100;  // per report
inline constexpr std::size_t kEntitiesMax = 256;      // key prefixes with their own counts
inline constexpr std::size_t kEntityBytesMax = 64;    // per prefix
inline constexpr std::size_t kMetricExpressionDepthMax = 64;
inline constexpr std::size_t kMetricsListedMax = 500;      // per ListMetrics
inline constexpr std::size_t kMetricQueriesMax = 500;      // per GetMetricData
inline constexpr std::int64_t kMetricPointsMax = 100'800;  // per GetMetricData answer
// Also per GetMetricData: series and values of all results, intermediate values of its expressions,
// and minutes of series per read.
inline constexpr std::size_t kMetricResultsMax = 5000;
inline constexpr std::size_t kMetricHeldMax = 1'008'000;
inline constexpr std::size_t kMetricStepsMax = 4'032'000;
inline constexpr std::int64_t kMetricReadMax = 262'144;
inline constexpr std::int64_t kMetricPeriodMax = INT32_MAX;              // seconds
inline constexpr std::int64_t kMetricStatisticsMax = 1440;               // per GetMetricStatistics
inline constexpr std::size_t kMetricRequestBytesMax = 1U * 1024 * 1024;  // also after decompression
inline constexpr std::size_t kMetricDataMax = 1000;                      // per PutMetricData
inline constexpr std::size_t kMetricValuesMax = 150;                     // per datum
inline constexpr double kMetricValueMax = 0x1p360;                       // absolute value

// --- Alarms ---
inline constexpr std::size_t kAlarmsMax = 5000;
inline constexpr std::size_t kAlarmsPerStep = 50;     // evaluated per step
inline constexpr std::int64_t kAlarmMinutesMax = 30;  // evaluated of skipped ones: first, and last
inline constexpr std::size_t kAlarmValuesShown = 5;   // in a state's reason
inline constexpr std::size_t kAlarmTagsMax = 50;      // per alarm
inline constexpr std::int64_t kAlarmDayMax = 86'400;  // seconds that an alarm's periods may cover
inline constexpr std::int64_t kAlarmWeekMax = 604'800;  // the same, for periods of an hour or more
inline constexpr std::size_t kAlarmsListedMax = 50;     // default of DescribeAlarms

inline constexpr std::size_t kBucketsMax = 256;  // per distribution
// For the series that share a lock: series in a minute, and closed minutes that wait to be taken.
inline constexpr std::size_t kStripeSeriesMax = 1024;
inline constexpr std::size_t kClosedMinutesMax = 16;

// --- Auto scaling: AWS's quotas where they exist ---
// A target of target tracking, in percent (facts 6.6).
inline constexpr std::uint64_t kTargetPercentMin = 20;
inline constexpr std::uint64_t kTargetPercentMax = 90;
inline constexpr std::size_t kScalableTargetsMax = 5000;
inline constexpr std::int64_t kScalingCapacityMax = INT32_MAX;  // a bound is an Integer
inline constexpr std::size_t kScheduledActionsMax = 200;        // per target
inline constexpr std::size_t kScalingTagsMax = 50;              // per target
inline constexpr std::size_t kScalingActivitiesMax = 1000;
inline constexpr std::size_t kScalingEventsPerStep = 32;   // minutes evaluated, or actions run
inline constexpr std::int64_t kScheduleDaysMax = 8 * 366;  // search range for the next run
inline constexpr std::int64_t kScheduleRateMax = 1'000'000;
inline constexpr std::size_t kScheduleBytesMax = 1600;

}  // namespace stator::limits
