const NUMBER = /^[+-]?(?:(\d+)\.?(\d*)|\.(\d+))(?:[eE]([+-]?\d+))?$/;
const DIGITS_MAX = 38;
const EXPONENT_MAX = 125;
const EXPONENT_MIN = -130;

// Why DynamoDB would not store a text as a number. An empty text: it would.
export function numberProblem(text: string): string {
  const match = NUMBER.exec(text);
  if (match === null) return text === "" ? "Give a number." : "This is not a number.";
  const [, whole = "", fraction = "", onlyFraction = "", exponent = "0"] = match;
  const digits = (whole + fraction + onlyFraction).replace(/^0+/, "");
  if (digits.replace(/0+$/, "").length > DIGITS_MAX) return `A number has at most ${DIGITS_MAX} digits.`;
  // Zero has a size as well: that of a 1 in its last place.
  const highest = Number(exponent) - (fraction + onlyFraction).length + Math.max(digits.length, 1) - 1;
  if (highest > EXPONENT_MAX) return "The number is too large: at most 9.99E125.";
  return highest < EXPONENT_MIN ? "The number is too small: at least 1E-130." : "";
}
