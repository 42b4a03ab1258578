/**
 * The costs of one example company, in its first twelve months and in each twelve months after. Pure: our
 * prices come from the catalog, the state's fees are facts with a source. The example is one founder abroad
 * with a Wyoming LLC. Its date matters: Form 5472 falls due inside the first twelve months of a company that
 * began after 15th April.
 */
import { type Message, phrase, worded } from '#kernel/language.ts';
import { add, type Cents, cents, zero } from '#kernel/money.ts';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';

/** `id`: the service, if we offer it. */
export type YearlyCost = { id?: string; what: string; note: Message; first: Cents; later: Cents };
export type FirstYears = {
  registeredOn: string;
  costs: YearlyCost[];
  first: Cents;
  later: Cents;
  buyFirst: string[];
};

/** All services whose price the example or another part of the home page needs. */
export const pricedIds = [
  'start-package',
  'wyoming-llc',
  'ein-filing',
  'us-business-address',
  'us-phone-number',
  'registered-agent',
  'form-5472',
  'itin-application',
  'bank-account-preparation',
  'visa-application-support',
  'logo-design',
  'brand-website-starter',
  'marketing-strategy',
  'trademark-filing-support',
  'bookkeeping',
  'annual-report',
  'financial-legal-planning',
] as const;

type PricedId = (typeof pricedIds)[number];

/**
 * The example company's registration date, and the deadline for its first Form 5472: 15th April after the
 * year of formation.
 */
export const registeredOn = '2026-05-14';
export const firstFormDue = '2027-04-15';

/** Wyoming Statutes 17-29-209, as of 2026. */
const wyomingReport = cents(6_000);

/**
 * Null if the catalog lacks one of the services or prices it differently: an incomplete example would
 * mislead.
 */
export function firstYears(prices: CatalogPrices): FirstYears | null {
  const once = (id: PricedId): Cents | null => prices[id]?.today ?? null;
  const monthly = (id: PricedId): { first: Cents; later: Cents } | null => {
    const { today, renewal } = prices[id] ?? {};
    if (typeof today !== 'number' || renewal?.period !== 'month') return null;
    return { first: cents(today + 11 * renewal.amount), later: cents(12 * renewal.amount) };
  };
  const llc = once('wyoming-llc');
  const ein = once('ein-filing');
  const address = monthly('us-business-address');
  const phone = monthly('us-phone-number');
  const agent = once('registered-agent');
  const form = once('form-5472');
  if (llc === null || ein === null || address === null || phone === null || agent === null || form === null)
    return null;
  const formed = formation(llc, ein, once('start-package'));
  const costs: YearlyCost[] = [
    ...formed,
    {
      id: 'us-business-address',
      what: phrase('US business address'),
      note: worded('Twelve months, five scanned letters in each.'),
      ...address,
    },
    {
      id: 'us-phone-number',
      what: phrase('US phone number'),
      note: worded('Setup and twelve months.'),
      ...phone,
    },
    {
      id: 'registered-agent',
      what: phrase('Registered agent'),
      note: worded('The first year comes with the formation.'),
      first: zero,
      later: agent,
    },
    {
      id: 'annual-report',
      what: phrase('Wyoming annual report'),
      note: worded(
        'The state’s own fee (§ 17-29-209) for up to $300,000 of assets there. You can file it yourself.',
      ),
      first: wyomingReport,
      later: wyomingReport,
    },
    {
      id: 'form-5472',
      what: phrase('Form 5472 filing'),
      note: worded(
        'First due on {day}, then for each year in which money moves between you and the company.',
        {
          day: { day: firstFormDue },
        },
      ),
      first: form,
      later: form,
    },
  ];
  return {
    registeredOn,
    costs,
    first: add(...costs.map(({ first }) => first)),
    later: add(...costs.map(({ later }) => later)),
    buyFirst: [...formed.flatMap(({ id }) => id ?? []), 'us-business-address', 'us-phone-number'],
  };
}

/** Uses the package if that costs less. */
function formation(llc: Cents, ein: Cents, both: Cents | null): YearlyCost[] {
  const separateTotal = add(llc, ein);
  if (both !== null && both < separateTotal)
    return [
      {
        id: 'start-package',
        what: phrase('Start package: Wyoming LLC and EIN'),
        note: worded('The state fee of $100 is included. {apart} if bought separately.', {
          apart: { cents: separateTotal },
        }),
        first: both,
        later: zero,
      },
    ];
  return [
    {
      id: 'wyoming-llc',
      what: phrase('Wyoming LLC formation'),
      note: worded('The state fee of $100 is included.'),
      first: llc,
      later: zero,
    },
    {
      id: 'ein-filing',
      what: phrase('EIN filing'),
      note: worded('The IRS itself charges nothing.'),
      first: ein,
      later: zero,
    },
  ];
}
