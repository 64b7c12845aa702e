// The types of AWSSDK.DynamoDBv2 (version 4) that generated code uses. They have the same declarations and no
// behaviour.
namespace Amazon.DynamoDBv2
{
    using Amazon.DynamoDBv2.Model;
    public interface IAmazonDynamoDB
    {
        Task<GetItemResponse> GetItemAsync(GetItemRequest request, CancellationToken cancellationToken = default);
        Task<QueryResponse> QueryAsync(QueryRequest request, CancellationToken cancellationToken = default);
        Task<ScanResponse> ScanAsync(ScanRequest request, CancellationToken cancellationToken = default);
        Task<ExecuteStatementResponse> ExecuteStatementAsync(ExecuteStatementRequest request, CancellationToken cancellationToken = default);
        Task<PutItemResponse> PutItemAsync(PutItemRequest request, CancellationToken cancellationToken = default);
        Task<UpdateItemResponse> UpdateItemAsync(UpdateItemRequest request, CancellationToken cancellationToken = default);
        Task<DeleteItemResponse> DeleteItemAsync(DeleteItemRequest request, CancellationToken cancellationToken = default);
        Task<TransactWriteItemsResponse> TransactWriteItemsAsync(TransactWriteItemsRequest request, CancellationToken cancellationToken = default);
    }
}

namespace Amazon.DynamoDBv2.Model
{
#nullable disable
    public class AttributeValue
    {
        public string S { get; set; }
        public string N { get; set; }
        public bool? BOOL { get; set; }
        public MemoryStream B { get; set; }
        public Dictionary<string, AttributeValue> M { get; set; }
        public List<AttributeValue> L { get; set; }
        public bool IsMSet { get; set; }
        public bool IsLSet { get; set; }
    }
    public class GetItemRequest
    {
        public string TableName { get; set; }
        public Dictionary<string, AttributeValue> Key { get; set; }
        public bool? ConsistentRead { get; set; }
        public string ProjectionExpression { get; set; }
        public Dictionary<string, string> ExpressionAttributeNames { get; set; }
    }
    public class GetItemResponse { public Dictionary<string, AttributeValue> Item { get; set; } }
    public class QueryRequest
    {
        public string TableName { get; set; }
        public string IndexName { get; set; }
        public string KeyConditionExpression { get; set; }
        public string ProjectionExpression { get; set; }
        public Dictionary<string, string> ExpressionAttributeNames { get; set; }
        public Dictionary<string, AttributeValue> ExpressionAttributeValues { get; set; }
        public bool? ScanIndexForward { get; set; }
        public bool? ConsistentRead { get; set; }
        public int? Limit { get; set; }
        public Dictionary<string, AttributeValue> ExclusiveStartKey { get; set; }
    }
    public class QueryResponse
    {
        public List<Dictionary<string, AttributeValue>> Items { get; set; }
        public Dictionary<string, AttributeValue> LastEvaluatedKey { get; set; }
    }
    public class ExecuteStatementRequest
    {
        public string Statement { get; set; }
        public List<AttributeValue> Parameters { get; set; }
        public bool? ConsistentRead { get; set; }
        public string NextToken { get; set; }
    }
    public class ExecuteStatementResponse
    {
        public List<Dictionary<string, AttributeValue>> Items { get; set; }
        public string NextToken { get; set; }
    }
    public class ScanRequest
    {
        public string TableName { get; set; }
        public string FilterExpression { get; set; }
        public string ProjectionExpression { get; set; }
        public Dictionary<string, string> ExpressionAttributeNames { get; set; }
        public Dictionary<string, AttributeValue> ExpressionAttributeValues { get; set; }
        public bool? ConsistentRead { get; set; }
        public int? Limit { get; set; }
        public Dictionary<string, AttributeValue> ExclusiveStartKey { get; set; }
    }
    public class ScanResponse : QueryResponse { }
    public class Put
    {
        public string TableName { get; set; }
        public Dictionary<string, AttributeValue> Item { get; set; }
        public string ConditionExpression { get; set; }
        public Dictionary<string, string> ExpressionAttributeNames { get; set; }
        public Dictionary<string, AttributeValue> ExpressionAttributeValues { get; set; }
    }
    public class Delete
    {
        public string TableName { get; set; }
        public Dictionary<string, AttributeValue> Key { get; set; }
        public string ConditionExpression { get; set; }
        public Dictionary<string, string> ExpressionAttributeNames { get; set; }
        public Dictionary<string, AttributeValue> ExpressionAttributeValues { get; set; }
    }
    public class ConditionCheck : Delete { }
    public class Update : Delete { public string UpdateExpression { get; set; } }
    public class PutItemRequest : Put { }
    public class DeleteItemRequest : Delete { }
    public class UpdateItemRequest : Update { }
    public class PutItemResponse { }
    public class DeleteItemResponse { }
    public class UpdateItemResponse { }
    public class TransactWriteItemsResponse { }
    public class TransactWriteItem
    {
        public Put Put { get; set; }
        public Update Update { get; set; }
        public Delete Delete { get; set; }
        public ConditionCheck ConditionCheck { get; set; }
    }
    public class TransactWriteItemsRequest { public List<TransactWriteItem> TransactItems { get; set; } }

}
