/**
 * What Stateside sells on its first day: the copy a shopper reads, in catalog order. Data only; `catalog.ts` stores it.
 * The first benefit of each service stands alone on the closed card, so it must say what the buyer gets.
 * Fees and dates of states and agencies are facts of 2026; the operator edits the stored row when one changes.
 */

export type Service = {
  id: string;
  name: string;
  /** Charged once. For a subscription: the first payment where it differs from the later ones. Null: see `subscription`, or needs a quote. */
  priceCents: number | null;
  subscription?: { priceCents: number; period: 'month' | 'year' };
  benefits: readonly string[];
};

/** The first steps: a company, its tax number, and a place to be reached. */
const startServices: readonly Service[] = [
  {
    id: 'ein-filing',
    name: 'EIN filing',
    priceCents: 14_950,
    benefits: [
      'We prepare Form SS-4 and file it with the IRS, which issues the tax number (EIN) of your company.',
      'You receive the EIN and the IRS confirmation letter as a PDF.',
      'Without a US Social Security number it usually takes 2 to 6 weeks (2026). The IRS sets the pace and may take longer.',
      'We need your formation document, a copy of your passport and about 10 minutes for our form.',
      'The IRS charges no fee for an EIN. Our price pays for preparing, filing and following up.',
    ],
  },
  {
    id: 'wyoming-llc',
    name: 'Wyoming LLC formation',
    priceCents: 34_900,
    benefits: [
      'Your LLC registered in Wyoming, a state with no income tax. The $100 state fee is included.',
      'You receive the stamped Articles of Organization, an operating agreement and a first resolution.',
      'It usually takes 3 to 5 business days after you confirm the company name.',
      'A registered agent is included for the first year. Then you choose whether to continue at $119 per year.',
      'Not included: the annual report to Wyoming, at least $60 per year. US federal tax rules still apply.',
      'We need three possible names, the owners with their addresses and a copy of each passport.',
    ],
  },
  {
    id: 'delaware-llc',
    name: 'Delaware LLC formation',
    priceCents: 39_900,
    benefits: [
      'Your LLC registered in Delaware, a state that US investors know well. The $110 state fee is included.',
      'You receive the filed Certificate of Formation, an operating agreement and a first resolution.',
      'It usually takes 5 to 10 business days after you confirm the company name.',
      'A registered agent is included for the first year. Then you choose whether to continue at $119 per year.',
      'Not included: the Delaware LLC tax of $300 per year, due on 1st June.',
      'We need three possible names, the owners with their addresses and a copy of each passport.',
    ],
  },
  {
    id: 'new-mexico-llc',
    name: 'New Mexico LLC formation',
    priceCents: 24_900,
    benefits: [
      'Your LLC registered in New Mexico, which asks for no annual report. The $50 state fee is included.',
      'You receive the filed Articles of Organization and an operating agreement.',
      'It usually takes 3 to 10 business days after you confirm the company name.',
      'A registered agent is included for the first year. Then you choose whether to continue at $119 per year.',
      'The low yearly cost suits one owner who sells services from abroad. US federal tax rules still apply.',
    ],
  },
  {
    id: 'delaware-c-corp',
    name: 'Delaware C-Corp formation',
    priceCents: 54_900,
    benefits: [
      'A Delaware corporation that can issue shares to founders and investors. The state fee is included.',
      'You receive the filed Certificate of Incorporation, bylaws, first board resolutions and a share ledger.',
      'It usually takes 5 to 10 business days after you confirm the company name.',
      'A registered agent is included for the first year. Then you choose whether to continue at $119 per year.',
      'Not included: the annual report ($50) and franchise tax (from $175), due each year on 1st March.',
      'A C-Corp pays 21% federal tax on its profit. Ask a tax adviser which company type fits you.',
    ],
  },
  {
    id: 'us-business-address',
    name: 'US business address',
    priceCents: null,
    subscription: { priceCents: 2_900, period: 'month' },
    benefits: [
      'A real street address in the US for your company, with your letters scanned for you to read online.',
      'Includes 5 opened and scanned letters per month. More letters cost $9.99 for a pack of 10.',
      'It is usually ready 1 to 3 business days after we receive your signed USPS Form 1583.',
      'We need Form 1583 signed before an online notary and two identity documents. The notary is included.',
      'We send parcels on to you at the cost of postage. It is not a post office box.',
      'Banks and platforms decide which address they accept. Some also ask where you really work.',
      'Renews each month at the current rate until you cancel.',
    ],
  },
  {
    id: 'us-phone-number',
    name: 'US phone number',
    priceCents: 2_499,
    subscription: { priceCents: 1_499, period: 'month' },
    benefits: [
      'A US number in the area code you choose. Calls ring on your mobile phone or computer anywhere.',
      '$24.99 today: $10.00 setup and the first month. Then $14.99 each month.',
      'Includes 300 minutes per month to the US and Canada, and voicemail sent to your email.',
      'It is usually ready 1 business day after we have checked a copy of your passport.',
      'It is an internet (VoIP) number. Some banks do not send security codes to such numbers.',
      'Renews each month at the current rate until you cancel.',
    ],
  },
  {
    id: 'itin-application',
    name: 'ITIN application',
    priceCents: 29_900,
    benefits: [
      'We prepare Form W-7 for your personal US tax number (ITIN) and check every page before it is sent.',
      'We tell you first whether you can apply: the IRS asks for a tax return or a listed exception.',
      'The IRS usually needs 7 weeks, and 9 to 11 weeks from January to April or from abroad.',
      'You need your original passport, or a copy certified by the office that issued it.',
      'The IRS charges no fee for an ITIN. Certified copies and courier costs are not included.',
    ],
  },
  {
    id: 'bank-account-preparation',
    name: 'Business bank account preparation',
    priceCents: 12_900,
    benefits: [
      'A complete application file for a US business account, checked against the list of the bank.',
      'You receive a short list of banks and platforms that say they accept owners from your country.',
      'The file is usually ready 5 business days after we have all your documents.',
      'We need your formation document, EIN letter, passport, proof of address and a plan of your sales.',
      'Only the bank decides whether it opens an account. Bank fees are not included.',
    ],
  },
];

