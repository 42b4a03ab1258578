/** An amount as people type it: `49.50`, `$49.5`, `1,049`. */
import { type Cents, cents } from '#kernel/money.ts';

/** Null for what is no amount of money, or none at all. */
export function centsIn(text: string): Cents | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  const [, dollars, rest = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (dollars === undefined) return null;
  const amount = Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
  return amount > 0 ? cents(amount) : null;
}
