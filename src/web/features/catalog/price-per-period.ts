/** A price with its period: of every period, or of the first if later ones differ. */
import type { Language } from '#kernel/language.ts';

type Priced<Node> = { price: Node; period: 'month' | 'year'; isFirst: boolean };

export function pricePerPeriod<Node extends object>(
  { sayWith }: Language,
  { price, period, isFirst }: Priced<Node>,
): (string | Node)[] {
  if (period === 'month')
    return isFirst
      ? sayWith('{price} for the first month', { price })
      : sayWith('{price} every month', { price });
  return isFirst
    ? sayWith('{price} for the first year', { price })
    : sayWith('{price} every year', { price });
}

export const laterPrice = <Node extends object>(
  { sayWith }: Language,
  { price, period }: Omit<Priced<Node>, 'isFirst'>,
): (string | Node)[] =>
  period === 'month'
    ? sayWith('Then {price} every month.', { price })
    : sayWith('Then {price} every year.', { price });