/** Staying in good order, year after year. */
const upkeepServices: readonly Service[] = [
  {
    id: 'registered-agent',
    name: 'Registered agent',
    priceCents: null,
    subscription: { priceCents: 11_900, period: 'year' },
    benefits: [
      'A street address in your state that accepts letters from courts and the state on every business day.',
      'Each letter is usually scanned and sent to you within 1 business day.',
      'We remind you by email 60, 30 and 7 days before the yearly date of your state. To file its report is your duty or a separate order.',
      'Offered in Wyoming, Delaware and New Mexico. We prepare the change form if you have another agent now.',
      'A state fee for changing the agent, if there is one, is not included.',
      'Renews each year at the current rate until you cancel.',
    ],
  },
  {
    id: 'annual-report',
    name: 'Annual report filing',
    priceCents: 9_900,
    benefits: [
      'We prepare the yearly report to your state, show it to you, and file it when you have confirmed it.',
      'You receive the proof of filing from the state as a PDF.',
      'We file within 5 business days after you confirm it. Please order at least 3 weeks before the due date.',
      'State fees are not included: for example at least $60 in Wyoming, or $50 plus tax for a Delaware C-Corp.',
      'A late report can bring a penalty. After some time the state can close the company.',
    ],
  },
  {
    id: 'bookkeeping',
    name: 'Bookkeeping',
    priceCents: null,
    subscription: { priceCents: 17_900, period: 'month' },
    benefits: [
      'Up to 100 transactions per month, sorted by type and matched with your bank statements.',
      'You receive a profit and loss report and a balance sheet by the 15th of the next month, if your statements are there by the 5th.',
      'Covers two bank or card accounts and one payment platform, such as Stripe or PayPal.',
      'We need read-only access or monthly statements, and answers to a few questions each month.',
      'Tax returns are not included. More than 100 transactions cost $0.90 each, and we ask you first.',
      'Renews each month at the current rate until you cancel.',
    ],
  },
  {
    id: 'form-5472',
    name: 'Form 5472 and pro forma 1120 filing',
    priceCents: 38_990,
    benefits: [
      'The IRS forms for an LLC with one foreign owner, prepared by a US tax preparer, filed once you have signed.',
      'They are due for each year in which money or value moved between you and the LLC, even without income.',
      'The due date is 15th April for a calendar year. An extension to 15th October is included if you need it.',
      'The IRS may charge a penalty of $25,000 when Form 5472 is late (Internal Revenue Code section 6038A, as of 2026).',
      'Usually ready to sign 7 business days after we have your numbers.',
      'We need your EIN, the money you moved to and from the company, and a copy of your passport.',
      'Covers one LLC and one tax year. There is no IRS filing fee.',
    ],
  },
  {
    id: 'mail-scan-pack',
    name: 'Mail scan pack',
    priceCents: 999,
    benefits: [
      'Ten more letters opened, scanned and stored as PDF files. For customers with our US address.',
      'Each letter is usually scanned 1 business day after it arrives.',
      'The ten letters do not expire while you have a US business address with us.',
      'We keep the paper for 30 days and then shred it, or send it on at the cost of postage.',
    ],
  },
];

