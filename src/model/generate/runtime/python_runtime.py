Date = str  # 2026-11-15
Time = str  # 2026-11-15T10:30:00.000Z

_PARTITIONS_MAX = 10_000  # partition keys that one read may ask
_WORKERS = 16  # requests of one read at a time


@dataclass(frozen=True)
class _Piece:
    """A part of a key's text: a literal, an attribute, or a shard number."""

    text: str = ""
    attribute: str = ""
    width: int = 0
    take: int = 0
    descending: bool = False
    kind: str = ""
    length: int = 0
    shards: int = 0


@dataclass(frozen=True)
class _Key:
    """A key attribute: another attribute as it is, or a text made of pieces."""

    name: str
    attribute: str = ""
    pieces: Sequence[_Piece] = ()


@dataclass(frozen=True)
class _When:
    attribute: str
    value: str


@dataclass(frozen=True)
class _Compare:
    key: _Key
    how: str
    piece: Optional[_Piece] = None
    end: str = ""


@dataclass(frozen=True)
class _Filter:
    attribute: str
    range: bool = False


@dataclass(frozen=True)
class _Shape:
    """A kind of row that a read returns. Its keys identify it."""

    type: str
    keys: Sequence[_Key] = ()


@dataclass(frozen=True)
class _Rule:
    """The form of a value. In another form, keys would not sort, or would equal keys of other rows."""

    attribute: str
    form: str = ""
    width: int = 0
    values: Sequence[str] = ()
    filled: bool = False
    without: Sequence[str] = ()


@dataclass(frozen=True)
class _Read:
    table: str
    shapes: Sequence[_Shape]
    window: str = ""
    rules: Sequence[_Rule] = ()
    index: str = ""
    partition: Sequence[_Key] = ()
    sort: Sequence[_Compare] = ()
    filters: Sequence[_Filter] = ()
    backward: bool = False
    limit: int = 0
    strong: bool = False
    order: Sequence[str] = ()
    sort_by: str = ""
    sort_descending: bool = False
    refetch: Sequence[str] = ()
    shown: Sequence[str] = ()
    part: int = 0
    children: Sequence["_Read"] = ()


@dataclass(frozen=True)
class _Statement:
    """A statement of PartiQL, and its parameters in their order."""

    text: str
    parameters: Sequence[_Key] = ()
    strong: bool = False
    rules: Sequence[_Rule] = ()


@dataclass(frozen=True)
class _Derived:
    key: _Key
    when: Sequence[_When] = ()


@dataclass(frozen=True)
class _Lifetime:
    attribute: str
    seconds: int


@dataclass(frozen=True)
class _Write:
    kind: str
    table: str
    type: str
    keys: Sequence[_Key]
    when: Sequence[_When] = ()
    moved: bool = False
    whole: bool = False
    attributes: Sequence[str] = ()
    derived: Sequence[_Derived] = ()
    absent: bool = False
    present: bool = False
    expect: Sequence[str] = ()
    guard: Sequence[str] = ()
    set: Sequence[str] = ()
    add: Sequence[str] = ()
    append: Sequence[str] = ()


@dataclass(frozen=True)
class _Action:
    writes: Sequence[_Write]
    rules: Sequence[_Rule] = ()
    versions: Sequence[str] = ()
    lifetimes: Sequence[_Lifetime] = ()
    raises: Sequence[str] = ()


_Values = Dict[str, Any]
_Window = Optional[Tuple[Any, Any]]


# --- Keys ---


_EXACT = decimal.Context(prec=40)  # the database's numbers have up to 38 digits


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, str)):
        return str(value)
    if not Decimal(str(value)).is_finite():
        return str(value)
    return format(_EXACT.plus(_EXACT.normalize(Decimal(str(value)))), "f")  # in decimal, and no -0


_DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_TIME = _DATE + r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z"


