/** Pages of the formation services. Times and state fees are those of 2026. */
import { noDetails, type ProductDetails } from '#content/product-details.ts';

const needs = [
  'Three possible names for the company, in your order of preference',
  'The full name and home address of each owner',
  'A copy of each owner’s passport',
];

const questions = {
  ssn: {
    question: 'Do I need a Social Security number or a visa?',
    answer:
      'No. You can own the company from abroad with a passport. Owning it does not give you the right to live or work in the US.',
  },
  name: {
    question: 'What happens if my name is taken?',
    answer:
      'That is why we ask for three. We search the state register before we file, and tell you which of them are available.',
  },
  agent: {
    question: 'What does the registered agent cost after the first year?',
    answer:
      'You choose whether to continue with ours at $119 per year or to name another. Nothing renews automatically.',
  },
  taxes: {
    question: 'Does a company without income have to file anything?',
    answer:
      'Often, yes. An LLC with one foreign owner files Form 5472 with a pro forma Form 1120 for each year in which money or value moved between the two. The penalty for a late form is $25,000.',
  },
};

const steps = (state: string, days: string) => [
  {
    title: 'You pay and fill in our form',
    time: 'About 15 minutes',
    text: 'You give us three names, the owners and their passports.',
  },
  {
    title: 'We check the names',
    time: 'Usually 1 business day',
    text: `We search the ${state} register and tell you which names are available.`,
  },
  {
    title: 'You confirm',
    time: 'When you are ready',
    text: 'You see every line of the documents before we file them.',
  },
  {
    title: `We file with ${state}`,
    time: days,
    text: 'The state fee is in our price. The state sets the pace.',
  },
  {
    title: 'You receive the documents',
    time: 'The day the state sends them',
    text: 'We email them to you as PDFs.',
  },
];

