/** The cards that we take, as small marks on plates that are white in both themes. */
import marks from '#web/art/card-brands.svg?url';
import { brandName } from '#kernel/card-brands.ts';

/** As they stand in the picture. */
const brands = ['visa', 'mastercard', 'amex', 'discover'].map(brandName);

export const CardBrands = () => (
  <img src={marks} alt={`We take ${new Intl.ListFormat('en').format(brands)}`} width={178} height={26} className="dim-in-dark" />
);
