/**
 * The lists of the home page. Only its loader reads them: they travel once more in the page's data, which costs nearly nothing beside the
 * same words in the page, and no script carries them. Facts of 2026 stand with their source: when a law changes, both change together.
 */
import type { Step } from './essential-services.tsx';
import type { Group } from './extended-services.tsx';
import type { Service } from './our-services.tsx';
import type { StateFacts } from './zero-tax-states.tsx';

const steps: readonly Step[] = [
  {
    title: 'Register the company',
    text: 'You choose a state and three possible names. We write the papers and file them.',
    documents: ['Articles of Organization with the stamp of the state', 'Operating agreement', 'First resolution of the owners'],
    time: 'Usually 3 to 5 business days in Wyoming (2026)',
    priceIds: ['wyoming-llc'],
  },
  {
    title: 'Get the tax number',
    text: 'We prepare Form SS-4 and file it with the IRS. No US Social Security number is needed.',
    documents: ['The EIN of your company', 'The confirmation letter of the IRS, as a PDF'],
    time: 'Usually 2 to 6 weeks (2026); the IRS may take longer',
    priceIds: ['ein-filing'],
  },
  {
    title: 'Be reached in the US',
    text: 'A street address where your letters are opened and scanned, and a number that rings where you are.',
    documents: ['A street address, not a post office box', 'A US number in the area code you choose'],
    time: 'Usually 1 to 3 business days after your papers are complete',
    priceIds: ['us-business-address', 'us-phone-number'],
  },
  {
    title: 'Apply for a bank account',
    text: 'We check your file against the list of the bank. Only the bank decides whether it opens an account.',
    documents: ['A complete application file', 'A short list of banks that say they accept owners from your country'],
    time: 'Usually 5 business days after we have your documents',
    priceIds: ['bank-account-preparation'],
  },
];

const services: readonly Service[] = [
  {
    id: 'us-business-address',
    title: 'Business address',
    description: 'A real street address for your company. We open and scan your letters, and you read them online.',
    who: 'For letters from the IRS, banks and customers. A bank may also ask for the address where you really work.',
  },
  {
    id: 'us-phone-number',
    title: 'Business phone number',
    description: 'A number in the area code you choose. Calls ring on your own phone or computer, and voicemail comes by email.',
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
    description: 'The tax number of your company. Banks, payment platforms and the IRS ask for it.',
    who: 'Your company must be registered first. We need its formation document and a copy of your passport.',
  },
];

const states: readonly StateFacts[] = [
  {
    state: 'Wyoming',
    stamp: 'wyoming',
    untaxed: 'Personal income and corporate income',
    charged: 'A yearly report with a license tax: 0.02% of the assets in Wyoming, at least $60.',
    source: 'Wyoming Statutes § 17-29-209',
  },
  {
    state: 'South Dakota',
    stamp: 'south-dakota',
    untaxed: 'Personal income and, except for banks, corporate income',
    charged: 'A yearly report: $55 for an LLC. Banks and some other financial firms pay a franchise tax.',
    source: 'South Dakota Codified Laws § 47-34A-212 and ch. 10-43',
  },
  {
    state: 'Nevada',
    stamp: 'nevada',
    untaxed: 'Personal income and corporate income',
    charged: '$350 a year for an LLC: list of managers $150, business license $200. A commerce tax on Nevada revenue above $4 million.',
    source: 'Nevada Revised Statutes § 86.263, § 76.130 and ch. 363C',
  },
  {
    state: 'Texas',
    stamp: 'texas',
    untaxed: 'Personal income',
    charged:
      'A franchise tax, LLCs too, when yearly revenue is above $2.65 million: 0.75% of the margin, 0.375% in retail and wholesale. Below that, a yearly information report.',
    source: 'Texas Comptroller, franchise tax rates for reports of 2026 and 2027',
  },
  {
    state: 'Florida',
    stamp: 'florida',
    untaxed: 'Personal income',
    charged:
      'Corporations pay 5.5% income tax. Most LLCs do not, unless they chose to be taxed as one. LLC report: $138.75 by 1st May, $400 more if late.',
    source: 'Florida Statutes § 220.11 and § 605.0213',
  },
];

const unchanged = [
  {
    title: 'Federal tax',
    text: 'A corporation pays 21% federal tax on its profit. An LLC with one foreign owner files Form 5472 with a pro forma Form 1120 for each year in which money or value moved between the two, even without income: by 15th April for a calendar year. The penalty for a late form is $25,000.',
  },
  {
    title: 'Where you work and sell',
    text: 'An office, staff or stock in another state can bring the taxes of that state, wherever you registered.',
  },
  { title: 'Sales tax', text: 'All five states have one. A shop may also have to collect it in other states where it sells enough.' },
  { title: 'Your own country', text: 'It may tax you on the profit of a company that you own in the US. Ask an adviser at home.' },
];

const groups: readonly Group[] = [
  {
    title: 'Immigration assistance',
    text: 'Owning a company gives no right to live or work in the US. If you plan to move, we prepare the file for a business or investor visa. An independent attorney advises you; only the US government decides.',
    ids: ['visa-application-support'],
  },
  {
    title: 'Brand building',
    text: 'A logo, a website and a plan to reach customers. The files, the site and its passwords belong to you.',
    ids: ['logo-design', 'brand-website-starter', 'marketing-strategy', 'trademark-filing-support'],
  },
  {
    title: 'Customised care',
    text: 'Bookkeeping, yearly reports, and one plan for contracts, taxes, market research and daily operations. Independent attorneys and tax advisers do the legal and tax work.',
    ids: ['bookkeeping', 'annual-report', 'form-5472', 'financial-legal-planning'],
  },
];

export const homeWords = { steps, services, states, unchanged, groups };
