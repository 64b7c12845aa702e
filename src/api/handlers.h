#pragma once

#include "api/context.h"
#include "api/operation.h"
#include "api/types.h"
#include "base/result.h"

// What each operation means: one function, in the file of its name. All may be called from any
// thread.
namespace stator::api {

// Tables
Result<CreateTableResponse> CreateTable(Context& context, const CreateTableRequest& request);
Result<DeleteTableResponse> DeleteTable(Context& context, const DeleteTableRequest& request);
Result<DescribeTableResponse> DescribeTable(Context& context, const DescribeTableRequest& request);
Result<ListTablesResponse> ListTables(Context& context, const ListTablesRequest& request);
Result<UpdateTableResponse> UpdateTable(Context& context, const UpdateTableRequest& request);
Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(
    Context& context, const DescribeContinuousBackupsRequest& request);
Result<DescribeTimeToLiveResponse> DescribeTimeToLive(Context& context,
                                                      const DescribeTimeToLiveRequest& request);
Result<UpdateTimeToLiveResponse> UpdateTimeToLive(Context& context,
                                                  const UpdateTimeToLiveRequest& request);
Result<TagResourceResponse> TagResource(Context& context, const TagResourceRequest& request);
Result<UntagResourceResponse> UntagResource(Context& context, const UntagResourceRequest& request);
Result<ListTagsOfResourceResponse> ListTagsOfResource(Context& context,
                                                      const ListTagsOfResourceRequest& request);

// Streams
Result<DescribeStreamResponse> DescribeStream(Context& context,
                                              const DescribeStreamRequest& request);
Result<GetRecordsResponse> GetRecords(Context& context, const GetRecordsRequest& request);
Result<GetShardIteratorResponse> GetShardIterator(Context& context,
                                                  const GetShardIteratorRequest& request);
Result<ListStreamsResponse> ListStreams(Context& context, const ListStreamsRequest& request);

// Contributor Insights
Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
    Context& context, const DescribeContributorInsightsRequest& request);
Result<ListContributorInsightsResponse> ListContributorInsights(
    Context& context, const ListContributorInsightsRequest& request);
Result<UpdateContributorInsightsResponse> UpdateContributorInsights(
    Context& context, const UpdateContributorInsightsRequest& request);

// The account
Result<DescribeEndpointsResponse> DescribeEndpoints(Context& context,
                                                    const DescribeEndpointsRequest& request);
Result<DescribeLimitsResponse> DescribeLimits(Context& context,
                                              const DescribeLimitsRequest& request);

// Items
Result<PageRead<QueryResponse>> Query(Context& context, const QueryRequest& request);
Result<PageRead<ScanResponse>> Scan(Context& context, const ScanRequest& request);
Result<GetItemResponse> GetItem(Context& context, const GetItemRequest& request);
Result<Write<PutItemResponse>> PutItem(Context& context, const PutItemRequest& request);
Result<Write<UpdateItemResponse>> UpdateItem(Context& context, const UpdateItemRequest& request);
Result<Write<DeleteItemResponse>> DeleteItem(Context& context, const DeleteItemRequest& request);
Result<BatchGetItemResponse> BatchGetItem(Context& context, const BatchGetItemRequest& request);
Result<Writes<BatchWriteItemResponse>> BatchWriteItem(Context& context,
                                                      const BatchWriteItemRequest& request);
Result<TransactGetItemsResponse> TransactGetItems(Context& context,
                                                  const TransactGetItemsRequest& request);
Result<Transact<TransactWriteItemsResponse>> TransactWriteItems(
    Context& context, const TransactWriteItemsRequest& request);

#define BUILT_OPERATION(name, kind)           \
  template <>                                 \
  struct OperationOf<name##Request> {         \
    static constexpr Kind kKind = Kind::kind; \
    static constexpr auto kHandler = &name;   \
  };
#include "api/built_operations.inc"
#undef BUILT_OPERATION

}  // namespace stator::api
