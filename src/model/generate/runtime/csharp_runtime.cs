#pragma warning disable CS0649 // not every model sets every field

internal static class Runtime
{
    private const int PartitionsMax = 10_000; // partition keys that one read may ask
    private const int Workers = 16; // requests of one read at a time

    // A part of a key's text: a literal, an attribute, or a shard number.
    internal sealed class Piece
    {
        public string Text = "";
        public string Attribute = "";
        public int Width;
        public int Take;
        public bool Descending;
        public string Kind = "";
        public int Length;
        public int Shards;
    }

    // A key attribute: another attribute as it is, or a text made of pieces.
    internal sealed class Key
    {
        public string Name = "";
        public string Attribute = "";
        public Piece[] Pieces = Array.Empty<Piece>();
    }

    internal sealed class When
    {
        public string Attribute = "";
        public string Value = "";
    }

    internal sealed class Compare
    {
        public Key Key = new Key();
        public string How = "";
        public Piece Piece = new Piece();
        public string End = "";
    }

    internal sealed class Filter
    {
        public string Attribute = "";
        public bool Range;
    }

    // A kind of row that a read returns. Its keys identify it.
    internal sealed class Shape
    {
        public string Type = "";
        public Key[] Keys = Array.Empty<Key>();
    }

    // The form of a value. In another form, keys would not sort, or would equal keys of other rows.
    internal sealed class Rule
    {
        public string Attribute = "";
        public string Form = "";
        public int Width;
        public string[] Values = Array.Empty<string>();
        public bool Filled;
        public string[] Without = Array.Empty<string>();
    }

    internal sealed class Read
    {
        public string Window = "";
        public Rule[] Rules = Array.Empty<Rule>();
        public string Table = "";
        public string Index = "";
        public Key[] Partition = Array.Empty<Key>();
        public Compare[] Sort = Array.Empty<Compare>();
        public Filter[] Filters = Array.Empty<Filter>();
        public bool Backward;
        public int Limit;
        public bool Strong;
        public string[] Order = Array.Empty<string>();
        public string SortBy = "";
        public bool SortDescending;
        public string[] Refetch = Array.Empty<string>();
        public string[] Shown = Array.Empty<string>();
        public Shape[] Shapes = Array.Empty<Shape>();
        public int Part;
        public Read[] Children = Array.Empty<Read>();
    }

    // A statement of PartiQL, and its parameters in their order.
    internal sealed class Statement
    {
        public string Text = "";
        public Key[] Parameters = Array.Empty<Key>();
        public bool Strong;
        public Rule[] Rules = Array.Empty<Rule>();
    }

    internal sealed class Derived
    {
        public Key Key = new Key();
        public When[] When = Array.Empty<When>();
    }

    internal sealed class Lifetime
    {
        public string Attribute = "";
        public long Seconds;
    }

    internal sealed class Write
    {
        public string Kind = "";
        public string Table = "";
        public string Type = "";
        public Key[] Keys = Array.Empty<Key>();
        public When[] When = Array.Empty<When>();
        public bool Moved;
        public bool Whole;
        public string[] Attributes = Array.Empty<string>();
        public Derived[] Derived = Array.Empty<Derived>();
        public bool Absent;
        public bool Present;
        public string[] Expect = Array.Empty<string>();
        public string[] Guard = Array.Empty<string>();
        public string[] Set = Array.Empty<string>();
        public string[] Add = Array.Empty<string>();
        public string[] Append = Array.Empty<string>();
    }

    internal sealed class Action
    {
        public Rule[] Rules = Array.Empty<Rule>();
        public string[] Versions = Array.Empty<string>();
        public Lifetime[] Lifetimes = Array.Empty<Lifetime>();
        public string[] Raises = Array.Empty<string>();
        public Write[] Writes = Array.Empty<Write>();
    }

    internal sealed class Window
    {
        public AttributeValue First = new AttributeValue();
        public AttributeValue Last = new AttributeValue();
    }

    internal sealed class Row
    {
        public int Shape;
        public Dictionary<string, AttributeValue> Item = new();
    }

    // --- Values ---

    internal static AttributeValue Of(string text) => new AttributeValue { S = text };
    internal static AttributeValue Of(bool truth) => new AttributeValue { BOOL = truth };
    internal static AttributeValue Of(long number) => new AttributeValue { N = number.ToString(CultureInfo.InvariantCulture) };
    internal static AttributeValue Of(decimal number) => new AttributeValue { N = number.ToString("0.############################", CultureInfo.InvariantCulture) };
    internal static AttributeValue Of(byte[] bytes) => new AttributeValue { B = new MemoryStream(bytes) };
    internal static AttributeValue Of(Dictionary<string, AttributeValue> map) => new AttributeValue { M = map, IsMSet = true };
    internal static AttributeValue Of(List<AttributeValue> list) => new AttributeValue { L = list, IsLSet = true };

