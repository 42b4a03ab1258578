/**
 * The lists of the home page. Only its loader reads them: they travel once more in the page's data, which costs nearly nothing beside the
 * same words in the page, and no script carries them. Facts of 2026 stand with their source: when a law changes, both change together.
 */
import type { Group } from './extended-services.tsx';
import type { Service } from './our-services.tsx';
import type { StateFacts } from './zero-tax-states.tsx';

const services: readonly Service[] = [
  {
    id: 'us-business-address',
    title: 'Business address',
    description: 'A real street address. We open and scan your mail, and you read it online.',
    time: 'Usually 1 to 3 business days after you sign Form 1583',
  },
  {
    id: 'us-phone-number',
    title: 'Business phone number',
    description: 'Choose the area code. Calls ring on the phone you have, and voicemail comes by email.',
    time: 'Usually 1 business day after we check your passport',
  },
  {
    id: 'wyoming-llc',
    title: 'Business registration',
    description:
      'A Wyoming LLC, with the state fee and a registered agent for the first year. We also register in Delaware and New Mexico.',
    time: 'Usually 3 to 5 business days after you confirm the name',
  },
  {
    id: 'itin-application',
    title: 'ITIN',
    description: 'Your own US tax number when you have no Social Security number. Not every founder can apply: we check that first.',
    time: 'Usually 9 to 11 weeks from abroad',
  },
  {
    id: 'ein-filing',
    title: 'EIN',
    description: 'The tax number of your company. Banks, payment platforms and the IRS ask for it.',
    time: 'Usually 2 to 6 weeks after we file',
  },
];

const states: readonly StateFacts[] = [
  {
    state: 'Wyoming',
    stamp: 'wyoming',
    untaxed: 'personal and corporate income',
    charged: 'A yearly report with a license tax: 0.02% of the assets in Wyoming, at least $60.',
    source: 'Wyoming Statutes § 17-29-209',
  },
  {
    state: 'South Dakota',
    stamp: 'south-dakota',
    untaxed: 'personal and, except for banks, corporate income',
    charged: 'A yearly report: $55 for an LLC. Banks and some other financial firms pay a franchise tax.',
    source: 'South Dakota Codified Laws § 47-34A-212 and ch. 10-43',
  },
  {
    state: 'Nevada',
    stamp: 'nevada',
    untaxed: 'personal and corporate income',
    charged: '$350 a year for an LLC: list of managers $150, license $200. A commerce tax on Nevada revenue above $4 million.',
    source: 'Nevada Revised Statutes § 86.263, § 76.130 and ch. 363C',
  },
  {
    state: 'Texas',
    stamp: 'texas',
    untaxed: 'personal income',
    charged: 'A yearly report. With revenue above $2.65 million also a franchise tax: 0.75% of the margin, 0.375% in retail and wholesale.',
    source: 'Texas Comptroller, franchise tax rates for reports of 2026 and 2027',
  },
  {
    state: 'Florida',
    stamp: 'florida',
    untaxed: 'personal income',
    charged: 'Corporations pay 5.5% income tax; most LLCs pay none. LLC report: $138.75 by 1st May, $400 more if late.',
    source: 'Florida Statutes § 220.11 and § 605.0213',
  },
];

const unchanged = [
  {
    title: 'Federal tax',
    text: 'A corporation pays 21% on its profit. An LLC with one foreign owner files Form 5472 for each year in which money moved between the two, even without income. The penalty for a late form is $25,000.',
    source: 'Internal Revenue Code § 11 and § 6038A',
  },
  { title: 'Where you work and sell', text: 'An office, staff or stock in another state can bring the taxes of that state.' },
  { title: 'Sales tax', text: 'All five states have one. Others ask your shop to collect theirs once it sells enough there.' },
  { title: 'Your own country', text: 'It may tax your share of the profit. Ask an adviser at home.' },
];

const groups: readonly Group[] = [
  {
    title: 'Immigration assistance',
    text: 'Owning a company does not give you the right to live in the US. If you plan to move, we prepare the file for a business or investor visa, and an independent attorney advises you.',
    ids: ['visa-application-support'],
  },
  {
    title: 'Brand building',
    text: 'A logo, a website and a plan to reach customers. All files and passwords are yours.',
    ids: ['logo-design', 'brand-website-starter', 'marketing-strategy', 'trademark-filing-support'],
  },
  {
    title: 'Customized care',
    text: 'From the bank file to the books. Independent attorneys and tax advisers do the legal and tax work.',
    ids: ['bank-account-preparation', 'bookkeeping', 'financial-legal-planning'],
  },
];

export const homeWords = { services, states, unchanged, groups };
