// Random attribute values from a seed, so that a failure can be repeated.

const NAMES = ["PK", "a", "__proto__", "constructor", "toString", "", "ключ", "名前", "a.b", "x[0]", "\u202e", "\n", "😀"];

export function randomSource(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  const pick = (from) => from[below(from.length)];

  const text = () => Array.from({ length: below(8) }, () => pick([..."abc {}\"\\/\u0000\u202e\n<é名😀"])).join("");
  const digits = (count) => Array.from({ length: count }, () => below(10)).join("");
  const number = () =>
    pick(["", "-"]) + (1 + below(9)) + digits(below(38)) + pick(["", `E${below(80)}`, `E-${below(90)}`]);
  const bytes = () => Uint8Array.from({ length: below(12) }, () => below(256));
  const several = (make) => Array.from({ length: 1 + below(4) }, make);

  const item = (depth) => new Map(several(() => [pick(NAMES) + text(), value(depth)]));
  const value = (depth = 4) => {
    const types = ["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", ...(depth > 0 ? ["L", "M"] : [])];
    const type = pick(types);
    switch (type) {
      case "S":
        return { type, value: text() };
      case "N":
        return { type, value: number() };
      case "B":
        return { type, value: bytes() };
      case "BOOL":
        return { type, value: next() < 0.5 };
      case "NULL":
        return { type };
      case "SS":
        return { type, value: several(text) };
      case "NS":
        return { type, value: several(number) };
      case "BS":
        return { type, value: several(bytes) };
      case "L":
        return { type, value: below(5) === 0 ? [] : several(() => value(depth - 1)) };
      default:
        return { type, value: below(5) === 0 ? new Map() : item(depth - 1) };
    }
  };
  return { value, item: () => item(3) };
}