    internal static string? Text(Dictionary<string, AttributeValue> item, string name) => item.TryGetValue(name, out var value) ? value.S : null;
    internal static bool? Truth(Dictionary<string, AttributeValue> item, string name) => item.TryGetValue(name, out var value) ? value.BOOL : null;
    internal static long? Integer(Dictionary<string, AttributeValue> item, string name) => item.TryGetValue(name, out var value) ? long.Parse(value.N, CultureInfo.InvariantCulture) : null;
    internal static decimal? Number(Dictionary<string, AttributeValue> item, string name) => item.TryGetValue(name, out var value) ? decimal.Parse(value.N, NumberStyles.Float, CultureInfo.InvariantCulture) : null;
    internal static byte[]? Bytes(Dictionary<string, AttributeValue> item, string name) => item.TryGetValue(name, out var value) ? value.B.ToArray() : null;
    internal static Dictionary<string, AttributeValue>? Map(Dictionary<string, AttributeValue> item, string name) => item.TryGetValue(name, out var value) ? value.M : null;
    internal static List<AttributeValue>? Elements(Dictionary<string, AttributeValue> item, string name) => item.TryGetValue(name, out var value) ? value.L : null;

    // --- Keys ---

    private static string TextOf(AttributeValue value) => value.S ?? value.N ?? (value.BOOL == true ? "true" : "false");

    private const string Date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
    private const string Time = Date + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z";

    private static bool Follows(Rule rule, string text)
    {
        if (rule.Filled) return text != "" && rule.Without.All(delimiter => !text.Contains(delimiter, StringComparison.Ordinal));
        if (rule.Values.Length > 0) return rule.Values.Contains(text);
        if (rule.Form == "number") return Regex.IsMatch(text, "\\A-?[0-9]+(\\.[0-9]+)?\\z");
        var form = rule.Width > 0 ? $"[0-9]{{1,{rule.Width}}}" : rule.Form == "date" ? Date : Time;
        return Regex.IsMatch(text, "\\A(?:" + form + ")\\z");
    }

    private static string DemandOf(Rule rule)
    {
        if (rule.Filled) return "a text of at least one character" + (rule.Without.Length > 0 ? " without " + string.Join(" or ", rule.Without) : "");
        if (rule.Values.Length > 0) return "one of " + string.Join(", ", rule.Values);
        if (rule.Width > 0) return $"a whole number of at most {rule.Width} digits";
        if (rule.Form == "number") return "a number such as 12.5";
        return rule.Form == "date" ? "a date such as 2026-11-15" : "a time such as 2026-11-15T10:30:00.000Z";
    }

    private static void Check(Rule[] rules, Dictionary<string, AttributeValue> values, Window? window = null, string attribute = "")
    {
        foreach (var rule in rules)
        {
            var given = new List<AttributeValue>();
            if (values.TryGetValue(rule.Attribute, out var known)) given.Add(known);
            if (window != null && rule.Attribute == attribute) given.AddRange(new[] { window.First, window.Last });
            foreach (var value in given.Where(value => !Follows(rule, TextOf(value))))
                throw new ArgumentException($"{rule.Attribute} must be {DemandOf(rule)}, not {TextOf(value)}");
        }
    }

    private static string Turned(string text) => string.Concat(text.Select(each => each is >= '0' and <= '9' ? (char)('0' + '9' - each) : each));

    internal static int ShardOf(string text, int shards)
    {
        var digest = MD5.HashData(Encoding.UTF8.GetBytes(text));
        return (int)(new BigInteger(digest, isUnsigned: true, isBigEndian: true) % shards);
    }

    private static string PieceText(Piece piece, AttributeValue value)
    {
        var text = TextOf(value).PadLeft(piece.Width, '0');
        if (piece.Shards > 0) return ShardOf(text, piece.Shards).ToString(CultureInfo.InvariantCulture);
        if (piece.Take > 0 && text.Length > piece.Take) text = text.Substring(0, piece.Take);
        return piece.Descending ? Turned(text) : text;
    }

