/**
 * Pages of the services for an operating company. Attorneys and authorities decide independently, so nothing
 * is promised for them.
 */
import { noDetails, type ProductDetails } from '#content/product-details.ts';

export const growthDetails: Record<string, ProductDetails> = {
  'logo-design': {
    ...noDetails,
    summary: 'Three logo concepts, two rounds of changes, and the final files ready for web and print.',
    time: 'Usually 10 business days from your answers to the final files',
    gets: [
      'Three logo concepts, made for you without stock parts',
      'Two rounds of changes',
      'Final files in color, black and white',
    ],
    needs: [
      'The name as it should be written',
      'Three logos that you like, and why',
      'One person who decides',
    ],
    steps: [
      { title: 'You pay and answer our questions', time: 'About 20 minutes', text: '' },
      { title: 'You see three concepts', time: 'Usually 4 business days', text: 'You choose one.' },
      { title: 'Two rounds of changes', time: 'Usually 2 business days each', text: '' },
      { title: 'You receive the files', time: 'Usually 10 business days in all', text: '' },
    ],
    documents: ['SVG, PDF and PNG files', 'Versions in color, black and white'],
    excludes: ['A trademark search'],
    questions: [
      { question: 'Who owns the logo?', answer: 'You do. The finished logo belongs to you.' },
      {
        question: 'Should I check the name first?',
        answer: 'Yes. Search the name before you pay for a logo, so that you do not have to change both.',
      },
    ],
    alongside: [
      {
        id: 'trademark-filing-support',
        note: 'A search of the US register before you print anything.',
        later: false,
      },
    ],
    posts: ['trademark-basics-for-founders'],
  },
  'brand-website-starter': {
    ...noDetails,
    summary: 'A website of up to 5 pages in your colors and words, and the brand kit that goes with it.',
    time: 'Usually 4 weeks, with two rounds of changes',
    gets: [
      'A website of up to 5 pages, ready for phones and search engines',
      'A one-page brand guide with colors and fonts',
      'A letterhead, an email signature and two social media covers',
    ],
    needs: ['Your logo', 'Facts about your services and prices', 'One person who answers questions'],
    steps: [
      { title: 'You pay and tell us what you sell', time: 'About 45 minutes', text: '' },
      { title: 'You see the first pages', time: 'Usually 2 weeks', text: '' },
      { title: 'Two rounds of changes', time: 'Usually 1 week', text: '' },
      { title: 'The site goes online', time: 'Usually 4 weeks in all', text: 'You receive all passwords.' },
    ],
    documents: ['The brand guide as a PDF', 'The brand kit files', 'All passwords for the site'],
    excludes: ['Domain and hosting, which usually cost $100 to $200 per year'],
    questions: [
      { question: 'Who owns the site?', answer: 'You do. The site and all its passwords belong to you.' },
    ],
    alongside: [{ id: 'logo-design', note: 'If you have no logo yet, begin with it.', later: false }],
  },
  'marketing-strategy': {
    ...noDetails,
    summary:
      'A written 90-day plan to reach US customers: who they are, where they look, what to say, what it costs.',
    time: 'Usually 3 weeks, beginning with a 60-minute video call',
    gets: [
      'A report of 15 to 20 pages',
      'Five competitors compared by price, offer and advertising',
      'A weekly calendar and a budget sheet',
    ],
    needs: [
      '60 minutes for a video call',
      'What you sell, to whom, and at what price',
      'Your numbers so far, if any',
    ],
    steps: [
      { title: 'You pay and choose a time for the call', time: 'About 5 minutes', text: '' },
      { title: 'We talk', time: '60 minutes', text: '' },
      { title: 'We research and write', time: 'Usually 2 weeks', text: '' },
      {
        title: 'You receive the plan',
        time: 'Usually 3 weeks in all',
        text: 'You ask about anything unclear.',
      },
    ],
    documents: ['The report as a PDF', 'The calendar and the budget as spreadsheets'],
    excludes: ['The cost of advertising', 'Carrying out the plan'],
    questions: [
      {
        question: 'How much will I sell with it?',
        answer:
          'We cannot predict that. The plan states its assumptions, and sales depend on many things outside it.',
      },
    ],
  },
  'trademark-filing-support': {
    ...noDetails,
    summary:
      'A search of the US register, then the application documents for one name or logo in one class of goods.',
    time: 'Search report in about 7 business days; first USPTO answer in 5 to 8 months',
    gets: [
      'A search of the US register with a written report',
      'The application documents for one name or logo in one class of goods',
    ],
    needs: [
      'The name or the logo',
      'What you sell under it, and since when',
      'A US-licensed attorney, if you live outside the US',
    ],
    steps: [
      { title: 'You pay and tell us the name', time: 'About 15 minutes', text: '' },
      {
        title: 'You receive the search report',
        time: 'About 7 business days',
        text: 'You decide whether to go on.',
      },
      { title: 'We prepare the documents', time: 'Usually 5 business days', text: '' },
      {
        title: 'An independent attorney files',
        time: 'The attorney sets the date',
        text: 'You choose the attorney, whose fee is separate.',
      },
      { title: 'The USPTO answers', time: 'Usually 5 to 8 months', text: 'It may refuse an application.' },
    ],
    documents: ['The search report', 'The application documents'],
    excludes: ['The USPTO fee: $350 per class', 'The independent attorney’s fee'],
    questions: [
      {
        question: 'Why do I need an attorney?',
        answer:
          'The USPTO asks owners who live outside the US to use a US-licensed attorney. You choose an independent one, whose fee is separate.',
      },
    ],
    alongside: [{ id: 'logo-design', note: 'Once the name has passed the search.', later: false }],
    posts: ['trademark-basics-for-founders'],
  },
  'visa-application-support': {
    ...noDetails,
    summary: 'A checked file for a business or investor visa: forms, evidence, translations and a timetable.',
    time: 'You receive a written price and a timetable before you decide',
    gets: [
      'The forms and the evidence in the order that the authority asks for',
      'Translations',
      'A timetable with each date and fee',
    ],
    needs: [
      'Your plans: why, when and with whom you want to move',
      'Passports of everyone who is moving',
      'Business documents',
    ],
    steps: [
      { title: 'You write to us', time: 'About 10 minutes', text: 'Tell us what you plan.' },
      {
        title: 'An independent attorney advises you',
        time: 'You choose the attorney and the date',
        text: 'Which visa fits is legal advice. The fee is separate.',
      },
      {
        title: 'You receive a written price',
        time: 'Before you decide',
        text: 'With each government fee in it.',
      },
      { title: 'We build the file', time: 'As the timetable says', text: '' },
    ],
    documents: ['The complete file', 'The timetable'],
    excludes: ['The independent attorney’s fee', 'Government fees, which the written price lists one by one'],
    questions: [
      {
        question: 'Does a US company give me a visa?',
        answer:
          'No. Owning a company gives no right to live or work in the US. Only the US government decides on a visa and on how long that takes.',
      },
    ],
    posts: ['visas-for-founders-overview'],
  },
  'financial-legal-planning': {
    ...noDetails,
    summary: 'One plan for contracts, taxes, licenses and cash flow, made for your business and its owners.',
    time: 'A written price within 2 business days after a free 30-minute call',
    gets: [
      'A list of duties with dates and costs for the first 12 months',
      'Coordination of independent US attorneys and tax advisers',
      'Market research and the setup of daily operations, if you want it',
    ],
    needs: [
      '30 minutes for a video call',
      'What you sell, where and with whom',
      'Your contracts and tax documents',
    ],
    steps: [
      { title: 'We talk, free of charge', time: '30 minutes', text: '' },
      { title: 'You receive a written price', time: 'Within 2 business days', text: '' },
      {
        title: 'Attorneys and advisers do their part',
        time: 'As the plan says',
        text: 'They are independent, and their fees are separate.',
      },
      { title: 'You receive the plan', time: 'As the plan says', text: '' },
    ],
    documents: ['The plan for the first 12 months'],
    excludes: ['The fees of attorneys and tax advisers, which are separate'],
    questions: [
      {
        question: 'Do you give legal advice?',
        answer:
          'No. Stateside is a technology company, not a law firm. Independent US attorneys and tax advisers do the legal and tax work.',
      },
    ],
  },
};
