/** The button for a product: buy, or contact us if the price needs evaluation. */
import { asCartProduct, type Product } from '#web/features/cart/cart.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { AddToCart } from './add-to-cart.tsx';

type BuyOrAskProps = { product: Product; productNameId: string; isMain?: boolean };

export function BuyOrAsk({ product, productNameId, isMain = false }: BuyOrAskProps) {
  const { say, sayWith, translate } = useLanguage();
  if (asCartProduct(product) !== null)
    return <AddToCart product={product} productNameId={productNameId} isMain={isMain} />;
  return (
    <>
      <ButtonLink
        to="/contact-us"
        variant={isMain ? 'primary' : 'secondary'}
        aria-describedby={productNameId}
        className="w-full"
      >
        {say('Contact us')}
      </ButtonLink>
      <p className="mt-3">
        {withNodes(sayWith('Or write to {mail}', { mail: <MailLink subject={translate(product.name)} /> }))}
      </p>
    </>
  );
}
