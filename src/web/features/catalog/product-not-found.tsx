/** For an address under `/products` without a product on sale: it never existed or was removed. */
import { Drawing } from '#web/art/drawing.tsx';
import notFoundArt from '#web/art/not-found.svg?url';
import { useLanguage } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorLayout } from '#web/ui/error-layout.tsx';

export function ProductNotFound() {
  const { say } = useLanguage();
  return (
    <ErrorLayout
      title={say('Oops! Product not found.')}
      picture={<Drawing file={notFoundArt} className="w-full max-w-form" />}
      actions={<ButtonLink to="/products">{say('All products')}</ButtonLink>}
    >
      {say('There is no product at this address. It may no longer be sold, or the link may be wrong.')}
    </ErrorLayout>
  );
}
