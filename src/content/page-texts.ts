/**
 * Page texts that are changed at the console: the FAQ's questions, and the home page's testimonials,
 * assurances, and sample order. Loaders read them, so they are sent as page data and no script includes them.
 */
import type { Company } from './site.ts';

export type QuestionLink = { title: string; url: string };

/**
 * `id` is part of addresses that people save, such as `/faq#how-to-contact`. An answer is plain text in
 * paragraphs, with placeholders.
 */
export type Question = {
  id: string;
  question: string;
  answer: readonly string[];
  links: readonly QuestionLink[];
};

/** `isSample`: written by us and marked as a sample. Otherwise a customer's words, with their name. */
export type Testimonial = { id: string; words: string; name: string; role: string; isSample: boolean };

/** A promise that visitors can rely on. */
export type Assurance = { id: string; title: string; text: string };

/** A day of the sample order; `day`: a calendar day, `2026-06-01`. */
export type TimelineDay = { id: string; day: string; title: string; text: string };

export type PageTexts = Readonly<{
  faq: readonly Question[];
  testimonials: readonly Testimonial[];
  assurances: readonly Assurance[];
  timeline: readonly TimelineDay[];
}>;

type Contact = Pick<Company, 'email' | 'phone' | 'openingHours'>;

/** Placeholders in answers, filled from the company's settings. */
const places = {
  email: ({ email }: Contact) => email,
  phone: ({ phone }: Contact) => phone,
  hours: ({ openingHours }: Contact) => openingHours,
};

export const withPlacesFilled = (text: string, company: Contact): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(places, name) ? places[name as keyof typeof places](company) : place,
  );

/** A sentence for the author; null when every placeholder is known. */
export function problemOfPlaces(text: string): string | null {
  const place = /\{([^{}]*)\}/g;
  const unknown = [...text.matchAll(place)]
    .map(([, name = '']) => name)
    .find((name) => !Object.hasOwn(places, name));
  if (unknown !== undefined) return `{${unknown}} is not a placeholder. Use {email}, {phone}, or {hours}`;
  return /[{}]/.test(text.replaceAll(place, '')) ? 'A { or } is unmatched' : null;
}