def _demand(rule: _Rule) -> Tuple[str, str]:
    """Returns the form of a value, and its name for error messages."""
    if rule.filled:
        form = f"[^{re.escape(''.join(rule.without))}]+" if rule.without else "(?s:.+)"
        name = "a text of at least one character"
        return form, name + (" without " + " or ".join(rule.without) if rule.without else "")
    if rule.values:
        return "|".join(re.escape(each) for each in rule.values), "one of " + ", ".join(rule.values)
    if rule.width:
        return f"[0-9]{{1,{rule.width}}}", f"a whole number of at most {rule.width} digits"
    if rule.form == "number":
        return r"-?[0-9]+(\.[0-9]+)?", "a number such as 12.5"
    if rule.form == "date":
        return _DATE, "a date such as 2026-11-15"
    return _TIME, "a time such as 2026-11-15T10:30:00.000Z"


def _check(rules: Sequence[_Rule], values: _Values, window: _Window = None, attribute: str = "") -> None:
    for rule in rules:
        given = [values.get(rule.attribute)]
        if window is not None and rule.attribute == attribute:
            given += window
        form, name = _demand(rule)
        for value in given:
            if value is not None and not re.fullmatch(form, _text_of(value)):
                raise ValueError(f"{rule.attribute} must be {name}, not {_text_of(value)}")


def _turned(text: str) -> str:
    return "".join(str(9 - int(each)) if each in "0123456789" else each for each in text)


def _shard(text: str, shards: int) -> int:
    return int.from_bytes(hashlib.md5(text.encode("utf-8")).digest(), "big") % shards


def _piece_text(piece: _Piece, value: Any) -> str:
    text = _text_of(value)
    if piece.width:
        text = text.zfill(piece.width)
    if piece.shards:
        return str(_shard(text, piece.shards))
    if piece.take:
        text = text[: piece.take]
    return _turned(text) if piece.descending else text


def _buckets(first: str, last: str, take: int) -> List[str]:
    """Returns the first `take` letters of all times from first to last."""
    form = "%Y-%m-%dT%H:%M"[: {7: 5, 10: 8, 13: 11, 16: 14}[take]]
    now, end = (datetime.strptime(each[:take], form) for each in (first, last))
    texts: List[str] = []
    while now <= end:
        texts.append(now.strftime(form))
        if len(texts) > _PARTITIONS_MAX:
            raise ValueError(f"from {first} to {last} are too many buckets for one read")
        if take == 7:
            now = (now + timedelta(days=31)).replace(day=1)
        else:
            now += {10: timedelta(days=1), 13: timedelta(hours=1), 16: timedelta(minutes=1)}[take]
    return texts


def _piece_texts(piece: _Piece, values: _Values, times: _Values) -> List[str]:
    """Returns all texts that the piece may have for the values. A time bucket takes its value from `times`."""
    if piece.text:
        return [piece.text]
    known = times if piece.take else values
    if piece.attribute in known:
        return [_piece_text(piece, known[piece.attribute])]
    if piece.shards:
        return [str(each) for each in range(piece.shards)]
    raise ValueError(f"{piece.attribute} is needed")


def _bounded(count: int) -> None:
    if count > _PARTITIONS_MAX:
        raise ValueError(f"more than {_PARTITIONS_MAX} partition keys are too many for one read")


def _spread_over_shards(read: _Read, values: _Values, times: _Values) -> List[_Values]:
    """Returns the partition keys of all shards."""
    spread: List[_Values] = [{}]
    for key in read.partition:
        if key.attribute:
            spread = [{**each, key.name: values[key.attribute]} for each in spread]
            continue
        texts = [""]
        for piece in key.pieces:
            more = _piece_texts(piece, values, times)
            _bounded(len(spread) * len(texts) * len(more))
            texts = [text + each for text in texts for each in more]
        spread = [{**each, key.name: text} for each in spread for text in texts]
    return spread


def _spread(read: _Read, values: _Values, window: _Window) -> List[_Values]:
    """Returns the partition keys of every shard in every time bucket."""
    pieces = [piece for key in read.partition for piece in key.pieces if piece.take and piece.attribute == read.window]
    if window is None or read.window in values or not pieces:
        return _spread_over_shards(read, values, values)
    # The shortest bucket has the most letters and determines the longer ones, but not the shard of a time.
    spread: List[_Values] = []
    for bucket in _buckets(window[0], window[1], max(piece.take for piece in pieces)):
        spread += _spread_over_shards(read, values, {**values, read.window: bucket})
        _bounded(len(spread))
    return spread


