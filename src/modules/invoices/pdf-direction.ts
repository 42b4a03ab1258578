/** The direction of a paragraph on paper: that of its first letter. Small, because every document asks for it. */

/** OpenType names these features for text of a direction. PDFKit hands them on with each line. */
export const directionFeature = { ltr: 'ltrm', rtl: 'rtlm' } as const;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Makes PDFKit lay out a line as a whole, in the direction of its paragraph: that of the first letter. Empty for text without letters
 * that run from right to left, which is laid out word by word.
 */
export function directionFeatures(paragraph: string): ('ltrm' | 'rtlm')[] {
  if (!rightToLeft.test(paragraph)) return [];
  return [directionFeature[rightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? 'rtl' : 'ltr']];
}
