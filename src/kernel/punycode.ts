/** Decodes an `xn--` label (RFC 3492, section 6.2). Pure. Browsers have no function for it. */

const base = 36;
const highest = { threshold: 26, codePoint: 0x10_ff_ff };
const skew = 38;
const damping = 700;
const initial = { bias: 72, codePoint: 128 };

/** `label` without its `xn--`. Null when it is invalid. */
export function decodePunycode(label: string): string | null {
  const end = label.lastIndexOf('-');
  const decoded = [...label.slice(0, Math.max(end, 0))].map((sign) => sign.codePointAt(0) ?? 0);
  let [codePoint, bias, at] = [initial.codePoint, initial.bias, 0];
  let input = end < 0 ? 0 : end + 1;
  while (input < label.length) {
    const from = at;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = Number.parseInt(label[input] ?? '', base);
      if (Number.isNaN(digit)) return null;
      input += 1;
      // JavaScript's base 36 begins with the digits, punycode's with the letters.
      const value = digit < 10 ? digit + 26 : digit - 10;
      at += value * weight;
      const threshold = Math.min(Math.max(k - bias, 1), highest.threshold);
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const length = decoded.length + 1;
    bias = adapted(at - from, length, from === 0);
    codePoint += Math.floor(at / length);
    if (codePoint > highest.codePoint) return null;
    at %= length;
    decoded.splice(at, 0, codePoint);
    at += 1;
  }
  return String.fromCodePoint(...decoded);
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damping) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - 1) * highest.threshold) / 2; k += base) rest = Math.floor(rest / (base - 1));
  return k + Math.floor((base * rest) / (rest + skew));
}
