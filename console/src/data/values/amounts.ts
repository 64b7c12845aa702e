const BYTE_UNITS = ["B", "KB", "MB", "GB", "TB", "PB"] as const;
const BYTES_PER_UNIT = 1024;
const CENT = 0.01;

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const cents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const digits = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumSignificantDigits: 2,
  minimumFractionDigits: 2,
  maximumFractionDigits: 20,
});

export const countText = (count: number): string => whole.format(count);

// One digit behind the point below a hundred, because small rates matter too.
export const rateText = (rate: number): string =>
  rate > 0 && rate < 0.05 ? "<0.1" : rate < 100 ? short.format(rate) : whole.format(rate);

export function bytesText(bytes: number): string {
  let unit = 0;
  let amount = bytes;
  while (amount >= BYTES_PER_UNIT && unit < BYTE_UNITS.length - 1) {
    amount /= BYTES_PER_UNIT;
    unit++;
  }
  return `${unit === 0 ? whole.format(amount) : short.format(amount)} ${BYTE_UNITS[unit]}`;
}

// Amounts below a cent show their first two digits, as `stator bill` does.
export const dollarsText = (dollars: number): string =>
  dollars !== 0 && Math.abs(dollars) < CENT ? digits.format(dollars) : cents.format(dollars);

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;
