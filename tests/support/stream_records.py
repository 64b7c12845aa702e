"""Reads whole streams."""

from crash_run import call, require


def shards_of(connection, arn):
    shards = []
    request = {"StreamArn": arn}
    while True:
        answer = call(connection, "DescribeStream", request)["StreamDescription"]
        shards += answer["Shards"]
        if "LastEvaluatedShardId" not in answer:
            return shards
        request["ExclusiveStartShardId"] = answer["LastEvaluatedShardId"]


def records_of(connection, arn, shard):
    """Reads to the end of a closed shard, or to the present end of an open one."""
    iterator = call(connection, "GetShardIterator", {
        "StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"})["ShardIterator"]
    last = shard["SequenceNumberRange"]["StartingSequenceNumber"]
    while iterator is not None:
        answer = call(connection, "GetRecords", {"ShardIterator": iterator, "Limit": 97})
        for record in answer["Records"]:
            number = record["dynamodb"]["SequenceNumber"]
            require(int(number) > int(last), f"{number} comes after {last}")
            last = number
            yield record
        iterator = answer.get("NextShardIterator")
        if iterator is not None and not answer["Records"]:
            return
    end = shard["SequenceNumberRange"].get("EndingSequenceNumber", last)
    require(int(last) <= int(end), f"{last} comes after the shard's end {end}")
