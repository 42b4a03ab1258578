/**
 * The lists of the home page. Only its loader imports them, so they travel in the page's data and not in a
 * script. Beside the same text in the HTML, that costs almost nothing. Facts of 2026 have their source; if a
 * law changes, update both.
 */
import { phrase } from '#kernel/language.ts';
import type { Group } from './extended-services.tsx';
import type { Service } from './our-services.tsx';
import type { StateFacts } from './zero-tax-states.tsx';

const services: readonly Service[] = [
  {
    id: 'us-business-address',
    title: phrase('Business address'),
    description: phrase('A real street address. We open and scan your mail, and you read it online.'),
    time: phrase('Usually 1 to 3 business days after you sign Form 1583'),
  },
  {
    id: 'us-phone-number',
    title: phrase('Business phone number'),
    description: phrase(
      'Choose the area code. Calls ring on the phone you have, and voicemail comes by email.',
    ),
    time: phrase('Usually 1 business day after we check your passport'),
  },
  {
    id: 'wyoming-llc',
    title: phrase('Business registration'),
    description: phrase(
      'A Wyoming LLC, with the state fee and a registered agent for the first year. We also register in Delaware and New Mexico.',
    ),
    time: phrase('Usually 3 to 5 business days after you confirm the name'),
  },
  {
    id: 'itin-application',
    title: phrase('ITIN'),
    description: phrase(
      'Your own US tax number when you have no Social Security number. Not every founder can apply: we check that first.',
    ),
    time: phrase('Usually 9 to 11 weeks from abroad'),
  },
  {
    id: 'ein-filing',
    title: phrase('EIN'),
    description: phrase('The tax number of your company. Banks, payment platforms and the IRS ask for it.'),
    time: phrase('Usually 2 to 6 weeks after we file'),
  },
];

const states: readonly StateFacts[] = [
  {
    state: phrase('Wyoming'),
    stamp: 'wyoming',
    untaxed: phrase('personal and corporate income'),
    charged: phrase('An annual report with a license tax: 0.02% of the assets in Wyoming, at least $60.'),
    source: 'Wyoming Statutes § 17-29-209',
  },
  {
    state: phrase('South Dakota'),
    stamp: 'south-dakota',
    untaxed: phrase('personal and, except for banks, corporate income'),
    charged: phrase(
      'An annual report: $55 for an LLC. Banks and some other financial firms pay a franchise tax.',
    ),
    source: 'South Dakota Codified Laws § 47-34A-212 and ch. 10-43',
  },
  {
    state: phrase('Nevada'),
    stamp: 'nevada',
    untaxed: phrase('personal and corporate income'),
    charged: phrase(
      '$350 a year for an LLC: list of managers $150, license $200. A commerce tax on Nevada revenue above $4 million.',
    ),
    source: 'Nevada Revised Statutes § 86.263, § 76.130 and ch. 363C',
  },
  {
    state: phrase('Texas'),
    stamp: 'texas',
    untaxed: phrase('personal income'),
    charged: phrase(
      'An annual report. With revenue above $2.65 million also a franchise tax: 0.75% of the margin, 0.375% in retail and wholesale.',
    ),
    source: 'Texas Comptroller, franchise tax rates for reports of 2026 and 2027',
  },
  {
    state: phrase('Florida'),
    stamp: 'florida',
    untaxed: phrase('personal income'),
    charged: phrase(
      'Corporations pay 5.5% income tax; most LLCs pay none. LLC report: $138.75 by 1st May, $400 more if late.',
    ),
    source: 'Florida Statutes § 220.11 and § 605.0213',
  },
];

const unchanged = [
  {
    title: phrase('Federal tax'),
    text: phrase(
      'A corporation pays 21% on its profit. An LLC with one foreign owner files Form 5472 for each year in which money moved between the two, even without income. The penalty for a late form is $25,000.',
    ),
    source: 'Internal Revenue Code § 11 and § 6038A',
  },
  {
    title: phrase('Where you work and sell'),
    text: phrase(
      'An office, staff or stock in another state can make the company liable for that state’s taxes.',
    ),
  },
  {
    title: phrase('Sales tax'),
    text: phrase(
      'All five states have one. Others ask your shop to collect theirs once it sells enough there.',
    ),
  },
  {
    title: phrase('Your own country'),
    text: phrase('It may tax your share of the profit. Ask an adviser at home.'),
  },
];

const groups: readonly Group[] = [
  {
    title: phrase('Immigration assistance'),
    text: phrase(
      'Owning a company does not give you the right to live in the US. If you plan to move, we prepare the file for a business or investor visa, and an independent attorney advises you.',
    ),
    ids: ['visa-application-support'],
  },
  {
    title: phrase('Brand building'),
    text: phrase('A logo, a website and a plan to reach customers. All files and passwords are yours.'),
    ids: ['logo-design', 'brand-website-starter', 'marketing-strategy', 'trademark-filing-support'],
  },
  {
    title: phrase('Customized care'),
    text: phrase(
      'From the bank file to the books. Independent attorneys and tax advisers do the legal and tax work.',
    ),
    ids: ['bank-account-preparation', 'bookkeeping', 'financial-legal-planning'],
  },
];

export const homeWords = { services, states, unchanged, groups };