def _key_value(key: _Key, values: _Values) -> Any:
    """Returns the key's value. None: an attribute of the key is absent."""
    if key.attribute:
        return values.get(key.attribute)
    text = ""
    for piece in key.pieces:
        if piece.text:
            text += piece.text
        elif not piece.attribute:
            text += str(random.randrange(piece.shards))
        elif values.get(piece.attribute) is None:
            return None
        else:
            text += _piece_text(piece, values[piece.attribute])
    return text


def _holds(when: Sequence[_When], values: _Values) -> bool:
    return all(
        values.get(each.attribute) is not None and _text_of(values[each.attribute]) == each.value for each in when)


def _pattern(piece: _Piece) -> str:
    if piece.text:
        return re.escape(piece.text)
    if piece.length:
        return f"(.{{{piece.length}}})"
    if piece.shards:
        return "([0-9]+)"
    return "(-?[0-9.]+)" if piece.kind == "number" else "(.*?)"


def _parsed(key: _Key, text: Any) -> Optional[_Values]:
    """Reads the attributes that a key contains. None: the text does not have the key's form."""
    if not isinstance(text, str):
        return None
    match = re.fullmatch("".join(_pattern(piece) for piece in key.pieces), text, re.DOTALL)
    if match is None:
        return None
    found: _Values = {}
    for piece, value in zip((piece for piece in key.pieces if not piece.text), match.groups()):
        if piece.shards or piece.take:
            continue
        if piece.descending:
            value = _turned(value)
        if piece.kind == "number":
            found[piece.attribute] = Decimal(value)
        else:
            found[piece.attribute] = value == "true" if piece.kind == "truth" else value
    return found


# --- Items ---

_serializer = TypeSerializer()
_deserializer = TypeDeserializer()


