/** The header of a printed order. */
import { Wordmark } from '#web/art/wordmark.tsx';
import { useSettings } from '#web/use-settings.ts';

/** Print only, because the site's header and footer are hidden there: the seller and how to reach us. */
export const SellerOnPaper = () => {
  const { company } = useSettings();
  return (
    <div className="order-first hidden w-full items-start justify-between gap-8 border-b border-line pb-5 print:flex">
      <Wordmark />
      <address className="text-end text-sm not-italic">
        <span className="font-semibold">{company.name}</span>
        {[...company.address, company.email, company.phone].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </div>
  );
};
