/** The price, and the period of a subscription. A missing price is shown as text, never as zero. */
import { asCartProduct, type Product } from '#web/features/cart/cart.ts';
import { fromDollars } from '#kernel/money.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { Money } from '#web/ui/money.tsx';
import { laterPrice, pricePerPeriod } from './price-per-period.ts';

export function ProductPrice({ product }: { product: Product }) {
  const language = useLanguage();
  const today = asCartProduct(product)?.priceCents ?? null;
  if (today === null)
    return <p className="mt-1.5 text-lg text-muted">{language.say('Price after evaluation')}</p>;
  const { type, subscriptionPeriod: period, subscriptionPrice } = product;
  if (type === 'simple' || period === null)
    return (
      <p className="mt-1.5 text-lg font-semibold">
        <Money amount={today} />
      </p>
    );
  const renewal = subscriptionPrice === null ? today : fromDollars(subscriptionPrice);
  return (
    <p className="mt-1.5 text-lg text-muted">
      {withNodes(
        pricePerPeriod(language, {
          price: <Money amount={today} className="font-semibold text-ink" />,
          period,
          isFirst: renewal !== today,
        }),
      )}
      <span className="block text-base">
        {renewal !== today && (
          <>{withNodes(laterPrice(language, { price: <Money amount={renewal} />, period }))} </>
        )}
        {language.say('Renews until you cancel')}
      </span>
    </p>
  );
}