def _stored(value: Any) -> Any:
    if isinstance(value, float):
        return Decimal(repr(value))
    if isinstance(value, dict):
        return {name: _stored(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_stored(each) for each in value]
    return value


def _wire(values: _Values) -> Dict[str, Any]:
    return {name: _serializer.serialize(_stored(value)) for name, value in values.items()}


def _item(wire: Dict[str, Any]) -> _Values:
    item = {name: _deserializer.deserialize(value) for name, value in wire.items()}
    return {name: value.value if isinstance(value, Binary) else value for name, value in item.items()}


def _shaped(read: _Read, item: _Values) -> Optional[Tuple[int, _Values]]:
    """Returns the row's shape and the attributes in its keys. None: the read does not return this kind of row."""
    for number, shape in enumerate(read.shapes):
        if item.get("_type", shape.type) != shape.type:
            continue
        found: _Values = {}
        for key in shape.keys:
            parsed = _parsed(key, item.get(key.name))
            if parsed is None:
                break
            found = {**parsed, **found}  # the table's keys come first, and their values take precedence
        else:
            return number, {**found, **item}
    return None


def _values_of(entity: Any) -> _Values:
    values = {name: getattr(entity, field) for field, name in entity.ATTRIBUTES.items()}
    return {name: value for name, value in values.items() if value is not None}


def _entity_of(kind: Any, row: _Values) -> Any:
    fields = {}
    for field, name in kind.ATTRIBUTES.items():
        value = row.get(name)
        fields[field] = int(value) if name in kind.INTEGERS and value is not None else value
    return kind(**fields)


def _all(rows: Sequence[Tuple[int, _Values]], shape: int, kind: Any) -> Any:
    return [_entity_of(kind, row) for number, row in rows if number == shape]


def _first(rows: Sequence[Tuple[int, _Values]], shape: int, kind: Any) -> Any:
    found = _all(rows, shape, kind)
    return found[0] if found else None


class _Expression:
    """The names and values of one request's expressions."""

    def __init__(self) -> None:
        self.names: Dict[str, str] = {}
        self.values: _Values = {}

    def name(self, attribute: str) -> str:
        placeholder = f"#n{len(self.names)}"
        self.names[placeholder] = attribute
        return placeholder

    def value(self, value: Any) -> str:
        placeholder = f":v{len(self.values)}"
        self.values[placeholder] = value
        return placeholder

    def projection(self, shown: Sequence[str]) -> Dict[str, Any]:
        return {"ProjectionExpression": ", ".join(self.name(each) for each in shown)} if shown else {}

    def arguments(self) -> Dict[str, Any]:
        arguments: Dict[str, Any] = {}
        if self.names:
            arguments["ExpressionAttributeNames"] = self.names
        if self.values:
            arguments["ExpressionAttributeValues"] = _wire(self.values)
        return arguments


# --- Reads ---


def _range_end(compare: _Compare, text: str) -> str:
    """Returns a text behind all keys of this value and of smaller values."""
    if compare.end and compare.piece is not None and not compare.piece.length and not compare.piece.kind:
        # "New" sorts before "New York", but "New#" sorts after "New York#".
        delimiter = chr(ord(compare.end) - 1)
        text = next((text[:at] for at, letter in enumerate(text) if letter < delimiter), text)
    return text + compare.end


def _sort_condition(compare: _Compare, values: _Values, window: _Window, expression: _Expression) -> str:
    name = expression.name(compare.key.name)
    if compare.how != "between":
        value = expression.value(_key_value(compare.key, values))
        return f"begins_with({name}, {value})" if compare.how == "begins" else f"{name} = {value}"
    assert window is not None
    first, last = window
    if not compare.key.attribute:
        assert compare.piece is not None
        prefix = _key_value(compare.key, values)
        first, last = (_piece_text(compare.piece, each) for each in window)
        if compare.piece.descending:
            first, last = last, first
        first, last = prefix + first, prefix + _range_end(compare, last)
    return f"{name} BETWEEN {expression.value(first)} AND {expression.value(last)}"


def _passes(read: _Read, row: _Values, values: _Values, window: _Window) -> bool:
    for each in read.filters:
        value = row.get(each.attribute)
        if each.range:
            if value is None or window is None or not _stored(window[0]) <= value <= _stored(window[1]):
                return False
        elif value != _stored(values[each.attribute]):
            return False
    return True


class _Store:
    def __init__(self, client: Any) -> None:
        self._client = client

    def _get(self, read: _Read, values: _Values) -> List[Tuple[int, _Values]]:
        _check(read.rules, values)
        keys = list(read.partition) + [compare.key for compare in read.sort]
        row = self._get_item(read, {key.name: _key_value(key, values) for key in keys}, read.strong)
        return self._wanted(read, [row] if row else [], values, None)

    def _get_item(self, read: _Read, key: _Values, strong: bool) -> Optional[_Values]:
        expression = _Expression()
        projection = expression.projection(read.shown)
        answer = self._client.get_item(
            TableName=read.table, Key=_wire(key), ConsistentRead=strong, **projection, **expression.arguments())
        return _item(answer["Item"]) if "Item" in answer else None

    def _query(self, read: _Read, values: _Values, window: _Window = None) -> List[Tuple[int, _Values]]:
        _check(read.rules, values, window, read.window)
        if window is not None and window[0] > window[1]:
            return []
        partitions = _spread(read, values, window)
        rows = self._in_parallel(lambda each: self._query_one(read, each, values, window), partitions)
        return self._ordered(read, self._merged(read, rows) if len(partitions) > 1 else rows)

    def _merged(self, read: _Read, rows: List[Tuple[int, _Values]]) -> List[Tuple[int, _Values]]:
        return sorted(rows, key=lambda row: [row[1][name] for name in read.order], reverse=read.backward)

    def _with_children(self, parent: _Read, values: _Values, rows: List[Tuple[int, _Values]]) -> List[Tuple[int, _Values]]:
        """Adds the rows of the parent's children: each kind in order, up to its limit."""
        questions = [(read, each) for read in parent.children for each in _spread(read, values, None)]
        _bounded(len(questions))

        def ask(question: Tuple[_Read, _Values]) -> List[Tuple[int, _Values]]:
            read, partition = question
            return [(read.part, row) for _, row in self._query_one(read, partition, values, None)]

        found = self._in_parallel(ask, questions)
        reads = {read.part: read for read in parent.children}  # reads of one part differ only in their keys
        for part, read in reads.items():
            rows = rows + self._ordered(read, self._merged(read, [row for row in found if row[0] == part]))
        return rows

    def _in_parallel(self, ask: Callable[[Any], List[Any]], questions: Sequence[Any]) -> List[Any]:
        if len(questions) == 1:
            return ask(questions[0])
        with ThreadPoolExecutor(max_workers=_WORKERS) as executor:
            return [row for rows in executor.map(ask, questions) for row in rows]

    def _query_one(self, read: _Read, partition: _Values, values: _Values, window: _Window) -> List[Tuple[int, _Values]]:
        expression = _Expression()
        terms = [f"{expression.name(name)} = {expression.value(value)}" for name, value in partition.items()]
        terms += [_sort_condition(compare, values, window, expression) for compare in read.sort]
        projection = expression.projection(() if read.refetch else read.shown)
        request = dict(
            TableName=read.table, KeyConditionExpression=" AND ".join(terms), ScanIndexForward=not read.backward,
            ConsistentRead=read.strong, **projection, **expression.arguments())
        if read.index:
            request["IndexName"] = read.index
        return self._pages(self._client.query, read, request, values, window)

    def _scan(self, read: _Read, values: _Values, window: _Window = None) -> List[Tuple[int, _Values]]:
        _check(read.rules, values, window, read.window)
        expression = _Expression()
        types = ", ".join(expression.value(shape.type) for shape in read.shapes)
        condition = f"{expression.name('_type')} IN ({types})"
        projection = expression.projection(read.shown)
        request = dict(
            TableName=read.table, FilterExpression=condition, ConsistentRead=read.strong, **projection,
            **expression.arguments())
        return self._ordered(read, self._pages(self._client.scan, read, request, values, window))

    def _execute(self, spec: _Statement, values: _Values) -> List[_Values]:
        """Returns all items that the statement selects."""
        _check(spec.rules, values)
        given = [_key_value(key, values) for key in spec.parameters]
        request: Dict[str, Any] = dict(Statement=spec.text, ConsistentRead=spec.strong)
        if given:
            request["Parameters"] = [_serializer.serialize(_stored(value)) for value in given]
        items: List[_Values] = []
        while True:
            answer = self._client.execute_statement(**request)
            items += [_item(each) for each in answer["Items"]]
            if "NextToken" not in answer:
                return items
            request["NextToken"] = answer["NextToken"]

    def _pages(self, ask: Any, read: _Read, request: Dict[str, Any], values: _Values, window: _Window) -> List[Tuple[int, _Values]]:
        limit = 0 if read.sort_by else read.limit
        rows: List[Tuple[int, _Values]] = []
        while True:
            if limit:
                # A filter removes rows of a page, so a small limit would take many pages for the last rows.
                request["Limit"] = limit if read.filters else limit - len(rows)
            answer = ask(**request)
            rows += self._wanted(read, [_item(each) for each in answer["Items"]], values, window)
            if "LastEvaluatedKey" not in answer or (limit and len(rows) >= limit):
                return rows
            request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    def _wanted(self, read: _Read, items: List[_Values], values: _Values, window: _Window) -> List[Tuple[int, _Values]]:
        if read.refetch and items:
            items = self._in_parallel(lambda item: self._fetched(read, item), items)
        shaped = [row for row in (_shaped(read, item) for item in items) if row is not None]
        return [row for row in shaped if _passes(read, row[1], values, window)]

    def _fetched(self, read: _Read, item: _Values) -> List[_Values]:
        row = self._get_item(read, {name: item[name] for name in read.refetch}, False)
        return [{**item, **row}] if row else []

    @staticmethod
    def _ordered(read: _Read, rows: List[Tuple[int, _Values]]) -> List[Tuple[int, _Values]]:
        if read.sort_by:
            with_it = [row for row in rows if read.sort_by in row[1]]
            without = [row for row in rows if read.sort_by not in row[1]]
            with_it.sort(key=lambda row: row[1][read.sort_by], reverse=read.sort_descending)
            rows = without + with_it
        return rows[: read.limit] if read.limit else rows

    def _commit(self, writes: List[Dict[str, Any]]) -> None:
        if len(writes) != 1 or "ConditionCheck" in writes[0]:
            self._client.transact_write_items(TransactItems=writes)
        elif "Put" in writes[0]:
            self._client.put_item(**writes[0]["Put"])
        elif "Update" in writes[0]:
            self._client.update_item(**writes[0]["Update"])
        else:
            self._client.delete_item(**writes[0]["Delete"])


# --- Writes ---


def _writes(action: _Action, values: _Values, expected: Optional[_Values] = None) -> List[Dict[str, Any]]:
    """Returns the writes of one action as parts of a transaction."""
    _check(action.rules, values)
    values, expected = dict(values), expected or {}
    for name in action.versions:
        values.setdefault(name, 1)
    for lifetime in action.lifetimes:
        values.setdefault(lifetime.attribute, int(time.time()) + lifetime.seconds)
    for name in action.raises:
        values[name] = expected[name] + 1
    writes: List[Dict[str, Any]] = []
    for write in action.writes:
        old = {**values, **expected}
        stays = write.moved and _holds(write.when, old) and _holds(write.when, values) and (
            _keys_of(write, old) == _keys_of(write, values))
        if write.moved and write.kind == "delete":
            if not stays and _holds(write.when, old):
                writes.append(_one_write(write, old, expected))
        elif _holds(write.when, values):
            writes.append(_one_write(replace(write, absent=False) if stays else write, values, expected))
    return writes


def _keys_of(write: _Write, values: _Values) -> _Values:
    return {key.name: _key_value(key, values) for key in write.keys}


def _one_write(write: _Write, values: _Values, expected: _Values) -> Dict[str, Any]:
    expression = _Expression()
    keys = _keys_of(write, values)
    missing = [name for name, value in keys.items() if value is None]
    if missing:
        raise ValueError(f"{write.type} lacks what its {missing[0]} is made of")
    request: Dict[str, Any] = {"TableName": write.table}
    if write.kind == "put":
        request["Item"] = _wire(_put_item(write, keys, values))
    else:
        request["Key"] = _wire(keys)
    if write.kind == "update":
        request["UpdateExpression"] = _update(write, values, expression)
    condition = _condition(write, values, expected, expression)
    if condition:
        request["ConditionExpression"] = condition
    request.update(expression.arguments())
    part = {"put": "Put", "update": "Update", "delete": "Delete", "check": "ConditionCheck"}[write.kind]
    return {part: request}


def _derived_values(write: _Write, values: _Values) -> _Values:
    """Returns index key attributes; None removes one. If entries exclude each other, the one that holds wins."""
    found: _Values = {}
    for derived in write.derived:
        value = _key_value(derived.key, values) if _holds(derived.when, values) else None
        if value is not None or derived.key.name not in found:
            found[derived.key.name] = value
    return found


def _put_item(write: _Write, keys: _Values, values: _Values) -> _Values:
    names = values.keys() if write.whole else write.attributes
    item = {name: values[name] for name in names if values.get(name) is not None}
    derived = {name: value for name, value in _derived_values(write, values).items() if value is not None}
    return {**item, **derived, **keys, "_type": write.type}


def _update(write: _Write, values: _Values, expression: _Expression) -> str:
    sets = [f"{expression.name(name)} = {expression.value(values[name])}" for name in write.set]
    for name in write.append:
        place = expression.name(name)
        sets.append(
            f"{place} = list_append(if_not_exists({place}, {expression.value([])}), {expression.value(values[name])})")
    if write.attributes:  # the first addition makes the item
        kept = {name: values[name] for name in write.attributes}
        sets += [f"{expression.name(name)} = {expression.value(value)}" for name, value in {**kept, "_type": write.type}.items()]
    removes = []
    for name, value in _derived_values(write, values).items():
        if value is None:
            removes.append(expression.name(name))
        else:
            sets.append(f"{expression.name(name)} = {expression.value(value)}")
    adds = [f"{expression.name(name)} {expression.value(values[name])}" for name in write.add]
    parts = [("SET", sets), ("REMOVE", removes), ("ADD", adds)]
    return " ".join(f"{word} {', '.join(terms)}" for word, terms in parts if terms)


def _condition(write: _Write, values: _Values, expected: _Values, expression: _Expression) -> str:
    terms = []
    if write.absent:
        terms.append(f"attribute_not_exists({expression.name(write.keys[0].name)})")
    if write.present:
        terms.append(f"attribute_exists({expression.name(write.keys[0].name)})")
    terms += [f"{expression.name(name)} = {expression.value(expected[name])}" for name in write.expect]
    terms += [f"{expression.name(name)} = {expression.value(values[name])}" for name in write.guard]
    return " AND ".join(terms)
