/** The five offerings of the specification and what each includes. */
import { ButtonLink } from '#web/ui/button.tsx';

const offerings = [
  {
    title: 'Business setup',
    holds:
      'A US address and phone number, an EIN for the company, an ITIN for its owner, and a complete bank application.',
  },
  {
    title: 'Business registration',
    holds:
      'An LLC or a corporation, filed with the state that fits what you sell, where you work and how you are taxed.',
  },
  {
    title: 'Immigration assistance',
    holds:
      'The file for your visa application: forms, evidence, translations and a timetable. An independent US attorney advises you.',
  },
  {
    title: 'Brand building',
    holds: 'A logo, a website, an online presence and a written marketing strategy with a budget.',
  },
  {
    title: 'Customized care',
    holds:
      'Legal support, financial planning, market research, operational setup and bookkeeping, in one plan with independent attorneys and tax advisers.',
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
      {offerings.map(({ title, holds }, index) => (
        <li
          key={title}
          className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-line py-6 lg:grid-cols-12"
        >
          <h3 className="flex gap-4 text-xl lg:col-span-4">
            <span aria-hidden="true" className="money text-credit">
              {index + 1}
            </span>
            {title}
          </h3>
          <p className="max-w-line lg:col-span-8">{holds}</p>
        </li>
      ))}
    </ol>
  </section>
);
