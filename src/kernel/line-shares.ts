/** The price of each line of an order after its discount. The shares add up to the total, to the cent. */
import { add, type Cents, cents, zero } from './money.ts';

export function lineShares(prices: readonly Cents[], total: Cents): Cents[] {
  const subtotal = add(...prices);
  if (subtotal === 0) return prices.map(() => zero);
  let summed = 0;
  let distributed = 0;
  return prices.map((price) => {
    summed += price;
    const until = Math.round((summed * total) / subtotal);
    const share = until - distributed;
    distributed = until;
    return cents(share);
  });
}
