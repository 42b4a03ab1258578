/** The FAQ questions for the page, all collapsed at first. Only its loader imports them. */
import { pageTexts, type Question, withPlacesFilled } from '#kernel/page-texts.ts';

/** `expanded`: the initial state. */
export type FaqItem = Question & { expanded: boolean };

export const faqNow = (): FaqItem[] =>
  pageTexts.faq.map((entry) => ({ ...entry, answer: entry.answer.map(withPlacesFilled), expanded: false }));