    // Returns the first `take` letters of all times from first to last.
    private static List<string> Buckets(string first, string last, int take)
    {
        DateTime Time(string text) => DateTime.Parse(
            text.Substring(0, take) + "0000-01-01T00:00:00.000Z".Substring(take), CultureInfo.InvariantCulture,
            DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal);
        var texts = new List<string>();
        var end = Time(last);
        for (var now = Time(first); now <= end;)
        {
            texts.Add(now.ToString("yyyy-MM-dd'T'HH:mm", CultureInfo.InvariantCulture).Substring(0, take));
            if (texts.Count > PartitionsMax) throw new ArgumentException($"from {first} to {last} are too many buckets for one read");
            now = take switch { 7 => now.AddMonths(1), 10 => now.AddDays(1), 13 => now.AddHours(1), _ => now.AddMinutes(1) };
        }
        return texts;
    }

    // Returns all texts that the piece may have for the values. A time bucket takes its value from `times`.
    private static IEnumerable<string> PieceTexts(Piece piece, Dictionary<string, AttributeValue> values, Dictionary<string, AttributeValue> times)
    {
        if (piece.Text != "") return new[] { piece.Text };
        var known = piece.Take > 0 ? times : values;
        if (known.TryGetValue(piece.Attribute, out var value)) return new[] { PieceText(piece, value) };
        if (piece.Shards > 0) return Enumerable.Range(0, piece.Shards).Select(each => each.ToString(CultureInfo.InvariantCulture));
        throw new ArgumentException($"{piece.Attribute} is needed");
    }

    private static void Bounded(long count)
    {
        if (count > PartitionsMax) throw new ArgumentException($"more than {PartitionsMax} partition keys are too many for one read");
    }

    // Returns the partition keys of all shards.
    private static List<Dictionary<string, AttributeValue>> SpreadOverShards(Read read, Dictionary<string, AttributeValue> values, Dictionary<string, AttributeValue> times)
    {
        var spread = new List<Dictionary<string, AttributeValue>> { new() };
        foreach (var key in read.Partition)
        {
            IEnumerable<AttributeValue> all;
            if (key.Attribute != "")
            {
                all = new[] { values[key.Attribute] };
            }
            else
            {
                var texts = new List<string> { "" };
                foreach (var piece in key.Pieces)
                {
                    var more = PieceTexts(piece, values, times).ToList();
                    Bounded((long)spread.Count * texts.Count * more.Count);
                    texts = texts.SelectMany(text => more.Select(each => text + each)).ToList();
                }
                all = texts.Select(text => Of(text)).ToList();
            }
            spread = spread.SelectMany(each => all.Select(value => new Dictionary<string, AttributeValue>(each) { [key.Name] = value })).ToList();
        }
        return spread;
    }

    // Returns the partition keys of every shard in every time bucket.
    private static List<Dictionary<string, AttributeValue>> Spread(Read read, Dictionary<string, AttributeValue> values, Window? window)
    {
        // The shortest bucket has the most letters and determines the longer ones, but not the shard of a time.
        var letters = 0;
        foreach (var piece in read.Partition.SelectMany(key => key.Pieces).Where(piece => piece.Attribute == read.Window))
            letters = Math.Max(letters, piece.Take);
        if (window == null || letters == 0 || values.ContainsKey(read.Window)) return SpreadOverShards(read, values, values);
        var spread = new List<Dictionary<string, AttributeValue>>();
        foreach (var bucket in Buckets(TextOf(window.First), TextOf(window.Last), letters))
        {
            spread.AddRange(SpreadOverShards(read, values, new Dictionary<string, AttributeValue>(values) { [read.Window] = Of(bucket) }));
            Bounded(spread.Count);
        }
        return spread;
    }

    // Returns the key's value. null: an attribute of the key is absent.
    private static AttributeValue? KeyValue(Key key, Dictionary<string, AttributeValue> values)
    {
        if (key.Attribute != "") return values.GetValueOrDefault(key.Attribute);
        var text = new StringBuilder();
        foreach (var piece in key.Pieces)
        {
            if (piece.Text != "") text.Append(piece.Text);
            else if (piece.Attribute == "") text.Append(Random.Shared.Next(piece.Shards));
            else if (!values.TryGetValue(piece.Attribute, out var value)) return null;
            else text.Append(PieceText(piece, value));
        }
        return Of(text.ToString());
    }

    private static bool Holds(When[] when, Dictionary<string, AttributeValue> values) =>
        when.All(each => values.TryGetValue(each.Attribute, out var value) && TextOf(value) == each.Value);

    private static string PatternOf(Piece piece)
    {
        if (piece.Text != "") return Regex.Escape(piece.Text);
        if (piece.Length > 0) return $"(.{{{piece.Length}}})";
        if (piece.Shards > 0) return "([0-9]+)";
        return piece.Kind == "number" ? "(-?[0-9.]+)" : "(.*?)";
    }

