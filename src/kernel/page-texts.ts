/**
 * What stands on pages and is changed at the console: the questions of the FAQ, and of the home page the testimonials, the
 * assurances and the days of the sample order. Loaders read it, so it travels in the data of its page and no script carries it.
 */
import { changeable } from './changeable.ts';
import { site } from './site.ts';
import { usualAssurances } from './usual-assurances.ts';
import { usualFaq } from './usual-faq.ts';
import { usualTestimonials } from './usual-testimonials.ts';
import { usualTimeline } from './usual-timeline.ts';

export type QuestionLink = { title: string; url: string };

/** `id` is part of addresses that people keep, such as `/faq#how-to-contact`. An answer is plain text in paragraphs, with places. */
export type Question = { id: string; question: string; answer: readonly string[]; links: readonly QuestionLink[] };

/** What we wrote ourselves is a sample, and says so; else it is what a customer said, with their name. */
export type Testimonial = { id: string; words: string; name: string; role: string; isSample: boolean };

/** Something that a visitor can count on. */
export type Assurance = { id: string; title: string; text: string };

/** A day of the sample order; `day`: of the calendar, `2026-06-01`. */
export type TimelineDay = { id: string; day: string; title: string; text: string };

export type PageTexts = {
  faq: readonly Question[];
  testimonials: readonly Testimonial[];
  assurances: readonly Assurance[];
  timeline: readonly TimelineDay[];
};

export const pageTexts = changeable<PageTexts>('pageTexts', {
  faq: usualFaq,
  testimonials: usualTestimonials,
  assurances: usualAssurances,
  timeline: usualTimeline,
});

/** What an answer says by its place, so that it agrees with the settings of the company. */
const places = { email: () => site.email, phone: () => site.phone, hours: () => site.openingHours };
export const placeNames = Object.keys(places) as readonly (keyof typeof places)[];

export const withPlacesFilled = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(places, name) ? places[name as keyof typeof places]() : place));

/** A sentence for whoever wrote it; null where every place stands for something. */
export function wrongWithPlaces(text: string): string | null {
  const place = /\{([^{}]*)\}/g;
  const unknown = [...text.matchAll(place)].map(([, name = '']) => name).find((name) => !Object.hasOwn(places, name));
  if (unknown !== undefined) return `{${unknown}} stands for nothing: there is {email}, {phone} and {hours}`;
  return /[{}]/.test(text.replaceAll(place, '')) ? 'A { or } stands alone' : null;
}
