/** A price in one line of text. The products page has the longer form, with what a period means. */
import { Money } from '#web/ui/money.tsx';
import type { CatalogPrice } from './catalog-prices.ts';

export function CatalogPriceTag({ price }: { price: CatalogPrice | undefined }) {
  if (price === undefined) return <>Ask us for a price</>;
  const { today, renewal } = price;
  if (today === null) return <>Price after evaluation</>;
  if (renewal === undefined) return <Money amount={today} />;
  return (
    <>
      <Money amount={today} /> {renewal.amount === today ? 'every' : 'for the first'} {renewal.period}
    </>
  );
}
