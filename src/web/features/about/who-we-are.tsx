/** Facts about the company, and its working principles. No history, head count, or awards. */
import { MailLink } from '#web/ui/mail-link.tsx';
import { useSettings } from '#web/use-settings.ts';

const blocks = [
  {
    title: 'A price before a promise',
    text: 'Every service with a fixed scope has a fixed price. For the others, you get a written price before you decide.',
  },
  {
    title: 'Government fees, listed separately',
    text: 'You see what goes to a state or a federal agency, and whether our price includes it.',
  },
  {
    title: 'Who decides',
    text: 'States register companies, the IRS issues numbers, banks open accounts, consulates grant visas. We prepare and file. They decide.',
  },
  {
    title: 'Only the data the job needs',
    text: 'Your card number goes straight to the card processor. We ask for a document only when a service needs it.',
  },
];

export const WhoWeAre = () => {
  const { company } = useSettings();
  return (
    <section aria-labelledby="who-we-are" className="border-y border-line bg-surface py-16 sm:py-24">
      <div className="page grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <p className="font-semibold text-credit">Who we are</p>
          <h2 id="who-we-are" className="mt-2 text-3xl">
            Building blocks of success
          </h2>
          <address className="mt-7 border-t border-line pt-4 not-italic">
            <p className="font-semibold">{company.name}</p>
            {company.address.map((line) => (
              <p key={line}>{line}</p>
            ))}
            <p className="mt-3">
              <a href={company.phoneLink} className="money underline underline-offset-4 hover:text-accent">
                {company.phone}
              </a>
            </p>
            <p className="text-muted">{company.openingHours}</p>
            <p className="mt-3">
              <MailLink />
            </p>
          </address>
        </div>
        <ul className="grid grid-cols-1 gap-x-8 gap-y-8 sm:grid-cols-2 lg:col-span-7 lg:col-start-6">
          {blocks.map(({ title, text }) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};
