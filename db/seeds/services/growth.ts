/** Services for visibility and protection, and services that need a consultation first. */
import type { Service } from './service.ts';

export const growthServices: readonly Service[] = [
  {
    id: 'logo-design',
    group: 'growth',
    name: 'Logo design',
    priceCents: 21_995,
    benefits: [
      'Three logo concepts, two rounds of changes, and the final files ready for web and print.',
      'You receive SVG, PDF and PNG files in color, black and white.',
      'It usually takes 10 business days from the first questions to the final files.',
      'The finished logo belongs to you. We draw each one from scratch, without stock parts.',
      'A trademark search is not included. See Trademark filing support.',
    ],
  },
  {
    id: 'brand-website-starter',
    group: 'growth',
    name: 'Brand kit and website starter',
    priceCents: 89_000,
    benefits: [
      'A website of up to 5 pages with your colors, fonts and text, ready for phones and search engines.',
      'The brand kit has a one-page guide, a letterhead, an email signature and two social media covers.',
      'It usually takes 4 weeks, with two rounds of changes.',
      'We need your logo, facts about your services and one person who answers questions.',
      'Domain and hosting are not included. They usually cost $100 to $200 per year.',
      'The site and all its passwords belong to you.',
    ],
  },
  {
    id: 'marketing-strategy',
    group: 'growth',
    name: 'Marketing strategy',
    priceCents: 64_000,
    benefits: [
      'A written 90-day plan to reach US customers: who they are, where they look, what to say, what it costs.',
      'You receive a report of 15 to 20 pages, a weekly calendar and a budget sheet.',
      'It starts with a 60-minute video call and usually takes 3 weeks.',
      'It compares five competitors by price, offer and advertising.',
      'Advertising costs are not included. We state the assumptions; sales depend on many things.',
    ],
  },
  {
    id: 'trademark-filing-support',
    group: 'growth',
    name: 'Trademark filing support',
    priceCents: 44_900,
    benefits: [
      'A search of the US register, and the application documents for one name or logo in one class of goods.',
      'Owners who live outside the US must use a US-licensed attorney. You choose an independent one, who files for you and whose fee is separate.',
      'Not included: the trademark office (USPTO) fee, $350 per class.',
      'You receive the search report in about 7 business days, before you decide to file.',
      'A first answer from the USPTO usually takes 5 to 8 months. The USPTO may refuse an application.',
    ],
  },
  {
    id: 'visa-application-support',
    group: 'growth',
    name: 'Visa application support',
    priceCents: null,
    benefits: [
      'A checked file for a business or investor visa: forms, evidence, translations and a timetable.',
      'The price depends on the visa and the family. You receive a written price before you decide.',
      'Choosing the right visa and forms is legal advice. You get it from an independent US immigration attorney, for a separate fee.',
      'Government fees are not included. We list each one in the written price.',
      'Only the US government decides on a visa and on how long that takes.',
    ],
  },
  {
    id: 'financial-legal-planning',
    group: 'growth',
    name: 'Custom legal and financial planning',
    priceCents: null,
    benefits: [
      'One plan for contracts, taxes, licenses and cash flow, made for your business and its owners.',
      'It starts with a free 30-minute video call. You receive a written price within 2 business days.',
      'Independent US attorneys and tax advisers do the legal and tax work. Their fees are separate. We coordinate.',
      'You receive a list of duties with dates and costs for the first 12 months.',
      'It can include market research and setting up daily operations.',
    ],
  },
];
