/**
 * The groups of values that an operator may change: their stored form, their defaults, and how the shop reads
 * them.
 */
import { cents, type Cents } from '#kernel/money.ts';
import { defaultSchedule } from '#kernel/credit-terms.ts';
import type { Assurance, Question, Testimonial, TimelineDay } from '#content/page-texts.ts';
import { defaultSupport } from '#kernel/permissions.ts';
import type { CartTimes, ShopSettings } from '#content/shop-settings.ts';
import { type SocialLink, defaultCompany } from '#content/site.ts';
import { defaultAssurances } from '#content/default-assurances.ts';
import { defaultFaq } from '#content/default-faq.ts';
import { defaultTestimonials } from '#content/default-testimonials.ts';
import { defaultTimeline } from '#content/default-timeline.ts';

/** Cart timeouts, counted from the last change. */
export const defaultCartTimes: CartTimes = {
  abandonedAfterHours: 24,
  secondReminderAfterHours: 72,
  lostAfterDays: 30,
  remindersPerAddress: 2,
};

const linkOf = (linkName: SocialLink['name']): string =>
  defaultCompany.socialLinks.find(({ name }) => name === linkName)?.url ?? '';

/** In cents, basis points, days and hours. */
export const defaultValues = {
  company: {
    companyName: defaultCompany.name,
    address: [...defaultCompany.address],
    email: defaultCompany.email,
    phone: defaultCompany.phone,
    openingHours: defaultCompany.openingHours,
    taxClassification: defaultCompany.tax.classification,
    ein: defaultCompany.tax.ein,
  },
  links: {
    linkedIn: linkOf('LinkedIn'),
    facebook: linkOf('Facebook'),
    instagram: linkOf('Instagram'),
    x: linkOf('X'),
  },
  policies: { ...defaultCompany.policyDates } as {
    privacy: string | null;
    terms: string | null;
    refunds: string | null;
  },
  credit: { ...defaultSchedule, reminderDaysAfter: [...defaultSchedule.reminderDaysAfter] } as {
    firstLimit: Cents;
    bonusBasisPoints: number;
    reminderDaysBefore: number;
    reminderDaysAfter: number[];
  },
  carts: { ...defaultCartTimes },
  support: { refundLimit: cents(defaultSupport.refundLimitCents) as Cents },
};

export const settingKeys = Object.keys(defaultValues) as (keyof typeof defaultValues)[];
export type SettingKey = (typeof settingKeys)[number];

/** Texts shown on pages, in display order; authors of posts may change them. */
export const defaultPageTexts = {
  faq: { entries: defaultFaq as readonly Question[] },
  testimonials: { entries: defaultTestimonials as readonly Testimonial[] },
  assurances: { entries: defaultAssurances as readonly Assurance[] },
  timeline: { entries: defaultTimeline as readonly TimelineDay[] },
};
export type PageTextKey = keyof typeof defaultPageTexts;

/** All groups with stored versions. */
export const allDefaults = { ...defaultValues, ...defaultPageTexts };
export type Values = typeof allDefaults;
export type StoredKey = keyof Values;

const socialLinks = ({ linkedIn, facebook, instagram, x }: Values['links']): SocialLink[] =>
  [
    { name: 'LinkedIn' as const, url: linkedIn },
    { name: 'Facebook' as const, url: facebook },
    { name: 'Instagram' as const, url: instagram },
    { name: 'X' as const, url: x },
  ].filter(({ url }) => url !== '');

/** The stored values, with defaults for the groups that were never changed, as the shop reads them. */
export function toShop(changed: Partial<Values>): ShopSettings {
  const { company, links, policies, credit, carts, support, faq, testimonials, assurances, timeline } = {
    ...allDefaults,
    ...changed,
  };
  return Object.freeze({
    company: {
      name: company.companyName,
      phone: company.phone,
      phoneLink: `tel:${company.phone.replace(/[^+\d]/g, '')}`,
      email: company.email,
      address: company.address,
      tax: { classification: company.taxClassification, ein: company.ein },
      openingHours: company.openingHours,
      socialLinks: socialLinks(links),
      policyDates: policies,
    },
    credit,
    carts,
    support: { refundLimitCents: support.refundLimit },
    pageTexts: {
      faq: faq.entries,
      testimonials: testimonials.entries,
      assurances: assurances.entries,
      timeline: timeline.entries,
    },
  });
}
