/** A price in one line of text. The products page has the longer form, with what a renewal means. */
import { Money } from '#web/ui/money.tsx';
import type { ShelfPrice } from './shelf-prices.ts';

export function ShelfPriceTag({ price }: { price: ShelfPrice | undefined }) {
  if (price === undefined) return <>Ask us for a price</>;
  const { today, renewal } = price;
  if (today === null) return <>Price after evaluation</>;
  if (renewal === undefined) return <Money amount={today} />;
  if (renewal.amount === today)
    return (
      <>
        <Money amount={today} /> each {renewal.period}
      </>
    );
  return (
    <>
      <Money amount={today} /> today, then <Money amount={renewal.amount} /> each {renewal.period}
    </>
  );
}
