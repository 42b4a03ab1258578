/** Pages of the services that give a company a US address and phone number. */
import { noDetails, type ProductDetails } from '#content/product-details.ts';

const cancel = {
  question: 'How do I cancel?',
  answer:
    'In your profile, under Subscriptions. It stays active until the end of the period that you have paid for, and does not renew.',
};

export const presenceDetails: Record<string, ProductDetails> = {
  'us-business-address': {
    ...noDetails,
    summary:
      'A real street address in the US for your company. We open and scan your letters, and you read them online.',
    time: 'Usually ready 1 to 3 business days after your signed Form 1583',
    gets: [
      'A street address in the US, not a post office box',
      '5 letters per month opened, scanned and stored for you to read online',
      'The online notary for USPS Form 1583',
      'Parcels forwarded to you at the cost of postage',
    ],
    needs: [
      'USPS Form 1583, which you sign before an online notary',
      'Two identity documents, one with a photo',
      'The name of your company',
    ],
    steps: [
      {
        title: 'You pay and fill in our form',
        time: 'About 10 minutes',
        text: 'You upload two identity documents.',
      },
      {
        title: 'You sign Form 1583',
        time: 'About 15 minutes online',
        text: 'The post office requires it before anyone else may open your mail.',
      },
      {
        title: 'Your address is ready',
        time: 'Usually 1 to 3 business days later',
        text: 'You receive it exactly as you should write it.',
      },
      {
        title: 'We scan your letters',
        time: 'Usually 1 business day after each arrives',
        text: 'You read them online.',
      },
    ],
    documents: ['A letter that confirms your address', 'Your signed Form 1583', 'Each letter as a PDF'],
    excludes: [
      'More than 5 letters a month: a pack of 10 more is $9.99',
      'Postage for parcels that we forward',
    ],
    questions: [
      {
        question: 'Will a bank accept this address?',
        answer:
          'Banks and platforms decide which address they accept. Some also ask where you really work, so have that address ready too.',
      },
      {
        question: 'Is it the same as a registered agent?',
        answer:
          'No. A registered agent accepts letters from courts and the state only. This address is for all other mail.',
      },
      cancel,
    ],
    alongside: [{ id: 'us-phone-number', note: 'A US number that rings on your own phone.', later: false }],
    posts: ['us-business-address-for-founders-abroad', 'registered-agent-what-it-does'],
  },
  'us-phone-number': {
    ...noDetails,
    summary: 'A US number in the area code you choose. Calls ring on your mobile phone or computer anywhere.',
    time: 'Usually ready 1 business day after we have checked your passport',
    gets: [
      'A US number in the area code that you choose',
      'Calls on your mobile phone or computer, wherever you are',
      '300 minutes per month to the US and Canada',
      'Voicemail sent to your email',
    ],
    needs: [
      'A copy of your passport',
      'The area code that you prefer',
      'A phone or a computer with internet',
    ],
    steps: [
      {
        title: 'You pay and choose an area code',
        time: 'About 5 minutes',
        text: 'You upload a copy of your passport.',
      },
      { title: 'We check the passport', time: 'Usually 1 business day', text: '' },
      {
        title: 'Your number rings',
        time: 'Usually the same day',
        text: 'You receive the number and how to set up your phone.',
      },
    ],
    excludes: ['Minutes beyond 300 per month', 'Calls to countries other than the US and Canada'],
    questions: [
      {
        question: 'Can I receive bank codes on it?',
        answer:
          'Often, but not always. It is an internet (VoIP) number, and some banks do not send security codes to such numbers.',
      },
      {
        question: 'Why does the first month cost more?',
        answer:
          'Setting up the number costs $10.00 once. From the second month on you pay the monthly price only.',
      },
      cancel,
    ],
    alongside: [{ id: 'us-business-address', note: 'A street address with scanned mail.', later: false }],
    posts: ['us-phone-number-for-business'],
  },
  'registered-agent': {
    ...noDetails,
    summary: 'An address in your state that accepts letters from courts and the state on every business day.',
    time: 'Usually in place 1 to 5 business days after the state has our change form',
    gets: [
      'A street address in Wyoming, Delaware or New Mexico for official letters',
      'Each letter usually scanned and sent to you within 1 business day',
      'An email 60, 30 and 7 days before your state’s annual deadline',
      'The change form, if you have another agent now',
    ],
    needs: ['The name of your company and its state', 'The name of your current agent, if you have one'],
    steps: [
      { title: 'You pay and fill in our form', time: 'About 5 minutes', text: '' },
      {
        title: 'We prepare the change form',
        time: 'Usually 1 business day',
        text: 'You check it and sign online.',
      },
      {
        title: 'The state records the change',
        time: 'Usually 1 to 5 business days',
        text: 'The state sets the pace.',
      },
    ],
    documents: ['The change form as filed with the state', 'Each official letter as a PDF'],
    excludes: ['A state fee for changing the agent, if there is one', 'Filing your state’s annual report'],
    questions: [
      {
        question: 'Do I need it if you formed my company?',
        answer:
          'Not in the first year: each company that we register has a registered agent for its first year in the price. Order this when that year ends.',
      },
      {
        question: 'Does every company need one?',
        answer:
          'Yes. Each state asks a company for an agent with a street address in it, so that courts and the state can always reach the company.',
      },
      cancel,
    ],
    alongside: [
      { id: 'annual-report', note: 'We prepare and file your state’s annual report.', later: false },
    ],
    posts: ['registered-agent-what-it-does', 'annual-reports-and-franchise-tax'],
  },
  'mail-scan-pack': {
    ...noDetails,
    summary: 'Ten more letters opened, scanned and stored as PDF files, for customers with our US address.',
    time: 'Each letter usually scanned 1 business day after it arrives',
    gets: ['Ten letters more than the 5 of each month', 'Scans as PDF files that you read online'],
    needs: ['A US business address with us'],
    excludes: ['Forwarding the paper, at the cost of postage'],
    questions: [
      { question: 'Do the ten letters expire?', answer: 'Not while you have a US business address with us.' },
      {
        question: 'What happens to the paper?',
        answer: 'We keep it for 30 days and then shred it, or forward it to you at the cost of postage.',
      },
    ],
    alongside: [{ id: 'us-business-address', note: 'The address that the pack belongs to.', later: false }],
    posts: ['us-business-address-for-founders-abroad'],
  },
};