/** Being seen, being protected, and the cases that need a conversation first. */
const growthServices: readonly Service[] = [
  {
    id: 'logo-design',
    name: 'Logo design',
    priceCents: 21_995,
    benefits: [
      'Three drawn ideas for your logo, two rounds of changes, and the final files ready for web and print.',
      'You receive SVG, PDF and PNG files in color, black and white.',
      'It usually takes 10 business days from the first questions to the final files.',
      'The finished logo belongs to you. We draw each one new, without stock parts.',
      'A trademark search is not included. See Trademark filing support.',
    ],
  },
  {
    id: 'brand-website-starter',
    name: 'Brand kit and website starter',
    priceCents: 89_000,
    benefits: [
      'A website of up to 5 pages with your colors, fonts and texts, ready for phones and search engines.',
      'The brand kit has a one-page guide, letter paper, an email signature and two social media covers.',
      'It usually takes 4 weeks, with two rounds of changes.',
      'We need your logo, facts about your services and one person who answers questions.',
      'Domain and hosting are not included. They usually cost $100 to $200 per year.',
      'The site and all its passwords belong to you.',
    ],
  },
  {
    id: 'marketing-strategy',
    name: 'Marketing strategy',
    priceCents: 64_000,
    benefits: [
      'A written 90-day plan to reach US customers: who they are, where they look, what to say, what it costs.',
      'You receive a report of 15 to 20 pages, a calendar by week and a budget sheet.',
      'It starts with a video call of 60 minutes and usually takes 3 weeks.',
      'It compares five competitors by price, offer and advertising.',
      'Advertising costs are not included. We state the assumptions; sales depend on many things.',
    ],
  },
  {
    id: 'trademark-filing-support',
    name: 'Trademark filing support',
    priceCents: 44_900,
    benefits: [
      'A search of the US register, and the papers to apply for one name or logo in one class of goods.',
      'Owners who live outside the US must use a US-licensed attorney. You choose an independent one, who files for you and whose fee is separate.',
      'Not included: the fee of the trademark office (USPTO), $350 per class.',
      'You receive the search report in about 7 business days, before you decide to file.',
      'A first answer from the USPTO usually takes 5 to 8 months. The USPTO may refuse an application.',
    ],
  },
  {
    id: 'visa-application-support',
    name: 'Visa application support',
    priceCents: null,
    benefits: [
      'A checked file for a business or investor visa: forms, evidence, translations and a timetable.',
      'The price depends on the visa and the family. You receive a written price before you decide.',
      'Which visa and which forms fit is legal advice: an independent US immigration attorney gives it, whose fee is separate.',
      'Government fees are not included. We list each one in the written price.',
      'Only the US government decides on a visa and on how long that takes.',
    ],
  },
  {
    id: 'financial-legal-planning',
    name: 'Custom legal and financial planning',
    priceCents: null,
    benefits: [
      'One plan for contracts, taxes, licenses and cash flow, made for your business and its owners.',
      'It starts with a free video call of 30 minutes. You receive a written price within 2 business days.',
      'Independent US attorneys and tax advisers do the legal and tax work. Their fees are separate. We coordinate.',
      'You receive a list of duties with dates and costs for the first 12 months.',
      'It can include market research and the setting up of daily operations.',
    ],
  },
];

/** Everything on the catalog, first place first. */
export const services: readonly Service[] = [...startServices, ...upkeepServices, ...growthServices];
