/**
 * Who runs this shop: the one place for its name, addresses, links and policy dates. Pages and emails read it, nothing repeats it.
 * The values are examples: the names under `.example` and the 555-01 numbers belong to nobody. The operator puts their own in at the console
 * (Settings); the name, the line below it and the disclaimer are part of the texts, which agree with them, and stay in the code.
 */
import { changeable } from './changeable.ts';
import { phrase } from './language.ts';

export type SocialLink = { name: 'LinkedIn' | 'Facebook' | 'Instagram' | 'X'; url: string };

const fixed = {
  name: 'Stateside',
  tagline: phrase('Start and run your US business from anywhere'),
  disclaimer: phrase('Stateside is a technology company, not a law firm, and gives no legal advice.'),
};

export const usualFacts = {
  companyName: 'Stateside Services LLC',
  phone: '+1 (307) 555-0142',
  /** The same number as links want it. */
  phoneLink: 'tel:+13075550142',
  email: 'hello@stateside.example',
  address: ['1200 Example Avenue, Suite 100', 'Cheyenne, WY 82001', 'United States'] as readonly string[],
  /** As the IRS knows the company. An EIN of zeros is assigned to nobody. */
  tax: { classification: 'Limited liability company, taxed as a C corporation', ein: '00-0000000' },
  openingHours: phrase('Monday to Friday, 9 am to 6 pm Mountain Time'),
  socialLinks: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/stateside-example' },
    { name: 'Facebook', url: 'https://www.facebook.com/stateside.example' },
    { name: 'Instagram', url: 'https://www.instagram.com/stateside.example' },
    { name: 'X', url: 'https://x.com/stateside_example' },
  ] as readonly SocialLink[],
  /** Days of the calendar, without a time of day. Null where no day is shown: the terms are the agreement of the day they are read. */
  policyDates: { privacy: '2024-02-10', terms: null, refunds: '2024-02-10' } as Readonly<
    Record<'privacy' | 'terms' | 'refunds', string | null>
  >,
};

export const site = changeable('site', { ...fixed, ...usualFacts });
