/** Pages of the tax number services and the bank file. IRS times are those of 2026. */
import { noDetails, type ProductDetails } from '#content/product-details.ts';

export const taxDetails: Record<string, ProductDetails> = {
  'ein-filing': {
    ...noDetails,
    summary:
      'The tax number of your company from the IRS. You need no Social Security number and no trip to the US.',
    time: 'Usually 2 to 6 weeks after we file (2026); the IRS may take longer',
    gets: [
      'Form SS-4 prepared, checked and filed with the IRS',
      'Follow-up with the IRS until the number is issued',
      'Your company’s EIN',
      'The IRS confirmation letter as a PDF, which banks ask for',
    ],
    needs: [
      'Your company’s formation document, such as its Articles of Organization',
      'A copy of the passport of the person who is responsible for the company',
      'About 10 minutes for our form',
    ],
    steps: [
      {
        title: 'You pay and fill in our form',
        time: 'About 10 minutes',
        text: 'You upload the formation document and the passport.',
      },
      {
        title: 'We prepare Form SS-4',
        time: 'Usually 1 to 2 business days',
        text: 'You check it and sign online.',
      },
      {
        title: 'We file it with the IRS',
        time: 'The day you sign',
        text: 'Without a Social Security number it goes by fax, not online.',
      },
      {
        title: 'The IRS issues the number',
        time: 'Usually 2 to 6 weeks (2026)',
        text: 'We follow up, and tell you when the IRS takes longer.',
      },
      {
        title: 'You receive the EIN',
        time: 'The day we have it',
        text: 'We email it with the IRS letter as a PDF.',
      },
    ],
    documents: ['Form SS-4 as filed', 'The IRS letter that confirms the EIN'],
    excludes: ['An ITIN, which is the tax number of a person', 'Company tax returns'],
    questions: [
      {
        question: 'Can I get an EIN for free?',
        answer:
          'Yes. The IRS charges no fee, and you can file Form SS-4 yourself. Our price covers preparation, filing and follow-up.',
      },
      {
        question: 'Do I need an ITIN first?',
        answer: 'No. A company gets an EIN without an ITIN or a Social Security number of its owner.',
      },
      {
        question: 'Can it be faster?',
        answer:
          'Not for a fee. The IRS sets the pace, and no one can pay to go faster. A complete form without mistakes is the fastest way.',
      },
      {
        question: 'Can I open a bank account before it arrives?',
        answer:
          'Most banks and payment platforms ask for the EIN and its letter first. Use the wait to prepare the other documents.',
      },
    ],
    alongside: [
      {
        id: 'bank-account-preparation',
        note: 'Once you have the EIN, a complete file for the bank.',
        later: false,
      },
      {
        id: 'us-business-address',
        note: 'The IRS mails its letters to the company’s address.',
        later: false,
      },
    ],
    posts: ['ein-without-ssn', 'open-us-bank-account-from-abroad', 'first-ninety-days-of-a-us-company'],
  },
  'itin-application': {
    ...noDetails,
    summary:
      'Your personal US tax number. We tell you first whether you can apply, then prepare and check Form W-7.',
    time: 'Usually 7 weeks; 9 to 11 weeks from January to April or from abroad',
    gets: [
      'An answer first: whether you can apply, and on what grounds',
      'Form W-7 prepared, and every page of your file checked',
      'The address, the order of the documents and a cover sheet for the mail to the IRS',
    ],
    needs: [
      'Your original passport, or a copy certified by the office that issued it',
      'The US tax return that needs the number, or the documents for a listed exception',
      'About 15 minutes for our form',
    ],
    steps: [
      {
        title: 'You pay and answer our questions',
        time: 'About 15 minutes',
        text: 'We ask why you need the number.',
      },
      {
        title: 'We tell you whether you can apply',
        time: 'Usually 2 business days',
        text: 'If you cannot, we do not begin, and you can cancel for a refund.',
      },
      { title: 'We prepare Form W-7', time: 'Usually 3 business days', text: 'You check it and sign.' },
      {
        title: 'You mail the file to the IRS',
        time: 'You choose the courier',
        text: 'With the passport or its certified copy.',
      },
      {
        title: 'The IRS decides',
        time: 'Usually 7 to 11 weeks',
        text: 'It mails the number and your documents to the address on the form.',
      },
    ],
    documents: ['Form W-7 ready to sign', 'A checklist of your file', 'A cover sheet with the IRS address'],
    excludes: ['Certified copies of the passport', 'Courier costs', 'The tax return itself'],
    questions: [
      {
        question: 'Does my company need my ITIN?',
        answer:
          'Usually not. A company has an EIN. You need an ITIN when you file a US tax return yourself, or for a treaty benefit.',
      },
      {
        question: 'What does the IRS charge?',
        answer: 'Nothing. Our price covers the check, the form and the answers to your questions.',
      },
      {
        question: 'Do I have to send my passport away?',
        answer: 'No, if the office that issued it certifies a copy. A notary’s copy is not accepted.',
      },
    ],
    posts: ['itin-step-by-step', 'ein-without-ssn'],
  },
  'bank-account-preparation': {
    ...noDetails,
    summary:
      'A complete application file for a US business account, checked against the list of the bank you choose.',
    time: 'Usually 5 business days after we have all your documents',
    gets: [
      'A short list of banks and platforms that say they accept owners from your country',
      'Your file in the order that the bank asks for, with each document checked',
      'A one-page description of your business in the words that banks ask for',
      'A list of questions that the bank may ask, with your answers prepared',
    ],
    needs: [
      'Your company’s formation document and EIN letter',
      'Your passport and proof of address',
      'A sales plan: what you sell, to whom, how much a month',
    ],
    steps: [
      {
        title: 'You pay and upload your documents',
        time: 'About 20 minutes',
        text: 'We tell you at once what is missing.',
      },
      {
        title: 'We send you the short list',
        time: 'Usually 2 business days',
        text: 'With fees, and which ask for a visit.',
      },
      {
        title: 'We build the file',
        time: 'Usually 5 business days',
        text: 'Against the list of the bank that you choose.',
      },
      {
        title: 'You apply',
        time: 'The bank sets the pace',
        text: 'You submit the file yourself, since a bank wants to hear from the owner.',
      },
    ],
    documents: [
      'The short list of banks and platforms',
      'The complete application file as one PDF',
      'The description of your business',
    ],
    excludes: ['Bank fees', 'The bank’s decision'],
    questions: [
      {
        question: 'Do you open the account for me?',
        answer:
          'No. Only the bank decides, and it wants to hear from the owner. We make sure that your file has everything it asks for.',
      },
      {
        question: 'Do I have to travel to the US?',
        answer:
          'Some banks ask for a visit. The short list says which do, so that you can choose one that does not.',
      },
    ],
    alongside: [
      {
        id: 'us-phone-number',
        note: 'A number for customers and partners. Some banks do not send codes to it.',
        later: false,
      },
    ],
    posts: ['open-us-bank-account-from-abroad', 'us-business-address-for-founders-abroad'],
  },
};
