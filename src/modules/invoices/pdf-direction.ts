/**
 * The direction of a printed paragraph: that of its first letter. A small module, because every document
 * loads it.
 */

/** OpenType features for text of a direction. PDFKit passes them along with each line. */
export const directionFeature = { ltr: 'ltrm', rtl: 'rtlm' } as const;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Makes PDFKit lay out a line as a whole, in the direction of its paragraph's first letter. Empty for text
 * without right-to-left letters, which is laid out word by word.
 */
export function directionFeatures(paragraph: string): ('ltrm' | 'rtlm')[] {
  if (!rightToLeft.test(paragraph)) return [];
  return [directionFeature[rightToLeft.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? 'rtl' : 'ltr']];
}
