/** The head of a printed order. */
import { site } from '#kernel/site.ts';
import { Wordmark } from '#web/art/wordmark.tsx';

/** Only on paper, where the head and the foot of the site are not: who sold this, and how to reach them. */
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
