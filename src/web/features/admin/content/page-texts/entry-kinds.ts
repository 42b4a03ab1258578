/** The questions of the FAQ as they are typed: an answer is one text, whose paragraphs stand apart by an empty line. */
import type { staffReadPageTexts } from '#contract/admin/page-texts.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { EntryKind } from './entry-fields.ts';

const toParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

export type TypedLink = Extract<Answer<typeof staffReadPageTexts>, { key: 'faq' }>['entries'][number]['links'][number];

export const faqKind: EntryKind = {
  key: 'faq',
  one: 'question',
  labels: { question: 'Question', answer: 'Answer', links: 'Links' },
  fresh: { question: '', answer: '', links: [] },
  partsOf: ({ question, answer, links }) => ({ question, answer: (answer as string[]).join('\n\n'), links }),
  entryOf: ({ question = '', answer = '', links = [] }) => ({ question, answer: toParagraphs(String(answer)), links }),
  nameOf: ({ question }) => String(question ?? '').trim(),
};

export const testimonialKind: EntryKind = {
  key: 'testimonials',
  one: 'testimonial',
  labels: { words: 'What they say', name: 'Name', role: 'What they do', isSample: 'Sample' },
  fresh: { words: '', name: '', role: '', isSample: false },
  partsOf: ({ id: _, ...parts }) => parts,
  entryOf: ({ words = '', name = '', role = '', isSample = false }) => ({
    words,
    name: isSample ? '' : name,
    role,
    isSample,
  }),
  nameOf: ({ words }) => String(words ?? '').trim(),
};
