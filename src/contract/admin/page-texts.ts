/**
 * Page texts that authors of posts may change: the FAQ's questions, and the home page's testimonials,
 * assurances, and sample order. Each list is saved as a whole. Earlier versions are stored and can be saved
 * again.
 */
import { endpoint } from '#contract/endpoint.ts';
import { draftText, required } from '#contract/values.ts';
import { problemOfPlaces } from '#content/page-texts.ts';
import { z } from 'zod';
import { versionedByKey } from './versions.ts';

export const pageTextsAtMost = {
  questions: 40,
  paragraphs: 12,
  links: 4,
  testimonials: 12,
  assurances: 8,
  days: 10,
  charactersOfFaq: 25_000,
  versions: 20,
};

const EntryId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and single hyphens')
  .max(80, 'At most 80 characters');

/** Duplicates, such as two questions with the same text; reported at the second. */
const twice =
  <E extends { id: string }>(name: keyof E & string, message: string) =>
  (entries: readonly E[], context: z.core.$RefinementCtx): void => {
    for (const [at, entry] of entries.entries())
      for (const field of ['id', name] as const)
        if (entries.slice(0, at).some((earlier) => earlier[field] === entry[field]))
          context.addIssue({ code: 'custom', path: [at, field], message });
  };

/** A page of the shop; answers may not link to other sites. */
const PageAddress = z
  .string()
  .trim()
  .regex(
    /^\/(?!(?:admin|api)(?:\/|$))(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:#[a-z0-9-]+)?$/,
    'Enter a page of the shop, for example /products',
  )
  .max(160, 'At most 160 characters');

const Paragraph = required('Enter the answer', 3_000).superRefine((text, context) => {
  const message = problemOfPlaces(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const distinct = (all: readonly string[]): boolean => new Set(all).size === all.length;

export const FaqQuestion = z.strictObject({
  id: EntryId,
  question: required('Enter the question', 200),
  answer: z
    .array(Paragraph)
    .min(1, 'Enter the answer')
    .max(pageTextsAtMost.paragraphs, `At most ${pageTextsAtMost.paragraphs} paragraphs`)
    .refine(distinct, 'Two paragraphs are the same'),
  links: z
    .array(z.strictObject({ title: required('Enter the title of the link', 80), url: PageAddress }))
    .max(pageTextsAtMost.links, `At most ${pageTextsAtMost.links} links`)
    .refine((links) => distinct(links.map(({ url }) => url)), 'Two links have the same address'),
});

export const CustomerWords = z
  .strictObject({
    id: EntryId,
    words: required('Enter the quote', 500),
    name: draftText(80),
    role: draftText(80),
    isSample: z.boolean(),
  })
  .refine(({ name, isSample }) => isSample || name !== '', {
    message: 'Enter the name, or mark the quote as a sample',
    path: ['name'],
  })
  .refine(({ role, isSample }) => !isSample || role !== '', { message: 'Enter the role', path: ['role'] });

export const AssuranceWords = z.strictObject({
  id: EntryId,
  title: required('Enter the heading', 80),
  text: required('Enter the text', 400),
});

export const DayWords = z.strictObject({
  id: EntryId,
  day: z.iso.date({ error: 'Choose a day' }),
  title: required('Enter what happens', 80),
  text: required('Enter the text', 400),
});

export const pageTextSchemas = {
  faq: z
    .array(FaqQuestion)
    .min(1, 'Add at least one question')
    .max(pageTextsAtMost.questions, `At most ${pageTextsAtMost.questions} questions`)
    .superRefine(twice<z.output<typeof FaqQuestion>>('question', 'This question is listed twice'))
    .refine(
      (all) => JSON.stringify(all).length <= pageTextsAtMost.charactersOfFaq,
      'The texts are too long for one page. Shorten them',
    ),
  testimonials: z
    .array(CustomerWords)
    .max(pageTextsAtMost.testimonials, `At most ${pageTextsAtMost.testimonials} testimonials`)
    .superRefine(twice<z.output<typeof CustomerWords>>('words', 'This quote is listed twice')),
  assurances: z
    .array(AssuranceWords)
    .min(1, 'Add at least one assurance')
    .max(pageTextsAtMost.assurances, `At most ${pageTextsAtMost.assurances} assurances`)
    .superRefine(twice<z.output<typeof AssuranceWords>>('title', 'This entry is listed twice')),
  timeline: z
    .array(DayWords)
    .min(1, 'Add at least one day')
    .max(pageTextsAtMost.days, `At most ${pageTextsAtMost.days} days`)
    .superRefine(twice<z.output<typeof DayWords>>('title', 'This entry is listed twice'))
    .refine(
      (days) => days.every(({ day }, at) => at === 0 || day >= (days[at - 1]?.day ?? '')),
      'Put the days in chronological order',
    ),
};
export type PageTextKey = keyof typeof pageTextSchemas;
const PageTextKeyOf = z.enum(['faq', 'testimonials', 'assurances', 'timeline'], { error: 'Page not found' });

/** The history has at most 20 versions. */
const pageTexts = versionedByKey('entries', pageTextSchemas);
export const PageTextSave = pageTexts.save;

export const staffReadPageTexts = endpoint({
  method: 'GET',
  path: '/api/admin/page-texts/{key}',
  access: 'staff',
  permission: 'content.read',
  summary: "Returns a page's current and default texts and their history",
  params: z.strictObject({ key: PageTextKeyOf }),
  response: pageTexts.record,
});

export const staffSavePageTexts = endpoint({
  method: 'PUT',
  path: '/api/admin/page-texts',
  access: 'staff',
  permission: 'content.write',
  summary: "Saves or restores a page's texts; takes effect immediately",
  body: PageTextSave,
  response: pageTexts.record,
});
