/** The FAQ and the testimonials as staff edit them: validation, permissions, and restoring old versions. */
import { contract } from '#contract/contract.ts';
import { pageTextSchemas } from '#contract/admin/page-texts.ts';
import { defaultFaq } from '#content/default-faq.ts';
import { defaultAssurances } from '#content/default-assurances.ts';
import { defaultTestimonials } from '#content/default-testimonials.ts';
import { defaultTimeline } from '#content/default-timeline.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let writer: Awaited<ReturnType<typeof aStaffPerson>>;
beforeAll(async () => {
  shop = await aShop({ chained: false, runJobs: false });
  writer = await aStaffPerson(shop, 'content');
});
afterAll(() => shop.stop());
afterEach(async () => {
  await sql`delete from setting`.execute(shop.db);
  await shop.deps.settings.refresh();
});

const pageTexts = () => shop.deps.settings.current().pageTexts;
const read = (key: 'faq' | 'testimonials') => writer.call(contract.staffReadPageTexts, { params: { key } });
type Save = Parameters<typeof writer.call<typeof contract.staffSavePageTexts>>[1]['body'];
const save = (body: Save) => writer.call(contract.staffSavePageTexts, { body });

const addedQuestion = {
  id: 'visits',
  question: 'Do I have to visit?',
  answer: ['No.', 'Write to {email}.'],
  links: [],
};
const toSend = (entries: typeof defaultFaq) =>
  entries.map((entry) => ({ ...entry, answer: [...entry.answer], links: [...entry.links] }));
const testimonial = {
  id: 'ama',
  words: 'They did what they said.',
  name: 'Ama Mensah',
  role: 'shop owner',
  isSample: false,
};

test('the default texts can be saved unchanged', () => {
  expect(pageTextSchemas.faq.parse(toSend(defaultFaq))).toEqual(defaultFaq);
  expect(pageTextSchemas.testimonials.parse([...defaultTestimonials])).toEqual(defaultTestimonials);
  expect(pageTextSchemas.assurances.parse([...defaultAssurances])).toEqual(defaultAssurances);
  expect(pageTextSchemas.timeline.parse([...defaultTimeline])).toEqual(defaultTimeline);
  expect(defaultFaq).toHaveLength(7);
  expect(defaultTestimonials).toHaveLength(3);
});

test('a change applies immediately, preserves the previous version, and can be restored', async () => {
  expect(await read('faq')).toMatchObject({
    version: 0,
    changed: null,
    entries: defaultFaq,
    usual: defaultFaq,
    history: [],
  });
  const first = defaultFaq[0]?.id ?? '';
  const edited = toSend(defaultFaq).toSpliced(0, 1, { ...addedQuestion, id: first });
  const saved = await save({
    key: 'faq',
    version: 0,
    entries: [...edited, addedQuestion].map((entry, at) =>
      at === 0 ? { ...entry, question: 'Why?' } : entry,
    ),
  });
  expect(saved).toMatchObject({ version: 1, changed: { by: 'Esi' }, history: [{ version: 1, by: 'Esi' }] });
  expect(pageTexts().faq.map(({ id }) => id)).toEqual([...defaultFaq.map(({ id }) => id), 'visits']);
  expect(pageTexts().testimonials).toEqual(defaultTestimonials);
  const restored = await save({ key: 'faq', version: 1, entries: toSend(defaultFaq) });
  expect(restored.history.map(({ version }) => version)).toEqual([2, 1]);
  expect(pageTexts().faq).toEqual(defaultFaq);
  const [entry] = await shop.db
    .selectFrom('audit_log')
    .innerJoin('audit_change', 'audit_id', 'audit_log.id')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('object', '=', 'page-texts:faq')
    .orderBy('audit_log.id')
    .execute();
  // Only what differs.
  expect(entry).toMatchObject({ action: 'page_texts_changed', actor_id: writer.userId });
  expect(Object.keys(entry?.before as object).toSorted()).toEqual(['order', first].toSorted());
  expect(Object.keys(entry?.after as object).toSorted()).toEqual(['order', 'visits', first].toSorted());
});

