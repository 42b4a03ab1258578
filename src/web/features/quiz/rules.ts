/**
 * Maps five answers to matching services, each with a reason. Pure, without prices, which come from the
 * catalog. A reason says why a service is listed, in line with our guides; it is not legal or tax advice.
 */
import type { Answers } from './questions.ts';

export type Suggestion = { id: string; reason: string };
/**
 * `now`: what to order first, never empty. `later`: what can wait, or fits only under a condition that five
 * questions do not settle.
 */
export type Plan = { now: Suggestion[]; later: Suggestion[]; notes: string[] };

export function planFor(answers: Answers): Plan {
  const { now, later } = answers.when === 'running' ? forCompany(answers) : forFounder(answers);
  return { now: [...now, ...visaSupport(answers)], later, notes: notesFor(answers) };
}

type Lists = Pick<Plan, 'now' | 'later'>;

/** Empty if the condition is false. */
const when = (holds: boolean, id: string, reason: string): Suggestion[] => (holds ? [{ id, reason }] : []);

function forFounder(answers: Answers): Lists {
  const isAbroad = answers.live === 'abroad';
  const startsNow = answers.when === 'now';
  const formation = formationFor(answers);
  return {
    now: [
      formation,
      {
        id: 'ein-filing',
        reason: isAbroad
          ? 'Banks, payment platforms and the IRS ask for an EIN, and from abroad it usually takes 2 to 6 weeks (2026).'
          : 'Banks, payment platforms and the IRS ask for the EIN of your company.',
      },
      ...when(
        isAbroad && startsNow,
        'us-business-address',
        'You live abroad: letters from the IRS, banks and customers arrive at a US street address, and you read them online.',
      ),
      ...when(
        isAbroad && startsNow,
        'us-phone-number',
        'You live abroad: customers, vendors and banks call a US number, and it rings on your own phone.',
      ),
    ],
    later: [
      ...when(
        isAbroad && !startsNow,
        'us-business-address',
        'When the company is registered: it renews each month, so there is no need to pay for it sooner.',
      ),
      ...when(
        isAbroad && !startsNow,
        'us-phone-number',
        'When you start to sell: it is usually ready 1 business day after we have checked your passport.',
      ),
      ...when(
        isAbroad,
        'bank-account-preparation',
        'When your EIN letter has arrived: the bank asks for it.',
      ),
      ...when(
        !isAbroad,
        'us-business-address',
        'Only if you do not want to use your home address for company mail.',
      ),
      {
        id: 'registered-agent',
        reason:
          'After the first year, which is in the price of the formation: you choose then whether to continue.',
      },
      ...yearlyReport(formation.id),
      ...when(
        isAbroad && answers.partners === 'alone',
        'form-5472',
        'After the first year: you own the LLC alone and from abroad, and the form reports the money that moved between you and it.',
      ),
      ...forBoth(answers),
    ],
  };
}

function formationFor({ live, sell, partners }: Answers): Suggestion {
  if (partners === 'investors')
    return {
      id: 'delaware-c-corp',
      reason:
        'US venture investors usually expect a Delaware corporation, which can issue shares to them and to you.',
    };
  if (partners === 'perhaps')
    return {
      id: 'delaware-llc',
      reason:
        'An LLC in the state that US investors know, where many are converted into a corporation before their first round.',
    };
  if (live === 'abroad' && partners === 'alone' && sell === 'services')
    return {
      id: 'new-mexico-llc',
      reason:
        'You sell services from abroad as the only owner: New Mexico has the lowest yearly cost of our three states.',
    };
  return {
    id: 'wyoming-llc',
    reason:
      sell === 'goods' || sell === 'software'
        ? 'It suits an online business that wants low yearly costs and a state that many US partners know.'
        : 'It has low yearly costs, one date a year to remember, and a name that many US partners know.',
  };
}

