/** Accepted card brands, as small marks on plates that are white in both themes. */
import { useLanguage } from '#web/language.tsx';
import marks from '#web/art/card-brands.svg?url';
import { brandName } from '#content/card-brands.ts';

/** In the order of the picture. */
const brands = ['visa', 'mastercard', 'amex', 'discover'].map(brandName);

export function CardBrands() {
  const { say, code } = useLanguage();
  const named = new Intl.ListFormat(code).format(brands);
  return (
    <img
      src={marks}
      alt={say('We accept {cards}', { cards: named })}
      width={178}
      height={26}
      className="dim-in-dark"
    />
  );
}