test('of two who save from the same version one gets a conflict', async () => {
  const bodies = [testimonial, { ...testimonial, words: 'As agreed.' }].map(
    (entry): Save => ({ key: 'testimonials', version: 0, entries: [entry] }),
  );
  const outcomes = await Promise.allSettled(bodies.map(save));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'changed_meanwhile' },
  });
  expect((await read('testimonials')).history).toHaveLength(1);
});

const wrong: [string, Save['entries'], string][] = [
  ['no question', [], 'Add at least one question'],
  [
    'a link to another site',
    [{ ...addedQuestion, links: [{ title: 'Go', url: 'https://evil.example/' }] }],
    'Enter a page of the shop',
  ],
  [
    'a link without a protocol',
    [{ ...addedQuestion, links: [{ title: 'Go', url: '//evil.example' }] }],
    'Enter a page of the shop',
  ],
  [
    'a link that is a script',
    [{ ...addedQuestion, links: [{ title: 'Go', url: 'javascript:alert(1)' }] }],
    'Enter a page of the shop',
  ],
  [
    'a link to the console',
    [{ ...addedQuestion, links: [{ title: 'Go', url: '/admin/orders' }] }],
    'Enter a page of the shop',
  ],
  [
    'an unknown placeholder',
    [{ ...addedQuestion, answer: ['Write to {mail}.'] }],
    '{mail} is not a placeholder',
  ],
  ['half a place', [{ ...addedQuestion, answer: ['Write to {email.'] }], 'is unmatched'],
  ['an empty answer', [{ ...addedQuestion, answer: [] }], 'Enter the answer'],
  ['a question twice', [addedQuestion, { ...addedQuestion, id: 'again' }], 'This question is listed twice'],
  ['an id twice', [addedQuestion, { ...addedQuestion, question: 'Again?' }], 'This question is listed twice'],
  ['an id with markup', [{ ...addedQuestion, id: '"><script>' }], 'Use lowercase letters'],
];
test.each(wrong)('an FAQ with %s is rejected', async (_what, entries, sentence) => {
  await expect(save({ key: 'faq', version: 0, entries } as Save)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(sentence),
  });
});

test('an answer is limited in length, and a testimonial names its author', async () => {
  const long = Array.from({ length: 10 }, (_, at) => ({
    ...addedQuestion,
    id: `q-${at}`,
    question: `Question ${at}`,
    answer: ['x'.repeat(2_900)],
  }));
  await expect(save({ key: 'faq', version: 0, entries: long })).rejects.toMatchObject({
    message: expect.stringContaining('too long'),
  });
  const unnamed = { ...testimonial, name: '' };
  await expect(save({ key: 'testimonials', version: 0, entries: [unnamed] })).rejects.toMatchObject({
    message: expect.stringContaining('Enter the name, or mark the quote'),
  });
  expect(await save({ key: 'testimonials', version: 0, entries: [] })).toMatchObject({
    version: 1,
    entries: [],
  });
});

test('guarantees and sample order days are saved and read, the days in order', async () => {
  const assurance = { id: 'yours', title: 'What stays yours', text: 'All of it.' };
  await save({ key: 'assurances', version: 0, entries: [assurance] });
  expect(pageTexts().assurances).toEqual([assurance]);
  const days = [
    { id: 'order', day: '2026-06-01', title: 'You order', text: 'You pay.' },
    { id: 'ein', day: '2026-05-01', title: 'The EIN arrives', text: 'You get it.' },
  ];
  await expect(save({ key: 'timeline', version: 0, entries: days })).rejects.toMatchObject({
    status: 422,
    message: 'Put the days in chronological order',
  });
  await save({ key: 'timeline', version: 0, entries: days.map((day) => ({ ...day, day: '2026-06-01' })) });
  expect(pageTexts().timeline.map(({ title }) => title)).toEqual(['You order', 'The EIN arrives']);
});
