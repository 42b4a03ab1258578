/** Pages of the yearly services. Dates and fees are those of 2026. */
import { noDetails, type ProductDetails } from '#content/product-details.ts';

export const upkeepDetails: Record<string, ProductDetails> = {
  'annual-report': {
    ...noDetails,
    summary: 'Your state’s annual report, prepared by us, confirmed by you, and filed on time.',
    time: 'Filed within 5 business days after you confirm it',
    gets: [
      'The annual report, prepared from your company’s details',
      'Every line shown to you before we file',
      'The report filed with the state',
      'The proof of filing as a PDF',
    ],
    needs: [
      'The name of your company and its state',
      'Changes to owners, directors or address since the last report',
    ],
    steps: [
      { title: 'You order', time: 'At least 3 weeks before the due date', text: '' },
      { title: 'We prepare the report', time: 'Usually 3 business days', text: 'You check it and confirm.' },
      {
        title: 'We file it',
        time: 'Within 5 business days',
        text: 'We tell you the state fee in advance, and you pay it with the report.',
      },
    ],
    documents: ['The report as filed', 'The proof of filing from the state'],
    excludes: [
      'State fees: for example at least $60 in Wyoming, or $50 plus franchise tax for a Delaware C-Corp',
      'Penalties for a report that was late before you ordered',
    ],
    questions: [
      {
        question: 'When is my report due?',
        answer:
          'In Wyoming on the first day of the month in which the company was formed. For a Delaware corporation on March 1. A Delaware LLC files no report, and pays its tax by June 1.',
      },
      {
        question: 'What happens if I miss it?',
        answer: 'The state can charge a penalty, and after some time it can close the company.',
      },
    ],
    posts: ['annual-reports-and-franchise-tax'],
  },
  bookkeeping: {
    ...noDetails,
    summary:
      'Your books each month: up to 100 transactions sorted and matched, with a profit report and a balance sheet.',
    time: 'Reports by the 15th, if we have your statements by the 5th',
    gets: [
      'Up to 100 transactions per month, sorted by type and matched with your bank statements',
      'A profit and loss report and a balance sheet each month',
      'Two bank or card accounts and one payment platform, such as Stripe or PayPal',
    ],
    needs: [
      'Read-only access to your accounts, or statements each month by the 5th',
      'Answers to a few questions each month',
      'Past books, if any',
    ],
    steps: [
      {
        title: 'You pay and connect your accounts',
        time: 'About 30 minutes',
        text: 'Read-only, or you upload statements.',
      },
      {
        title: 'We set up your books',
        time: 'Usually 5 business days',
        text: 'You tell us what each kind of payment is.',
      },
      { title: 'You send what is missing', time: 'By the 5th of each month', text: '' },
      { title: 'You receive the reports', time: 'By the 15th of each month', text: '' },
    ],
    documents: ['Profit and loss report, each month', 'Balance sheet, each month'],
    excludes: [
      'Tax returns',
      'Months before your first one',
      'More than 100 transactions: $0.90 each, and we ask you first',
    ],
    questions: [
      {
        question: 'Do I need it in the first year?',
        answer:
          'With 20 transactions a month a spreadsheet and discipline are enough. It pays off when you sell every day or on more than one platform.',
      },
      {
        question: 'How do I cancel?',
        answer:
          'In your profile, under Subscriptions. It stays active until the end of the month that you have paid for.',
      },
    ],
    alongside: [
      { id: 'form-5472', note: 'The yearly IRS forms of an LLC with one foreign owner.', later: false },
    ],
    posts: ['bookkeeping-first-year', 'sales-tax-for-online-sellers'],
  },
  'form-5472': {
    ...noDetails,
    summary:
      'The yearly IRS forms of an LLC with one foreign owner, prepared by a US tax preparer and filed once you sign.',
    time: 'Usually ready to sign 7 business days after we have your numbers',
    gets: [
      'Form 5472 and a pro forma Form 1120 for one LLC and one tax year',
      'Prepared by a US tax preparer',
      'Filed with the IRS once you have signed',
      'An extension to October 15, if you need it',
    ],
    needs: [
      'Your LLC’s EIN',
      'The money and value that you moved to and from the company in the year',
      'A copy of your passport',
    ],
    steps: [
      {
        title: 'You pay and give us your numbers',
        time: 'About 30 minutes',
        text: 'We send a list of what counts.',
      },
      {
        title: 'A US tax preparer prepares the forms',
        time: 'Usually 7 business days',
        text: 'They ask when a number is unclear.',
      },
      {
        title: 'You read and sign',
        time: 'When you are ready',
        text: 'The report is yours, so check each number.',
      },
      { title: 'We file it', time: 'Usually the next business day', text: 'You receive the proof.' },
    ],
    documents: ['The forms as filed', 'The proof of filing'],
    excludes: ['A personal tax return', 'More than one LLC or one tax year', 'Penalties for earlier years'],
    questions: [
      {
        question: 'Do I have to file without any income?',
        answer:
          'Yes, for each year in which money or value moved between you and the LLC. Paying its formation fee already counts.',
      },
      {
        question: 'When is it due?',
        answer: 'By April 15 for a calendar year. An extension moves it to October 15.',
      },
      {
        question: 'What does it cost to be late?',
        answer: 'The IRS may charge a penalty of $25,000 (Internal Revenue Code section 6038A, as of 2026).',
      },
    ],
    posts: ['form-5472-explained', 'first-ninety-days-of-a-us-company'],
  },
};
