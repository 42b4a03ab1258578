/** The groups of values that an operator may change: their stored form, their defaults, and where the shop reads them. */
import { cents, type Cents } from '#kernel/money.ts';
import type { ShopSettings } from '#kernel/changeable.ts';
import { usualSchedule } from '#kernel/credit-terms.ts';
import type { Assurance, Question, Testimonial, TimelineDay } from '#kernel/page-texts.ts';
import { usualSupport } from '#kernel/permissions.ts';
import { type SocialLink, usualFacts } from '#kernel/site.ts';
import { usualAssurances } from '#kernel/usual-assurances.ts';
import { usualFaq } from '#kernel/usual-faq.ts';
import { usualTestimonials } from '#kernel/usual-testimonials.ts';
import { usualTimeline } from '#kernel/usual-timeline.ts';

/** Cart timeouts, counted from the last change. */
export const usualCartTimes = {
  abandonedAfterHours: 24,
  secondReminderAfterHours: 72,
  lostAfterDays: 30,
  remindersPerAddress: 2,
};

const linkOf = (wanted: SocialLink['name']): string => usualFacts.socialLinks.find(({ name }) => name === wanted)?.url ?? '';

/** In cents, basis points, days and hours. */
export const usualValues = {
  company: {
    companyName: usualFacts.companyName,
    address: [...usualFacts.address],
    email: usualFacts.email,
    phone: usualFacts.phone,
    openingHours: usualFacts.openingHours,
    taxClassification: usualFacts.tax.classification,
    ein: usualFacts.tax.ein,
  },
  links: { linkedIn: linkOf('LinkedIn'), facebook: linkOf('Facebook'), instagram: linkOf('Instagram'), x: linkOf('X') },
  policies: { ...usualFacts.policyDates } as { privacy: string | null; terms: string | null; refunds: string | null },
  credit: { ...usualSchedule, reminderDaysAfter: [...usualSchedule.reminderDaysAfter] } as {
    firstLimit: Cents;
    bonusBasisPoints: number;
    reminderDaysBefore: number;
    reminderDaysAfter: number[];
  },
  carts: { ...usualCartTimes },
  support: { refundLimit: cents(usualSupport.refundLimitCents) as Cents },
};

export const settingKeys = Object.keys(usualValues) as (keyof typeof usualValues)[];
export type SettingKey = (typeof settingKeys)[number];

/** Texts shown on pages, in display order; authors of posts may change them. */
export const usualPageTexts = {
  faq: { entries: usualFaq as readonly Question[] },
  testimonials: { entries: usualTestimonials as readonly Testimonial[] },
  assurances: { entries: usualAssurances as readonly Assurance[] },
  timeline: { entries: usualTimeline as readonly TimelineDay[] },
};
export type PageTextKey = keyof typeof usualPageTexts;

/** All groups with stored versions. */
export const allUsual = { ...usualValues, ...usualPageTexts };
export type Values = typeof allUsual;
export type StoredKey = keyof Values;

const socialLinks = ({ linkedIn, facebook, instagram, x }: Values['links']): SocialLink[] =>
  [
    { name: 'LinkedIn' as const, url: linkedIn },
    { name: 'Facebook' as const, url: facebook },
    { name: 'Instagram' as const, url: instagram },
    { name: 'X' as const, url: x },
  ].filter(({ url }) => url !== '');

/** Maps the changed groups to where the shop reads them: `site`, `credit`, `carts`, `support` and `pageTexts` of `kernel/changeable.ts`. */
export function toShop(changed: Partial<Values>): ShopSettings {
  const { company, links, policies, credit, carts, support, faq, testimonials, assurances, timeline } = changed;
  const facts = {
    ...(company && {
      companyName: company.companyName,
      address: company.address,
      email: company.email,
      phone: company.phone,
      phoneLink: `tel:${company.phone.replace(/[^+\d]/g, '')}`,
      openingHours: company.openingHours,
      tax: { classification: company.taxClassification, ein: company.ein },
    }),
    ...(links && { socialLinks: socialLinks(links) }),
    ...(policies && { policyDates: policies }),
  };
  const pageTexts = {
    ...(faq && { faq: faq.entries }),
    ...(testimonials && { testimonials: testimonials.entries }),
    ...(assurances && { assurances: assurances.entries }),
    ...(timeline && { timeline: timeline.entries }),
  };
  return {
    ...(Object.keys(facts).length > 0 && { site: facts }),
    ...(credit && { credit }),
    ...(carts && { carts }),
    ...(support && { support: { refundLimitCents: support.refundLimit } }),
    ...(Object.keys(pageTexts).length > 0 && { pageTexts }),
  };
}
