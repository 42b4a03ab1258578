/** The questions of the FAQ as the page shows them: all closed at first. Only its loader reads them. */
import { pageTexts, type Question, withPlacesFilled } from '#kernel/page-texts.ts';

/** `expanded` is how the item starts. */
export type FaqItem = Question & { expanded: boolean };

export const faqNow = (): FaqItem[] => pageTexts.faq.map((one) => ({ ...one, answer: one.answer.map(withPlacesFilled), expanded: false }));
