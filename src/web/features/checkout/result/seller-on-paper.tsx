/** The header of a printed order. */
import { site } from '#kernel/site.ts';
import { Wordmark } from '#web/art/wordmark.tsx';

/** Print only, because the site's header and footer are hidden there: the seller and how to reach us. */
export const SellerOnPaper = () => (
  <div className="order-first hidden w-full items-start justify-between gap-8 border-b border-line pb-5 print:flex">
    <Wordmark />
    <address className="text-end text-sm not-italic">
      <span className="font-semibold">{site.companyName}</span>
      {[...site.address, site.email, site.phone].map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  </div>
);
