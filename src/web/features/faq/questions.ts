/** The FAQ questions for the page, all collapsed at first. Only its loader imports them. */
import { type Question, withPlacesFilled } from '#content/page-texts.ts';
import type { ShopSettings } from '#content/shop-settings.ts';

/** `expanded`: the initial state. */
export type FaqItem = Question & { expanded: boolean };

export const faqItems = ({ company, pageTexts }: ShopSettings): FaqItem[] =>
  pageTexts.faq.map((entry) => ({
    ...entry,
    answer: entry.answer.map((text) => withPlacesFilled(text, company)),
    expanded: false,
  }));
