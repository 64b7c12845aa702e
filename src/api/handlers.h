#pragma once

#include "api/operation.h"
#include "api/services.h"
#include "api/types.h"
#include "base/result.h"

// The handlers of all operations, each in the file with its name. Threads: any.
namespace stator::api {

// Tables
Result<CreateTableResponse> CreateTable(const TableServices& services,
                                        const CreateTableRequest& request);
Result<DeleteTableResponse> DeleteTable(const TableServices& services,
                                        const DeleteTableRequest& request);
Result<DescribeTableResponse> DescribeTable(const TableServices& services,
                                            const DescribeTableRequest& request);
Result<ListTablesResponse> ListTables(const TableServices& services,
                                      const ListTablesRequest& request);
Result<UpdateTableResponse> UpdateTable(const TableServices& services,
                                        const UpdateTableRequest& request);
Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(
    const TableServices& services, const DescribeContinuousBackupsRequest& request);
Result<DescribeTimeToLiveResponse> DescribeTimeToLive(const TableServices& services,
                                                      const DescribeTimeToLiveRequest& request);
Result<UpdateTimeToLiveResponse> UpdateTimeToLive(const TableServices& services,
                                                  const UpdateTimeToLiveRequest& request);
Result<TagResourceResponse> TagResource(const TableServices& services,
                                        const TagResourceRequest& request);
Result<UntagResourceResponse> UntagResource(const TableServices& services,
                                            const UntagResourceRequest& request);
Result<ListTagsOfResourceResponse> ListTagsOfResource(const TableServices& services,
                                                      const ListTagsOfResourceRequest& request);

// Streams
Result<DescribeStreamResponse> DescribeStream(const StreamServices& services,
                                              const DescribeStreamRequest& request);
Result<GetRecordsResponse> GetRecords(const StreamServices& services,
                                      const GetRecordsRequest& request);
Result<GetShardIteratorResponse> GetShardIterator(const StreamServices& services,
                                                  const GetShardIteratorRequest& request);
Result<ListStreamsResponse> ListStreams(const StreamServices& services,
                                        const ListStreamsRequest& request);

// Contributor Insights
Result<DescribeContributorInsightsResponse> DescribeContributorInsights(
    const MetricServices& services, const DescribeContributorInsightsRequest& request);
Result<ListContributorInsightsResponse> ListContributorInsights(
    const MetricServices& services, const ListContributorInsightsRequest& request);
Result<UpdateContributorInsightsResponse> UpdateContributorInsights(
    const MetricServices& services, const UpdateContributorInsightsRequest& request);

// The account
Result<DescribeEndpointsResponse> DescribeEndpoints(const TableServices& services,
                                                    const DescribeEndpointsRequest& request);
Result<DescribeLimitsResponse> DescribeLimits(const TableServices& services,
                                              const DescribeLimitsRequest& request);

// Items
Result<PageRead<QueryResponse>> Query(const ItemServices& services, const QueryRequest& request);
Result<PageRead<ScanResponse>> Scan(const ItemServices& services, const ScanRequest& request);
Result<GetItemResponse> GetItem(const ItemServices& services, const GetItemRequest& request);
Result<Write<PutItemResponse>> PutItem(const ItemServices& services, const PutItemRequest& request);
Result<Write<UpdateItemResponse>> UpdateItem(const ItemServices& services,
                                             const UpdateItemRequest& request);
Result<Write<DeleteItemResponse>> DeleteItem(const ItemServices& services,
                                             const DeleteItemRequest& request);
Result<BatchGetItemResponse> BatchGetItem(const ItemServices& services,
                                          const BatchGetItemRequest& request);
Result<Writes<BatchWriteItemResponse>> BatchWriteItem(const ItemServices& services,
                                                      const BatchWriteItemRequest& request);
Result<TransactGetItemsResponse> TransactGetItems(const ItemServices& services,
                                                  const TransactGetItemsRequest& request);
Result<Transact<TransactWriteItemsResponse>> TransactWriteItems(
    const ItemServices& services, const TransactWriteItemsRequest& request);

// PartiQL
Result<StatementWork<ExecuteStatementResponse>> ExecuteStatement(
    const ItemServices& services, const ExecuteStatementRequest& request);
Result<StatementWork<BatchExecuteStatementResponse>> BatchExecuteStatement(
    const ItemServices& services, const BatchExecuteStatementRequest& request);
Result<StatementWork<ExecuteTransactionResponse>> ExecuteTransaction(
    const ItemServices& services, const ExecuteTransactionRequest& request);

#define BUILT_OPERATION(name, kind)           \
  template <>                                 \
  struct OperationOf<name##Request> {         \
    static constexpr Kind kKind = Kind::kind; \
    static constexpr auto kHandler = &name;   \
  };
#include "api/built_operations.inc"
#undef BUILT_OPERATION

}  // namespace stator::api
