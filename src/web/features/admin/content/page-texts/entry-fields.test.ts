/** Which entries appear in English on pages in other languages. */
import { expect, test } from 'vitest';
import { fieldsOf, idsInEnglish } from './entry-fields.ts';
import { assuranceKind, faqKind, testimonialKind } from './entry-kinds.ts';

const defaults = [
  { id: 'one', title: 'First', text: 'What it means.' },
  { id: 'two', title: 'Second', text: 'What that means.' },
];

test('an entry with a custom text is in English there; a moved one, or spaces, change nothing', () => {
  const inEnglish = (entries: typeof defaults) =>
    idsInEnglish(assuranceKind, fieldsOf(assuranceKind, entries), defaults);
  expect(inEnglish(defaults.toReversed())).toEqual([]);
  expect(inEnglish([{ id: 'one', title: ' First ', text: 'What it means.' }])).toEqual([]);
  expect(inEnglish([...defaults, { id: 'new-1', title: 'Third', text: 'What it means.' }])).toEqual([
    'new-1',
  ]);
  expect(inEnglish([{ id: 'one', title: 'First', text: 'Other words.' }])).toEqual(['one']);
});

test('a customer without a role needs no translation of it, and an untranslated list shows no hint', () => {
  const testimonial = { id: 'ama', words: 'They did.', name: 'Ama', role: '', isSample: false };
  expect(
    idsInEnglish(testimonialKind, fieldsOf(testimonialKind, [testimonial]), [
      { ...testimonial, role: 'founder' },
    ]),
  ).toEqual([]);
  const question = { id: 'q', question: 'Why?', answer: ['So.'], links: [] };
  expect(idsInEnglish(faqKind, fieldsOf(faqKind, [question]), [])).toEqual([]);
});
