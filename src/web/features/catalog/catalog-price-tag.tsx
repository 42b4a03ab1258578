/** A price in one line of text. The products page has the longer form, which explains the period. */
import { useLanguage, withNodes } from '#web/language.tsx';
import { Money } from '#web/ui/money.tsx';
import type { CatalogPrice } from './catalog-prices.ts';
import { pricePerPeriod } from './price-per-period.ts';

export function CatalogPriceTag({ price }: { price: CatalogPrice | undefined }) {
  const language = useLanguage();
  if (price === undefined) return <>{language.say('Ask us for a price')}</>;
  const { today, renewal } = price;
  if (today === null) return <>{language.say('Price after evaluation')}</>;
  if (renewal === undefined) return <Money amount={today} />;
  return withNodes(
    pricePerPeriod(language, {
      price: <Money amount={today} />,
      period: renewal.period,
      isFirst: renewal.amount !== today,
    }),
  );
}