    // Adds the attributes that a key contains. false: the text does not have the key's form.
    private static bool ParseKey(Key key, Dictionary<string, AttributeValue> row, Dictionary<string, AttributeValue> found)
    {
        if (!row.TryGetValue(key.Name, out var value) || value.S == null) return false;
        var match = Regex.Match(value.S, "\\A" + string.Concat(key.Pieces.Select(PatternOf)) + "\\z", RegexOptions.Singleline);
        if (!match.Success) return false;
        var number = 0;
        foreach (var piece in key.Pieces.Where(each => each.Text == ""))
        {
            var part = match.Groups[++number].Value;
            if (piece.Shards > 0 || piece.Take > 0) continue;
            if (piece.Descending) part = Turned(part);
            // The table's keys come first, and their values take precedence.
            found.TryAdd(piece.Attribute, piece.Kind switch
            {
                "number" => new AttributeValue { N = decimal.Parse(part, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture) },
                "truth" => Of(part == "true"),
                _ => Of(part),
            });
        }
        return true;
    }

    // Returns the row's shape and the attributes in its keys. null: the read does not return this kind of row.
    private static Row? ShapedRow(Read read, Dictionary<string, AttributeValue> item)
    {
        var type = Text(item, "_type");
        for (var number = 0; number < read.Shapes.Length; ++number)
        {
            if (type != null && type != read.Shapes[number].Type) continue;
            var found = new Dictionary<string, AttributeValue>();
            if (!read.Shapes[number].Keys.All(key => ParseKey(key, item, found))) continue;
            foreach (var (name, value) in item) found[name] = value;
            return new Row { Shape = number, Item = found };
        }
        return null;
    }

    // The names and values of one request's expressions.
    private sealed class Expression
    {
        public readonly Dictionary<string, string> Names = new();
        public readonly Dictionary<string, AttributeValue> Values = new();

        public string Name(string attribute)
        {
            var placeholder = $"#n{Names.Count}";
            Names[placeholder] = attribute;
            return placeholder;
        }

        public string Value(AttributeValue value)
        {
            var placeholder = $":v{Values.Count}";
            Values[placeholder] = value;
            return placeholder;
        }

        public string Projection(string[] shown) => string.Join(", ", shown.Select(Name));

        public Dictionary<string, string>? NamesOrNone => Names.Count > 0 ? Names : null;
        public Dictionary<string, AttributeValue>? ValuesOrNone => Values.Count > 0 ? Values : null;
    }

    // --- Reads ---

