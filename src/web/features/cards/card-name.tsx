/** A card in a sentence, such as Visa •••• 4242. */
import { brandName } from '#content/card-brands.ts';

export const CardName = ({ card: { brand, last4 } }: { card: { brand: string; last4: string } }) => (
  <>
    {brandName(brand)} <span aria-hidden="true">•••• </span>
    <span className="sr-only">ending in </span>
    <span className="money">{last4}</span>
  </>
);
