/**
 * Form definitions of each list's entries. An FAQ answer is one text whose paragraphs are separated by an
 * empty line.
 */
import type { staffReadPageTexts } from '#contract/admin/page-texts.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { Entry, EntryKind } from './entry-fields.ts';

const toParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

/** The parts as stored. */
const asTyped = ({ id: _, ...parts }: Entry) => parts;

export type TypedLink = Extract<
  Answer<typeof staffReadPageTexts>,
  { key: 'faq' }
>['entries'][number]['links'][number];

export const faqKind: EntryKind = {
  key: 'faq',
  one: 'question',
  labels: { question: 'Question', answer: 'Answer', links: 'Links' },
  fresh: { question: '', answer: '', links: [] },
  partsOf: ({ question, answer, links }) => ({ question, answer: (answer as string[]).join('\n\n'), links }),
  entryOf: ({ question = '', answer = '', links = [] }) => ({
    question,
    answer: toParagraphs(String(answer)),
    links,
  }),
  nameOf: ({ question }) => String(question ?? '').trim(),
};

export const testimonialKind: EntryKind = {
  key: 'testimonials',
  one: 'testimonial',
  labels: { words: 'Quote', name: 'Name', role: 'Role', isSample: 'Sample' },
  fresh: { words: '', name: '', role: '', isSample: false },
  spoken: ['words', 'role'],
  partsOf: asTyped,
  entryOf: ({ words = '', name = '', role = '', isSample = false }) => ({
    words,
    name: isSample ? '' : name,
    role,
    isSample,
  }),
  nameOf: ({ words }) => String(words ?? '').trim(),
};

export const assuranceKind: EntryKind = {
  key: 'assurances',
  one: 'assurance',
  labels: { title: 'Heading', text: 'Text' },
  fresh: { title: '', text: '' },
  spoken: ['title', 'text'],
  partsOf: asTyped,
  entryOf: (parts) => parts,
  nameOf: ({ title }) => String(title ?? '').trim(),
};

export const timelineKind: EntryKind = {
  key: 'timeline',
  one: 'day',
  labels: { title: 'What happens', day: 'Day', text: 'Text' },
  fresh: { title: '', day: '', text: '' },
  spoken: ['title', 'text'],
  partsOf: asTyped,
  entryOf: (parts) => parts,
  nameOf: ({ title }) => String(title ?? '').trim(),
};
