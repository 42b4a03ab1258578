/** The name of a service, linked to its page while it is on sale. */
import type { ReactNode } from 'react';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { CatalogPrices } from './catalog-prices.ts';

type ProductLinkProps = { id: string | undefined; prices: CatalogPrices; children: ReactNode };

export const ProductLink = ({ id, prices, children }: ProductLinkProps) =>
  id === undefined || prices[id] === undefined ? (
    children
  ) : (
    <SiteLink
      to={`/products/${id}`}
      className="underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
    >
      {children}
    </SiteLink>
  );
