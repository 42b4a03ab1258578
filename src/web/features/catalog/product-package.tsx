/**
 * The parts of a package and their separate prices, and offers beside a product. Prices come from the
 * catalog.
 */
import { useId } from 'react';
import { phrase } from '#kernel/language.ts';
import { cents } from '#kernel/money.ts';
import { asCartProduct, type Product } from '#web/features/cart/cart.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { Money } from '#web/ui/money.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { BuyOrAsk } from './buy-or-ask.tsx';
import { Part } from './product-parts.tsx';
import { ProductPrice } from './product-price.tsx';

const link = 'font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent';

type PackageProps = { product: Product; parts: readonly Product[] };

/** Null if a part has no price or the parts do not cost more. */
function savingOf({ product, parts }: PackageProps) {
  const prices = parts.map((part) => asCartProduct(part)?.priceCents);
  const packagePrice = asCartProduct(product)?.priceCents;
  if (packagePrice === undefined || parts.length === 0 || prices.includes(undefined)) return null;
  const separateTotal = cents(prices.reduce((sum: number, price) => sum + (price ?? 0), 0));
  return separateTotal > packagePrice
    ? { apart: separateTotal, saved: cents(separateTotal - packagePrice) }
    : null;
}

export function SavedByPackage(props: PackageProps) {
  const { sayWith } = useLanguage();
  const saving = savingOf(props);
  if (saving === null) return null;
  return (
    <p className="mt-1">
      {withNodes(
        sayWith('{apart} if bought separately. You save {saved}.', {
          apart: <Money amount={saving.apart} />,
          saved: <Money amount={saving.saved} />,
        }),
      )}
    </p>
  );
}

export const Package = ({ parts }: Pick<PackageProps, 'parts'>) => (
  <Part title={phrase('Included services')}>
    <ul className="max-w-line border-t border-line">
      {parts.map((part) => (
        <li
          key={part.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3"
        >
          <SiteLink to={`/products/${part.id}`} className={link}>
            <StoredText>{part.name}</StoredText>
          </SiteLink>
          <PriceByItself product={part} />
        </li>
      ))}
    </ul>
  </Part>
);

function PriceByItself({ product }: { product: Product }) {
  const { sayWith } = useLanguage();
  const price = asCartProduct(product)?.priceCents;
  return price === undefined ? null : (
    <span className="text-muted">
      {withNodes(sayWith('{price} alone', { price: <Money amount={price} /> }))}
    </span>
  );
}

type Offer = { product: Product; note: string; later: boolean };

export const Alongside = ({ offers }: { offers: readonly Offer[] }) => (
  <Part title={phrase('Goes well with this')}>
    <ul className="grid gap-4">
      {offers.map((offer) => (
        <AlongsideOffer key={offer.product.id} {...offer} />
      ))}
    </ul>
  </Part>
);

function AlongsideOffer({ product, note, later }: Offer) {
  const id = useId();
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <h3 id={id} className="text-lg">
        <SiteLink to={`/products/${product.id}`} className={link}>
          <StoredText>{product.name}</StoredText>
        </SiteLink>
      </h3>
      <ProductPrice product={product} />
      {note !== '' && (
        <p className="mt-2">
          <StoredText>{note}</StoredText>
        </p>
      )}
      {!later && (
        <div className="mt-4">
          <BuyOrAsk product={product} productNameId={id} />
        </div>
      )}
    </li>
  );
}
