/** The five offerings of the specification, each with what it holds and the one thing it does not. */
import { ButtonLink } from '#web/ui/button.tsx';

const offerings = [
  {
    title: 'Business setup',
    holds: 'US business address, US phone number, EIN for the company, ITIN for its owner, and the file for a bank account.',
    not: 'The IRS and the bank decide, and set the pace.',
  },
  {
    title: 'Business registration',
    holds: 'An LLC or a corporation, filed with the state authority, in a state chosen by what you sell, where you work and what it taxes.',
    not: 'Federal tax rules stay the same in each state.',
  },
  {
    title: 'Immigration assistance',
    holds: 'The file for a visa application: forms, evidence, translations and a timetable.',
    not: 'Legal advice comes from an independent US attorney; the US government decides.',
  },
  {
    title: 'Brand building',
    holds: 'Logo design, a website, an online presence and a written marketing strategy with a budget.',
    not: 'Advertising itself is not included, and we do not promise sales.',
  },
  {
    title: 'Customized care',
    holds: 'Legal support, financial planning, market research, operational setup and bookkeeping, put together for one company.',
    not: 'Attorneys and tax advisers are independent, with fees of their own.',
  },
];

export const HowWeHelp = () => (
  <section aria-labelledby="how-we-help" className="page py-16 sm:py-24">
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <h2 id="how-we-help" className="text-3xl">
        How we help
      </h2>
      <ButtonLink to="/contact-us" variant="secondary">
        Contact Us
      </ButtonLink>
    </div>
    <ol className="mt-8 lg:mt-12">
      {offerings.map(({ title, holds, not }, index) => (
        <li key={title} className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-line py-6 lg:grid-cols-12">
          <h3 className="flex gap-4 text-xl lg:col-span-4">
            <span aria-hidden="true" className="money text-credit">
              {index + 1}
            </span>
            {title}
          </h3>
          <p className="max-w-line lg:col-span-5">{holds}</p>
          <p className="max-w-line text-muted lg:col-span-3">{not}</p>
        </li>
      ))}
    </ol>
  </section>
);
