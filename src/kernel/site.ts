/**
 * The shop's name, addresses, links, and policy dates, in one place. Pages and emails read them here. The
 * values are examples: the `.example` names and the 555-01 numbers are unassigned. The operator enters their
 * own at the console (Settings). The name, the line below it, and the disclaimer stay in the code, because
 * other texts agree with them.
 */
import { changeable } from './changeable.ts';
import { phrase } from './language.ts';

export type SocialLink = { name: 'LinkedIn' | 'Facebook' | 'Instagram' | 'X'; url: string };

const fixed = {
  name: 'Stateside',
  tagline: phrase('Start and run your US business from anywhere'),
  disclaimer: phrase('Stateside is a technology company, not a law firm, and gives no legal advice.'),
};

export const defaultFacts = {
  companyName: 'Stateside Services LLC',
  phone: '+1 (307) 555-0142',
  /** The same number as a link. */
  phoneLink: 'tel:+13075550142',
  email: 'hello@stateside.example',
  address: ['1200 Example Avenue, Suite 100', 'Cheyenne, WY 82001', 'United States'] as readonly string[],
  /** As the IRS knows the company. An EIN of zeros is unassigned. */
  tax: { classification: 'Limited liability company, taxed as a C corporation', ein: '00-0000000' },
  openingHours: phrase('Monday to Friday, 9 am to 6 pm Mountain Time'),
  socialLinks: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/stateside-example' },
    { name: 'Facebook', url: 'https://www.facebook.com/stateside.example' },
    { name: 'Instagram', url: 'https://www.instagram.com/stateside.example' },
    { name: 'X', url: 'https://x.com/stateside_example' },
  ] as readonly SocialLink[],
  /** Calendar days. Null where no day is shown: the terms apply as of the day they are read. */
  policyDates: { privacy: '2024-02-10', terms: null, refunds: '2024-02-10' } as Readonly<
    Record<'privacy' | 'terms' | 'refunds', string | null>
  >,
};

export const site = changeable('site', { ...fixed, ...defaultFacts });