function yearlyReport(formation: string): Suggestion[] {
  const reasons: Partial<Record<string, string>> = {
    'wyoming-llc': 'Wyoming requires a report each year, starting about a year after registration.',
    'delaware-c-corp':
      'Delaware requires a report and a tax payment from corporations each year by 1st March.',
  };
  const reason = reasons[formation];
  return reason === undefined ? [] : [{ id: 'annual-report', reason }];
}

function forCompany(answers: Answers): Lists {
  const isAbroad = answers.live === 'abroad';
  return {
    now: [
      {
        id: 'bookkeeping',
        reason:
          'You see profit and loss each month, and the numbers for the yearly forms are ready when you need them.',
      },
      ...when(
        isAbroad && answers.partners === 'alone',
        'form-5472',
        'You own the company alone and from abroad: if it is an LLC, the form reports the money that moved between you and it in a year.',
      ),
    ],
    later: [
      {
        id: 'annual-report',
        reason: 'If your state requires an annual report: please order at least 3 weeks before it is due.',
      },
      { id: 'ein-filing', reason: 'Only if the company has no EIN yet.' },
      ...when(isAbroad, 'bank-account-preparation', 'Only if the company has no US account yet.'),
      ...when(isAbroad, 'us-business-address', 'Only if the company has no US address for its mail.'),
      ...when(isAbroad, 'us-phone-number', 'Only if the company has no US number for its customers.'),
      {
        id: 'registered-agent',
        reason: 'Only if you want to change your agent in Wyoming, Delaware or New Mexico.',
      },
      ...forBoth(answers),
    ],
  };
}

/**
 * Owners of a corporation, and owners whose work and customers are abroad, seldom need an ITIN, so it is not
 * suggested.
 */
function forBoth({ live, sell, partners }: Answers): Suggestion[] {
  const isAbroad = live === 'abroad';
  const isShared = partners === 'partners' || partners === 'perhaps';
  return [
    ...when(
      isAbroad && isShared,
      'itin-application',
      'Only if the LLC withholds US tax for you as a partner, or you file a US tax return of your own.',
    ),
    ...when(
      isAbroad && partners === 'alone' && sell === 'goods',
      'itin-application',
      'Only if you file a US tax return of your own, for example because of goods in a US warehouse.',
    ),
    ...when(
      sell === 'goods',
      'trademark-filing-support',
      'Before the name is printed on your goods: a search of the US register comes first.',
    ),
    ...when(
      sell === 'software',
      'trademark-filing-support',
      'Before you publish under the name: a search of the US register comes first.',
    ),
    ...when(
      partners !== 'alone',
      'financial-legal-planning',
      'If the owners want one plan for contracts, taxes and cash flow, made with independent US advisers.',
    ),
  ];
}

const visaSupport = ({ visa }: Answers): Suggestion[] =>
  when(
    visa === 'yes',
    'visa-application-support',
    'You plan to apply for a visa: we prepare forms, evidence, translations and a timetable, and you receive a written price first.',
  );

function notesFor({ live, sell, partners, visa, when }: Answers): string[] {
  return [
    ...(live === 'us' && when !== 'running'
      ? [
          'If you live and work in one US state, ask an adviser about that state first. It is often the right place to register.',
        ]
      : []),
    ...((partners === 'partners' || partners === 'perhaps') && when !== 'running'
      ? [
          'An LLC with two or more owners is a partnership and has more tax forms. Ask a tax adviser before you register.',
        ]
      : []),
    ...(sell === 'goods'
      ? [
          'Sales tax follows your customers and your stock, not the state of registration. Goods in a US warehouse can require you to register right away.',
        ]
      : []),
    ...(visa === 'yes'
      ? [
          'Only the US government decides on a visa. A company, an EIN or a US address does not help you enter the country.',
        ]
      : []),
    ...(visa === 'undecided'
      ? ['You can decide about a visa later. You need no visa to own a US company and run it from abroad.']
      : []),
  ];
}
