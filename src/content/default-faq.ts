/**
 * The seven default questions and answers, in the specified order. Plain text in paragraphs, so that search
 * engines get exactly the text that people read. It names no prices: they are in the catalog and would become
 * outdated here.
 */
import type { Question, QuestionLink } from './page-texts.ts';
import { site } from './site.ts';

const question = (
  id: string,
  question: string,
  answer: readonly string[],
  links: readonly QuestionLink[],
): Question => ({
  id,
  question,
  answer,
  links,
});

const products = { title: 'See products and prices', url: '/products' };
const contact = { title: 'Ask us a question', url: '/contact-us' };

export const defaultFaq: readonly Question[] = [
  question(
    'what-we-do',
    `What does ${site.name} do?`,
    [
      `${site.name} helps people outside the United States start and run a US business. We prepare and file the documents, set up an address and a phone number, and help with the filings and the books of each month and year.`,
      'You order single services, so you pay only for the steps you need. Each product card says what you get, how long it usually takes, what we need from you and what is not included.',
    ],
    [products],
  ),
  question(
    'immigration-services',
    `Does ${site.name} offer immigration services?`,
    [
      'Yes, we help with the documents for a business or investor visa application: forms, evidence, translations and a timetable. You get a written price before you decide.',
      'Choosing the right visa and forms is legal advice. You get it from an independent US immigration attorney of your choice, for a separate fee. Only the US government decides on a visa, and on how long that takes. We cannot promise you one.',
      'You do not need a visa to own a US company. To work in the United States you need permission from its government, and owning a company does not give it to you.',
    ],
    [contact],
  ),
  question(
    'business-setup',
    `How does ${site.name} assist with US business setup?`,
    [
      'The usual order is: choose the state and the type of company, register it, get its tax number (EIN), and give it a US address and phone number. If you need a personal tax number (ITIN) or a file for a bank, we prepare those too.',
      'You need no US Social Security number and do not have to travel, though a bank may ask you to come in person. We need a copy of your passport, a few facts about your business, and your confirmation before anything is filed.',
      'Forming the company usually takes a few business days. The EIN usually takes 2 to 6 weeks for owners without a Social Security number (as of 2026). The states and the IRS set the pace, and banks decide for themselves whether they open an account.',
    ],
    [products],
  ),
  question(
    'brand-building',
    'How do you help with brand building?',
    [
      'We design logos, build starter websites with a brand kit, and write marketing plans for the first 90 days. Each has a fixed scope and a fixed price, and the finished work belongs to you.',
      'To protect a name or logo, we prepare a trademark search and application. Owners who live outside the United States must be represented by a US-licensed attorney, whom you choose and pay separately.',
      'We state our assumptions in every plan. We cannot promise how much you will sell.',
    ],
    [products],
  ),
  question(
    'financial-and-legal',
    'Do you assist with financial planning and legal support?',
    [
      'We offer bookkeeping, annual reports and the yearly IRS forms of a company with a foreign owner. For a wider plan of contracts, taxes, licenses and cash flow, we coordinate the work and give you one list of duties with dates and costs.',
      'We are a technology company and give no legal advice. Legal and tax work is done by independent US attorneys and tax advisers. Their fees are separate, and you see them before you decide.',
    ],
    [products, contact],
  ),
  question(
    'how-to-contact',
    `How can I contact ${site.name}?`,
    [
      'Use the contact form, write to {email} or call {phone}. We are here {hours}.',
      'We usually answer within one business day, in English.',
    ],
    [{ title: 'Open the contact form', url: '/contact-us' }],
  ),
  question(
    'why-choose-us',
    `Why choose ${site.name} over other services?`,
    [
      'Most of what a new US company needs is in one place: registration, tax numbers, address, phone, books, annual reports and brand. You write to one address.',
      'Fixed prices in US dollars wherever the scope is fixed, and a plain list of what is not included. What your order covers, when it renews and for how much is shown before you pay. You cancel in your profile, in two clicks.',
      'After a first purchase by card, you can apply for a Net 30 account with the facts of your company and its EIN. We encrypt the EIN and show only its last four digits. For each order on account, 50 percent is invoiced now and 50 percent when the work is done, and each invoice is due within 30 days.',
      `If you connect your account to Factiiv, a business-credit platform, and agree, your card purchases, renewals and Net 30 account are reported there. You see a receipt for each report. We promise no score: that depends on you and on Factiiv.`,
    ],
    [
      { title: 'How Net 30 works', url: '/net-30-vendor' },
      { title: 'Apply for a Net 30 account', url: '/profile/credit/apply' },
    ],
  ),
];
