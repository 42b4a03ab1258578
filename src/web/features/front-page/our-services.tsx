/** The five services of a company's first weeks. The navigation and the hero jump here, so the id is part of the address. */
import { ShelfPriceTag } from '#web/features/catalog/shelf-price-tag.tsx';
import type { ShelfPrices } from '#web/features/catalog/shelf-prices.ts';
import { ButtonLink } from '#web/ui/button.tsx';

type Service = { id: string; title: string; description: string; who: string };

const services: readonly Service[] = [
  {
    id: 'us-business-address',
    title: 'Business address',
    description: 'A real street address for your company. We open and scan your letters, and you read them online.',
    who: 'For banks, for the IRS, and for every form that refuses a post office box.',
  },
  {
    id: 'us-phone-number',
    title: 'Business phone number',
    description: 'A number in the area code you choose. Calls ring on your own phone or computer, and voicemail comes by e-mail.',
    who: 'It is an internet number. Some banks do not send security codes to such numbers.',
  },
  {
    id: 'wyoming-llc',
    title: 'Business registration',
    description:
      'An LLC in Wyoming, Delaware or New Mexico, or a corporation in Delaware. The state fee and the first year of a registered agent are included.',
    who: 'The price here is for Wyoming. Each other state has its own on the products page.',
  },
  {
    id: 'itin-application',
    title: 'ITIN',
    description: 'The personal US tax number for people without a Social Security number. We prepare Form W-7 and check every page.',
    who: 'Not every founder can apply. We tell you first; the IRS asks for a tax return or a listed exception.',
  },
  {
    id: 'ein-filing',
    title: 'EIN',
    description: 'The tax number of your company. Banks, payment platforms and the IRS ask for it before anything else.',
    who: 'Your company must be registered first. We need its formation document and a copy of your passport.',
  },
];

export const OurServices = ({ prices }: { prices: ShelfPrices }) => (
  <section id="our-services" tabIndex={-1} aria-labelledby="our-services-title" className="border-t border-line bg-surface py-16 sm:py-24">
    <div className="page grid grid-cols-1 gap-x-8 gap-y-8 lg:grid-cols-12">
      <div className="lg:col-span-4">
        <div className="lg:sticky lg:top-28">
          <h2 id="our-services-title" className="text-3xl">
            Our services
          </h2>
          <p className="mt-5 max-w-form text-lg">
            Five things that give a company its place in the US. Take one, or all five. Each card on the products page also says what is not
            included.
          </p>
          <ButtonLink to="/products" variant="secondary" className="mt-7">
            All products and prices
          </ButtonLink>
        </div>
      </div>
      <ul className="lg:col-span-8">
        {services.map((service) => (
          <li
            key={service.id}
            className="grid grid-cols-12 gap-x-4 gap-y-3 border-t border-line py-7 first:border-t-0 first:pt-0 sm:gap-x-6 sm:gap-y-2"
          >
            <img
              src={`/products/${service.id}.svg`}
              alt=""
              width={320}
              height={240}
              loading="lazy"
              decoding="async"
              className="col-span-4 aspect-4/3 w-full rounded-md sm:row-span-2 dark:brightness-90"
            />
            <div className="col-span-8 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 self-center sm:self-end">
              <h3 className="text-xl">{service.title}</h3>
              <p className="font-semibold">
                <ShelfPriceTag price={prices[service.id]} />
              </p>
            </div>
            <div className="col-span-12 sm:col-span-8">
              <p className="max-w-line">{service.description}</p>
              <p className="mt-2 max-w-line text-muted">{service.who}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
