/** The one step that fits a product. Without a price it needs evaluation, so it leads to a conversation instead of the cart. */
import { asCartProduct, type Product } from '#web/features/cart/slice.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { AddToCart } from './add-to-cart.tsx';

type BuyOrAskProps = { product: Product; productNameId: string; isMain?: boolean };

export const BuyOrAsk = ({ product, productNameId, isMain = false }: BuyOrAskProps) =>
  asCartProduct(product) !== null ? (
    <AddToCart product={product} productNameId={productNameId} isMain={isMain} />
  ) : (
    <>
      <ButtonLink to="/contact-us" variant={isMain ? 'primary' : 'secondary'} aria-describedby={productNameId} className="w-full">
        Contact us
      </ButtonLink>
      <p className="mt-3">
        Or write to <MailLink subject={product.name} />
      </p>
    </>
  );