    // Compares texts by their UTF-8 bytes, as the database does.
    private static int Compared(AttributeValue left, AttributeValue right)
    {
        if (left.N != null && right.N != null)
            return decimal.Parse(left.N, NumberStyles.Float, CultureInfo.InvariantCulture).CompareTo(decimal.Parse(right.N, NumberStyles.Float, CultureInfo.InvariantCulture));
        return Encoding.UTF8.GetBytes(TextOf(left)).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(TextOf(right)));
    }

    private static int ComparedBy(string[] names, Row left, Row right) =>
        names.Select(name => Compared(left.Item[name], right.Item[name])).FirstOrDefault(order => order != 0);

    // Returns a text behind all keys of this value and of smaller values.
    private static string RangeEnd(Compare compare, string text)
    {
        if (compare.End == "" || compare.Piece.Length > 0 || compare.Piece.Kind != "") return text + compare.End;
        // "New" sorts before "New York", but "New#" sorts after "New York#".
        var delimiter = (char)(compare.End[0] - 1);
        var length = 0;
        while (length < text.Length && text[length] >= delimiter) ++length;
        return text.Substring(0, length) + compare.End;
    }

    private static string SortCondition(Compare compare, Dictionary<string, AttributeValue> values, Window? window, Expression expression)
    {
        var name = expression.Name(compare.Key.Name);
        if (compare.How != "between")
        {
            var value = expression.Value(KeyValue(compare.Key, values)!);
            return compare.How == "begins" ? $"begins_with({name}, {value})" : $"{name} = {value}";
        }
        var (first, last) = (window!.First, window.Last);
        if (compare.Key.Attribute == "")
        {
            var prefix = KeyValue(compare.Key, values)!.S;
            var (from, to) = (PieceText(compare.Piece, first), PieceText(compare.Piece, last));
            if (compare.Piece.Descending) (from, to) = (to, from);
            (first, last) = (Of(prefix + from), Of(prefix + RangeEnd(compare, to)));
        }
        return $"{name} BETWEEN {expression.Value(first)} AND {expression.Value(last)}";
    }

    private static bool Passes(Read read, Row row, Dictionary<string, AttributeValue> values, Window? window) =>
        read.Filters.All(filter =>
        {
            if (!row.Item.TryGetValue(filter.Attribute, out var value)) return false;
            if (!filter.Range) return Compared(value, values[filter.Attribute]) == 0;
            return Compared(window!.First, value) <= 0 && Compared(value, window.Last) <= 0;
        });

    // Asks several questions at a time and concatenates their answers in order.
    private static async Task<List<A>> InParallel<Q, A>(IEnumerable<Q> questions, Func<Q, Task<List<A>>> ask)
    {
        var all = new List<A>();
        foreach (var some in questions.Chunk(Workers))
            foreach (var answer in await Task.WhenAll(some.Select(ask))) all.AddRange(answer);
        return all;
    }

    private static List<Row> Merged(Read read, IEnumerable<Row> rows)
    {
        var order = Comparer<Row>.Create((left, right) => read.Backward ? ComparedBy(read.Order, right, left) : ComparedBy(read.Order, left, right));
        return rows.OrderBy(row => row, order).ToList();
    }

    private static List<Row> Ordered(Read read, List<Row> rows)
    {
        if (read.SortBy != "")
        {
            var names = new[] { read.SortBy };
            var having = rows.Where(row => row.Item.ContainsKey(read.SortBy)).ToList();
            var order = Comparer<Row>.Create((left, right) => read.SortDescending ? ComparedBy(names, right, left) : ComparedBy(names, left, right));
            rows = rows.Where(row => !row.Item.ContainsKey(read.SortBy)).Concat(having.OrderBy(row => row, order)).ToList();
        }
        return read.Limit > 0 ? rows.Take(read.Limit).ToList() : rows;
    }

    private sealed record Page(List<Dictionary<string, AttributeValue>> Items, Dictionary<string, AttributeValue>? Last);

    // Executes the reads and writes of a store.
    internal sealed class Requests
    {
        private readonly IAmazonDynamoDB client;

        public Requests(IAmazonDynamoDB client) => this.client = client;

        public async Task<List<Row>> Get(Read read, Dictionary<string, AttributeValue> values, Window? window, CancellationToken cancellation)
        {
            Check(read.Rules, values);
            var keys = read.Partition.Concat(read.Sort.Select(compare => compare.Key));
            var item = await GetItem(read, keys.ToDictionary(key => key.Name, key => KeyValue(key, values)!), read.Strong, cancellation);
            var items = new List<Dictionary<string, AttributeValue>>();
            if (item != null) items.Add(item);
            return await Wanted(read, items, values, window, cancellation);
        }

        private async Task<Dictionary<string, AttributeValue>?> GetItem(Read read, Dictionary<string, AttributeValue> key, bool strong, CancellationToken cancellation)
        {
            var request = new GetItemRequest { TableName = read.Table, Key = key, ConsistentRead = strong };
            if (read.Shown.Length > 0)
            {
                var expression = new Expression();
                request.ProjectionExpression = expression.Projection(read.Shown);
                request.ExpressionAttributeNames = expression.Names;
            }
            var answer = await client.GetItemAsync(request, cancellation);
            return answer.Item is { Count: > 0 } ? answer.Item : null;
        }

        public async Task<List<Row>> Query(Read read, Dictionary<string, AttributeValue> values, Window? window, CancellationToken cancellation)
        {
            Check(read.Rules, values, window, read.Window);
            if (window != null && Compared(window.First, window.Last) > 0) return new List<Row>();
            var partitions = Spread(read, values, window);
            var rows = await InParallel(partitions, partition => QueryOne(read, partition, values, window, cancellation));
            return Ordered(read, partitions.Count > 1 ? Merged(read, rows) : rows);
        }

        // Adds the rows of the parent's children: each kind in order, up to its limit.
        public async Task<List<Row>> WithChildren(Read parent, Dictionary<string, AttributeValue> values, List<Row> rows, CancellationToken cancellation)
        {
            var questions = parent.Children.SelectMany(read => Spread(read, values, null).Select(partition => (read, partition))).ToList();
            Bounded(questions.Count);
            var found = await InParallel(questions, async question =>
            {
                var answer = await QueryOne(question.read, question.partition, values, null, cancellation);
                return answer.Select(row => new Row { Shape = question.read.Part, Item = row.Item }).ToList();
            });
            var all = new List<Row>(rows);
            var asked = new HashSet<int>(); // reads of one part differ in their keys only
            foreach (var read in parent.Children.Where(read => asked.Add(read.Part)))
                all.AddRange(Ordered(read, Merged(read, found.Where(row => row.Shape == read.Part))));
            return all;
        }

        private Task<List<Row>> QueryOne(Read read, Dictionary<string, AttributeValue> partition, Dictionary<string, AttributeValue> values, Window? window, CancellationToken cancellation)
        {
            var expression = new Expression();
            var terms = partition.Select(each => $"{expression.Name(each.Key)} = {expression.Value(each.Value)}").ToList();
            terms.AddRange(read.Sort.Select(compare => SortCondition(compare, values, window, expression)));
            var projection = expression.Projection(read.Refetch.Length > 0 ? Array.Empty<string>() : read.Shown);
            return Pages(read, values, window, async (start, limit) =>
            {
                var request = new QueryRequest
                {
                    TableName = read.Table, KeyConditionExpression = string.Join(" AND ", terms),
                    ExpressionAttributeNames = expression.Names, ExpressionAttributeValues = expression.Values,
                    ScanIndexForward = !read.Backward, ConsistentRead = read.Strong, ExclusiveStartKey = start,
                };
                if (projection != "") request.ProjectionExpression = projection;
                if (read.Index != "") request.IndexName = read.Index;
                if (limit > 0) request.Limit = limit;
                var answer = await client.QueryAsync(request, cancellation);
                return new Page(answer.Items ?? new List<Dictionary<string, AttributeValue>>(), answer.LastEvaluatedKey);
            }, cancellation);
        }

        public async Task<List<Row>> Scan(Read read, Dictionary<string, AttributeValue> values, Window? window, CancellationToken cancellation)
        {
            Check(read.Rules, values, window, read.Window);
            var expression = new Expression();
            var types = string.Join(", ", read.Shapes.Select(shape => expression.Value(Of(shape.Type))));
            var filter = $"{expression.Name("_type")} IN ({types})";
            var projection = expression.Projection(read.Shown);
            var rows = await Pages(read, values, window, async (start, limit) =>
            {
                var request = new ScanRequest
                {
                    TableName = read.Table, FilterExpression = filter, ExpressionAttributeNames = expression.Names,
                    ExpressionAttributeValues = expression.Values, ConsistentRead = read.Strong, ExclusiveStartKey = start,
                };
                if (projection != "") request.ProjectionExpression = projection;
                if (limit > 0) request.Limit = limit;
                var answer = await client.ScanAsync(request, cancellation);
                return new Page(answer.Items ?? new List<Dictionary<string, AttributeValue>>(), answer.LastEvaluatedKey);
            }, cancellation);
            return Ordered(read, rows);
        }

        // Returns all items that the statement selects.
        public async Task<List<Dictionary<string, AttributeValue>>> Execute(Statement spec, Dictionary<string, AttributeValue> values, CancellationToken cancellation)
        {
            Check(spec.Rules, values);
            var items = new List<Dictionary<string, AttributeValue>>();
            var request = new ExecuteStatementRequest { Statement = spec.Text, ConsistentRead = spec.Strong };
            if (spec.Parameters.Length > 0)
                request.Parameters = spec.Parameters.Select(key => KeyValue(key, values) ?? throw new ArgumentException("a parameter of the statement has no value")).ToList();
            do
            {
                var answer = await client.ExecuteStatementAsync(request, cancellation);
                items.AddRange(answer.Items ?? new List<Dictionary<string, AttributeValue>>());
                request.NextToken = answer.NextToken;
            } while (request.NextToken != null);
            return items;
        }

        private async Task<List<Row>> Pages(Read read, Dictionary<string, AttributeValue> values, Window? window, Func<Dictionary<string, AttributeValue>?, int, Task<Page>> ask, CancellationToken cancellation)
        {
            var limit = read.SortBy == "" ? read.Limit : 0;
            var rows = new List<Row>();
            Dictionary<string, AttributeValue>? start = null;
            do
            {
                // A filter removes rows of a page, so a small limit would take many pages for the last rows.
                var page = await ask(start, limit > 0 && read.Filters.Length == 0 ? limit - rows.Count : limit);
                rows.AddRange(await Wanted(read, page.Items, values, window, cancellation));
                start = page.Last is { Count: > 0 } ? page.Last : null;
            } while (start != null && !(limit > 0 && rows.Count >= limit));
            return rows;
        }

        private async Task<List<Row>> Wanted(Read read, List<Dictionary<string, AttributeValue>> items, Dictionary<string, AttributeValue> values, Window? window, CancellationToken cancellation)
        {
            if (read.Refetch.Length > 0) items = await InParallel(items, item => Fetched(read, item, cancellation));
            return items.Select(item => ShapedRow(read, item)).OfType<Row>().Where(row => Passes(read, row, values, window)).ToList();
        }

        private async Task<List<Dictionary<string, AttributeValue>>> Fetched(Read read, Dictionary<string, AttributeValue> item, CancellationToken cancellation)
        {
            var row = await GetItem(read, read.Refetch.ToDictionary(name => name, name => item[name]), false, cancellation);
            var all = new List<Dictionary<string, AttributeValue>>();
            if (row == null) return all;
            foreach (var (name, value) in item) row.TryAdd(name, value);
            all.Add(row);
            return all;
        }

        public async Task Commit(List<TransactWriteItem> writes, CancellationToken cancellation)
        {
            if (writes.Count != 1 || writes[0].ConditionCheck != null)
            {
                await client.TransactWriteItemsAsync(new TransactWriteItemsRequest { TransactItems = writes }, cancellation);
            }
            else if (writes[0].Put is { } put)
            {
                await client.PutItemAsync(new PutItemRequest
                {
                    TableName = put.TableName, Item = put.Item, ConditionExpression = put.ConditionExpression,
                    ExpressionAttributeNames = put.ExpressionAttributeNames, ExpressionAttributeValues = put.ExpressionAttributeValues,
                }, cancellation);
            }
            else if (writes[0].Update is { } update)
            {
                await client.UpdateItemAsync(new UpdateItemRequest
                {
                    TableName = update.TableName, Key = update.Key, UpdateExpression = update.UpdateExpression,
                    ConditionExpression = update.ConditionExpression,
                    ExpressionAttributeNames = update.ExpressionAttributeNames, ExpressionAttributeValues = update.ExpressionAttributeValues,
                }, cancellation);
            }
            else if (writes[0].Delete is { } delete)
            {
                await client.DeleteItemAsync(new DeleteItemRequest
                {
                    TableName = delete.TableName, Key = delete.Key, ConditionExpression = delete.ConditionExpression,
                    ExpressionAttributeNames = delete.ExpressionAttributeNames, ExpressionAttributeValues = delete.ExpressionAttributeValues,
                }, cancellation);
            }
        }
    }

    // --- Writes ---

    // Returns the writes of one action as parts of a transaction.
    internal static IEnumerable<TransactWriteItem> WritesOf(Action action, Dictionary<string, AttributeValue> given, Dictionary<string, AttributeValue>? expectedOrNone = null)
    {
        Check(action.Rules, given);
        var values = new Dictionary<string, AttributeValue>(given);
        var expected = expectedOrNone ?? new Dictionary<string, AttributeValue>();
        foreach (var name in action.Versions) values.TryAdd(name, Of(1L));
        foreach (var lifetime in action.Lifetimes)
            values.TryAdd(lifetime.Attribute, Of(DateTimeOffset.UtcNow.ToUnixTimeSeconds() + lifetime.Seconds));
        foreach (var name in action.Raises)
            values[name] = Of(decimal.Parse(expected[name].N, NumberStyles.Float, CultureInfo.InvariantCulture) + 1);
        return action.Writes.SelectMany(write =>
            write.Moved ? MovedOf(write, values, expected)
            : Holds(write.When, values) ? new[] { WriteOf(write, values, expected, write.Absent) }
            : Array.Empty<TransactWriteItem>()).ToList();
    }

    // Moves a row: puts it under the new key, and deletes it under the old one unless the key stays.
    private static TransactWriteItem[] MovedOf(Write write, Dictionary<string, AttributeValue> values, Dictionary<string, AttributeValue> expected)
    {
        var old = new Dictionary<string, AttributeValue>(values);
        foreach (var (name, value) in expected) old[name] = value;
        var (was, stays) = (Holds(write.When, old), false);
        if (was && Holds(write.When, values))
        {
            var (before, after) = (KeysOf(write, old), KeysOf(write, values));
            stays = write.Keys.All(key => IsSame(before[key.Name], after[key.Name]));
        }
        if (write.Kind == "delete")
            return was && !stays ? new[] { WriteOf(write, old, expected, false) } : Array.Empty<TransactWriteItem>();
        if (!Holds(write.When, values)) return Array.Empty<TransactWriteItem>();
        return new[] { WriteOf(write, values, expected, write.Absent && !stays) };
    }

    // Compares values of keys: texts, numbers or bytes.
    private static bool IsSame(AttributeValue one, AttributeValue other)
    {
        if (one.B != null && other.B != null) return one.B.ToArray().SequenceEqual(other.B.ToArray());
        return one.S == other.S && one.N == other.N && one.B == other.B;
    }

    private static Dictionary<string, AttributeValue> KeysOf(Write write, Dictionary<string, AttributeValue> values)
    {
        var keys = new Dictionary<string, AttributeValue>();
        foreach (var key in write.Keys)
            keys[key.Name] = KeyValue(key, values) ?? throw new ArgumentException($"{write.Type} lacks what its {key.Name} is made of");
        return keys;
    }

    private static TransactWriteItem WriteOf(Write write, Dictionary<string, AttributeValue> values, Dictionary<string, AttributeValue> expected, bool absent)
    {
        var keys = KeysOf(write, values);
        var expression = new Expression();
        var update = write.Kind == "update" ? UpdateOf(write, values, expression) : "";
        var condition = ConditionOf(write, values, expected, absent, expression);
        var (names, literals) = (expression.NamesOrNone, expression.ValuesOrNone);
        return write.Kind switch
        {
            "put" => new TransactWriteItem { Put = new Put { TableName = write.Table, Item = PutOf(write, keys, values), ConditionExpression = condition, ExpressionAttributeNames = names, ExpressionAttributeValues = literals } },
            "update" => new TransactWriteItem { Update = new Update { TableName = write.Table, Key = keys, UpdateExpression = update, ConditionExpression = condition, ExpressionAttributeNames = names, ExpressionAttributeValues = literals } },
            "delete" => new TransactWriteItem { Delete = new Delete { TableName = write.Table, Key = keys, ConditionExpression = condition, ExpressionAttributeNames = names, ExpressionAttributeValues = literals } },
            _ => new TransactWriteItem { ConditionCheck = new ConditionCheck { TableName = write.Table, Key = keys, ConditionExpression = condition, ExpressionAttributeNames = names, ExpressionAttributeValues = literals } },
        };
    }

    // Returns index key attributes; null removes one. If entries exclude each other, the one that holds wins.
    private static Dictionary<string, AttributeValue?> DerivedValues(Write write, Dictionary<string, AttributeValue> values)
    {
        var found = new Dictionary<string, AttributeValue?>();
        foreach (var derived in write.Derived)
        {
            var value = Holds(derived.When, values) ? KeyValue(derived.Key, values) : null;
            if (value != null || !found.ContainsKey(derived.Key.Name)) found[derived.Key.Name] = value;
        }
        return found;
    }

    private static Dictionary<string, AttributeValue> PutOf(Write write, Dictionary<string, AttributeValue> keys, Dictionary<string, AttributeValue> values)
    {
        var item = write.Whole ? new Dictionary<string, AttributeValue>(values) : new Dictionary<string, AttributeValue>();
        foreach (var name in write.Attributes)
            if (values.TryGetValue(name, out var value)) item[name] = value;
        foreach (var (name, value) in DerivedValues(write, values))
            if (value != null) item[name] = value;
        foreach (var (name, value) in keys) item[name] = value;
        item["_type"] = Of(write.Type);
        return item;
    }

    private static string UpdateOf(Write write, Dictionary<string, AttributeValue> values, Expression expression)
    {
        var sets = write.Set.Select(name => $"{expression.Name(name)} = {expression.Value(values[name])}").ToList();
        foreach (var name in write.Append)
        {
            var place = expression.Name(name);
            sets.Add($"{place} = list_append(if_not_exists({place}, {expression.Value(Of(new List<AttributeValue>()))}), {expression.Value(values[name])})");
        }
        sets.AddRange(write.Attributes.Select(name => $"{expression.Name(name)} = {expression.Value(values[name])}"));
        if (write.Attributes.Length > 0) sets.Add($"{expression.Name("_type")} = {expression.Value(Of(write.Type))}"); // the first addition makes the item
        var removes = new List<string>();
        foreach (var (name, value) in DerivedValues(write, values))
        {
            if (value != null) sets.Add($"{expression.Name(name)} = {expression.Value(value)}");
            else removes.Add(expression.Name(name));
        }
        var adds = write.Add.Select(name => $"{expression.Name(name)} {expression.Value(values[name])}").ToList();
        var parts = new[] { ("SET", sets), ("REMOVE", removes), ("ADD", adds) };
        return string.Join(" ", parts.Where(part => part.Item2.Count > 0).Select(part => $"{part.Item1} {string.Join(", ", part.Item2)}"));
    }

    private static string? ConditionOf(Write write, Dictionary<string, AttributeValue> values, Dictionary<string, AttributeValue> expected, bool absent, Expression expression)
    {
        var terms = new List<string>();
        if (absent) terms.Add($"attribute_not_exists({expression.Name(write.Keys[0].Name)})");
        if (write.Present) terms.Add($"attribute_exists({expression.Name(write.Keys[0].Name)})");
        terms.AddRange(write.Expect.Select(name => $"{expression.Name(name)} = {expression.Value(expected[name])}"));
        terms.AddRange(write.Guard.Select(name => $"{expression.Name(name)} = {expression.Value(values[name])}"));
        return terms.Count > 0 ? string.Join(" AND ", terms) : null;
    }
}
