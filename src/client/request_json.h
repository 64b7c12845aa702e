#pragma once

#include <string>

#include "client/stator.h"

// Requests as DynamoDB's JSON. "InvalidRequest" if one holds a value nested deeper than any service
// reads.
namespace stator::client {

Expected<std::string> Encode(const CreateTableRequest& request);
Expected<std::string> Encode(const DescribeTableRequest& request);
Expected<std::string> Encode(const DeleteTableRequest& request);
Expected<std::string> Encode(const ListTablesRequest& request);
Expected<std::string> Encode(const UpdateTimeToLiveRequest& request);
Expected<std::string> Encode(const PutItemRequest& request);
Expected<std::string> Encode(const GetItemRequest& request);
Expected<std::string> Encode(const UpdateItemRequest& request);
Expected<std::string> Encode(const DeleteItemRequest& request);
Expected<std::string> Encode(const QueryRequest& request);
Expected<std::string> Encode(const ScanRequest& request);
Expected<std::string> Encode(const BatchGetItemRequest& request);
Expected<std::string> Encode(const BatchWriteItemRequest& request);
// `token` stands in where the request has none; it may be empty, too.
Expected<std::string> Encode(const TransactWriteItemsRequest& request, const std::string& token);
Expected<std::string> Encode(const TransactGetItemsRequest& request);

}  // namespace stator::client
