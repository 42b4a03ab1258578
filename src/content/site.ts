/**
 * The shop's name, and the defaults of the company's addresses, links, and policy dates. The values are
 * examples: the `.example` names and the 555-01 numbers are unassigned. The operator enters their own at the
 * console (Settings). The name, the line below it, and the disclaimer stay in the code, because other texts
 * agree with them.
 */
import { phrase } from '#kernel/language.ts';

export type SocialLink = { name: 'LinkedIn' | 'Facebook' | 'Instagram' | 'X'; url: string };

export const site = {
  name: 'Stateside',
  tagline: phrase('Start and run your US business from anywhere'),
  disclaimer: phrase('Stateside is a technology company, not a law firm, and gives no legal advice.'),
};

/** The company behind the shop, as an operator last saved it (`content/shop-settings.ts`). */
export type Company = Readonly<{
  name: string;
  phone: string;
  /** The same number as a link. */
  phoneLink: string;
  email: string;
  address: readonly string[];
  /** As the IRS knows the company. */
  tax: Readonly<{ classification: string; ein: string }>;
  openingHours: string;
  socialLinks: readonly SocialLink[];
  /** Calendar days. Null where no day is shown: the terms apply as of the day they are read. */
  policyDates: Readonly<Record<'privacy' | 'terms' | 'refunds', string | null>>;
}>;

export const defaultCompany: Company = {
  name: 'Stateside Services LLC',
  phone: '+1 (307) 555-0142',
  phoneLink: 'tel:+13075550142',
  email: 'hello@stateside.example',
  address: ['1200 Example Avenue, Suite 100', 'Cheyenne, WY 82001', 'United States'],
  /** An EIN of zeros is unassigned. */
  tax: { classification: 'Limited liability company, taxed as a C corporation', ein: '00-0000000' },
  openingHours: phrase('Monday to Friday, 9 am to 6 pm Mountain Time'),
  socialLinks: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/stateside-example' },
    { name: 'Facebook', url: 'https://www.facebook.com/stateside.example' },
    { name: 'Instagram', url: 'https://www.instagram.com/stateside.example' },
    { name: 'X', url: 'https://x.com/stateside_example' },
  ],
  policyDates: { privacy: '2024-02-10', terms: null, refunds: '2024-02-10' },
};