export const formationDetails: Record<string, ProductDetails> = {
  'start-package': {
    ...noDetails,
    summary: 'A Wyoming LLC and its EIN in one order, for less than the two cost separately.',
    time: 'The LLC usually in 3 to 5 business days, the EIN usually 2 to 6 weeks later (2026)',
    gets: [
      'An LLC registered in Wyoming under a name that you choose',
      'The $100 state fee, paid by us',
      'A registered agent in Wyoming for the first year',
      'Form SS-4 filed with the IRS as soon as the state has registered the company',
      'Your company’s EIN',
    ],
    needs,
    steps: [
      ...steps('Wyoming', 'Usually 3 to 5 business days (2026)'),
      {
        title: 'We file for the EIN',
        time: 'The day you sign Form SS-4',
        text: 'You do not need to send anything twice.',
      },
      {
        title: 'The IRS issues the number',
        time: 'Usually 2 to 6 weeks (2026)',
        text: 'The IRS sets the pace and may take longer.',
      },
    ],
    documents: [
      'Articles of Organization, stamped by the state',
      'Operating agreement',
      'First resolution of the owners',
      'The IRS letter that confirms the EIN',
    ],
    excludes: ['The annual report to Wyoming: at least $60 per year', 'Federal and home-country taxes'],
    questions: [
      {
        question: 'When does the second part begin?',
        answer:
          'As soon as the state has registered the company, because the IRS asks for its formation document. In between, you only sign.',
      },
      questions.ssn,
      questions.agent,
      questions.taxes,
    ],
    parts: ['wyoming-llc', 'ein-filing'],
    alongside: [
      {
        id: 'us-business-address',
        note: 'For letters from the IRS, banks and customers, from the first day.',
        later: false,
      },
      {
        id: 'registered-agent',
        note: 'The first year is in the package. You choose whether to continue when it ends.',
        later: true,
      },
    ],
    posts: ['first-ninety-days-of-a-us-company', 'wyoming-delaware-new-mexico', 'ein-without-ssn'],
  },
  'wyoming-llc': {
    ...noDetails,
    summary: 'An LLC in Wyoming: no state income tax, low yearly costs, and the $100 state fee in the price.',
    time: 'Usually 3 to 5 business days after you confirm the name (2026)',
    gets: [
      'An LLC registered in Wyoming under a name that you choose',
      'The $100 state fee, paid by us',
      'A registered agent in Wyoming for the first year',
      'An operating agreement and a first resolution, ready for you to sign',
      'An email 60, 30 and 7 days before the state’s annual deadline, while we are your agent',
    ],
    needs,
    steps: steps('Wyoming', 'Usually 3 to 5 business days (2026)'),
    documents: [
      'Articles of Organization, stamped by the state',
      'Operating agreement',
      'First resolution of the owners',
    ],
    excludes: [
      'The annual report to Wyoming: at least $60 per year',
      'The EIN. You can order it here, or both together as the start package',
      'Federal and home-country taxes',
    ],
    questions: [questions.ssn, questions.name, questions.agent, questions.taxes],
    alongside: [
      {
        id: 'ein-filing',
        note: 'The tax number of the company. Banks and payment platforms ask for it.',
        later: false,
      },
      { id: 'us-business-address', note: 'For letters from the IRS, banks and customers.', later: false },
    ],
    posts: ['wyoming-delaware-new-mexico', 'llc-or-c-corp', 'first-ninety-days-of-a-us-company'],
  },
  'delaware-llc': {
    ...noDetails,
    summary: 'An LLC in Delaware, a state that US investors know well, with the $110 state fee in the price.',
    time: 'Usually 5 to 10 business days after you confirm the name (2026)',
    gets: [
      'An LLC registered in Delaware under a name that you choose',
      'The $110 state fee, paid by us',
      'A registered agent in Delaware for the first year',
      'An operating agreement and a first resolution, ready for you to sign',
    ],
    needs,
    steps: steps('Delaware', 'Usually 5 to 10 business days (2026)'),
    documents: [
      'Certificate of Formation as filed by the state',
      'Operating agreement',
      'First resolution of the owners',
    ],
    excludes: [
      'The Delaware LLC tax of $300 per year, due on June 1',
      'The EIN',
      'Federal and home-country taxes',
    ],
    questions: [
      {
        question: 'Is Delaware better than Wyoming?',
        answer:
          'It costs more each year: $300 where Wyoming takes at least $60. Choose it when investors or partners ask for it. Many founders who sell online and own the company alone choose Wyoming.',
      },
      questions.ssn,
      questions.name,
      questions.agent,
    ],
    alongside: [
      {
        id: 'ein-filing',
        note: 'The tax number of the company. Banks and payment platforms ask for it.',
        later: false,
      },
    ],
    posts: ['wyoming-delaware-new-mexico', 'annual-reports-and-franchise-tax'],
  },
  'new-mexico-llc': {
    ...noDetails,
    summary:
      'An LLC in New Mexico, which asks an LLC for no annual report. The $50 state fee is in the price.',
    time: 'Usually 3 to 10 business days after you confirm the name (2026)',
    gets: [
      'An LLC registered in New Mexico under a name that you choose',
      'The $50 state fee, paid by us',
      'A registered agent in New Mexico for the first year',
      'An operating agreement, ready for you to sign',
    ],
    needs,
    steps: steps('New Mexico', 'Usually 3 to 10 business days (2026)'),
    documents: ['Articles of Organization as filed by the state', 'Operating agreement'],
    excludes: ['The EIN', 'Federal and home-country taxes, which apply in every state'],
    questions: [
      {
        question: 'Who is New Mexico for?',
        answer:
          'For one owner who sells services from abroad and wants the lowest yearly cost. The state asks an LLC for no annual report.',
      },
      questions.ssn,
      questions.name,
      questions.taxes,
    ],
    alongside: [
      {
        id: 'ein-filing',
        note: 'The tax number of the company. Banks and payment platforms ask for it.',
        later: false,
      },
    ],
    posts: ['wyoming-delaware-new-mexico', 'llc-or-c-corp'],
  },
  'delaware-c-corp': {
    ...noDetails,
    summary:
      'A Delaware corporation that can issue shares to founders and investors. The state fee is in the price.',
    time: 'Usually 5 to 10 business days after you confirm the name (2026)',
    gets: [
      'A corporation registered in Delaware under a name that you choose',
      'The state fee, paid by us',
      'A registered agent in Delaware for the first year',
      'Bylaws, first board resolutions and a share ledger, ready for you to sign',
    ],
    needs: [...needs, 'How many shares each founder receives', 'The names of the first directors'],
    steps: steps('Delaware', 'Usually 5 to 10 business days (2026)'),
    documents: [
      'Certificate of Incorporation as filed by the state',
      'Bylaws',
      'First board resolutions',
      'Share ledger',
    ],
    excludes: [
      'The annual report ($50) and franchise tax (from $175) of Delaware, due each year on March 1',
      'The EIN',
      'The 21% federal tax on the profit of a corporation',
    ],
    questions: [
      {
        question: 'LLC or C-Corp?',
        answer:
          'Investors in the US usually buy shares of a C-Corp. A C-Corp pays 21% federal tax on its profit, and you may pay again on dividends. Ask a tax adviser which one fits you before you order.',
      },
      questions.ssn,
      questions.name,
      questions.agent,
    ],
    alongside: [
      {
        id: 'ein-filing',
        note: 'The tax number of the company. Banks and investors ask for it.',
        later: false,
      },
    ],
    posts: ['llc-or-c-corp', 'annual-reports-and-franchise-tax'],
  },
};
