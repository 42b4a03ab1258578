/**
 * The quiz against the catalog: what holds for every combination of answers, and what single answers change.
 */
import { services } from '#db/seeds/services.ts';
import { expect, test } from 'vitest';
import { type Answers, type QuestionName, questions } from '#web/features/quiz/questions.ts';
import { type Plan, planFor } from '#web/features/quiz/rules.ts';

const all = questions.reduce<Record<string, string>[]>(
  (some, { name, choices }) =>
    some.flatMap((answers) => choices.map(({ value }) => ({ ...answers, [name]: value }))),
  [{}],
) as Answers[];
const idsOf = ({ now, later }: Plan): string[] => [...now, ...later].map(({ id }) => id);
const combinations = all.map((answers) => ({
  answers,
  plan: planFor(answers),
  label: JSON.stringify(answers),
}));

const formations = services
  .filter(({ group, id }) => group === 'formation' && id !== 'start-package')
  .map(({ id }) => id);
const founder: Answers = { live: 'abroad', sell: 'goods', partners: 'alone', visa: 'no', when: 'now' };
const firstOf = (changes: Partial<Answers>): string[] =>
  planFor({ ...founder, ...changes }).now.map(({ id }) => id);
const laterOf = (changes: Partial<Answers>): string[] =>
  planFor({ ...founder, ...changes }).later.map(({ id }) => id);

test('there are as many combinations as the answers allow', () => {
  expect(combinations).toHaveLength(2 * 4 * 4 * 3 * 3);
});

test('each recommends something to order, and no service twice', () => {
  for (const { plan, label } of combinations) {
    expect(plan.now.length, label).toBeGreaterThan(0);
    expect(new Set(idsOf(plan)).size, label).toBe(idsOf(plan).length);
  }
});

test('each service is one that the shop sells, with a one-sentence reason', () => {
  const sold = new Set(services.map(({ id }) => id));
  for (const { plan, label } of combinations) {
    expect(
      idsOf(plan).filter((id) => !sold.has(id)),
      label,
    ).toEqual([]);
    for (const { reason } of [...plan.now, ...plan.later]) {
      expect(reason, label).toMatch(/^[A-Z][^.]*\.$/);
      expect(reason.length, label).toBeLessThanOrEqual(150);
    }
    expect(new Set(plan.notes).size, label).toBe(plan.notes.length);
  }
});

test("no reason or note promises a third party's decision, or states a price", () => {
  const texts = new Set(
    combinations.flatMap(({ plan }) => [
      ...plan.notes,
      ...[...plan.now, ...plan.later].map(({ reason }) => reason),
    ]),
  );
  expect(texts.size).toBeGreaterThan(25);
  for (const text of texts) {
    expect(text).not.toMatch(/\b(guarantee|approv|you must|you will (get|receive)|required|always|never)/i);
    expect(text).not.toContain('$');
  }
});

test('a founder without a company gets one formation and its EIN, one with a company gets no formation', () => {
  expect(formations).toHaveLength(4);
  for (const { answers, plan, label } of combinations) {
    const formed = plan.now.filter(({ id }) => formations.includes(id));
    expect(formed, label).toHaveLength(answers.when === 'running' ? 0 : 1);
    expect(
      plan.later.some(({ id }) => formations.includes(id)),
      label,
    ).toBe(false);
    expect(
      plan.now.some(({ id }) => id === 'ein-filing'),
      label,
    ).toBe(answers.when !== 'running');
  }
});

test.each([
  [{ partners: 'investors' }, 'delaware-c-corp'],
  [{ partners: 'perhaps' }, 'delaware-llc'],
  [{ partners: 'partners', sell: 'services' }, 'wyoming-llc'],
  [{ sell: 'services' }, 'new-mexico-llc'],
  [{ sell: 'services', live: 'us' }, 'wyoming-llc'],
  [{ sell: 'software' }, 'wyoming-llc'],
  [{ sell: 'goods' }, 'wyoming-llc'],
  [{ sell: 'undecided' }, 'wyoming-llc'],
] satisfies [Partial<Answers>, string][])('%j leads to %s', (changes, formation) => {
  expect(firstOf(changes)[0]).toBe(formation);
});

test('visa support is listed for founders who plan to apply for a visa, and for no others', () => {
  for (const { answers, plan, label } of combinations)
    expect(idsOf(plan).includes('visa-application-support'), label).toBe(answers.visa === 'yes');
});

test('an ITIN is never recommended first, and only named with its condition', () => {
  for (const { answers, plan, label } of combinations) {
    expect(
      plan.now.some(({ id }) => id === 'itin-application'),
      label,
    ).toBe(false);
    const itin = plan.later.find(({ id }) => id === 'itin-application');
    const isPartner = answers.partners === 'partners' || answers.partners === 'perhaps';
    const hasStock = answers.partners === 'alone' && answers.sell === 'goods';
    expect(itin !== undefined, label).toBe(answers.live === 'abroad' && (isPartner || hasStock));
    if (itin) expect(itin.reason, label).toMatch(isPartner ? /^Only if .*partner/ : /^Only if .*warehouse/);
  }
});

test('Form 5472 is for one foreign owner, now for an existing company and later for a new one', () => {
  for (const { answers, plan, label } of combinations) {
    expect(idsOf(plan).includes('form-5472'), label).toBe(
      answers.live === 'abroad' && answers.partners === 'alone',
    );
    if (answers.when !== 'running')
      expect(
        plan.now.some(({ id }) => id === 'form-5472'),
        label,
      ).toBe(false);
  }
});

test('renewing services come first only for those who need them immediately', () => {
  const renews = new Set(services.filter(({ subscription }) => subscription).map(({ id }) => id));
  for (const { answers, plan, label } of combinations) {
    const renewing = plan.now.map(({ id }) => id).filter((id) => renews.has(id));
    if (answers.when === 'running') expect(renewing, label).toEqual(['bookkeeping']);
    else
      expect(renewing, label).toEqual(
        answers.live === 'abroad' && answers.when === 'now' ? ['us-business-address', 'us-phone-number'] : [],
      );
  }
  expect(laterOf({ when: 'soon' })).toEqual(
    expect.arrayContaining(['us-business-address', 'us-phone-number']),
  );
});

test('an existing company is asked what it may have already', () => {
  for (const { answers, plan, label } of combinations.filter(({ answers: { when } }) => when === 'running')) {
    const conditional = plan.later.filter(({ reason }) => reason.startsWith('Only if ')).map(({ id }) => id);
    expect(conditional, label).toEqual(expect.arrayContaining(['ein-filing', 'registered-agent']));
    expect(conditional.includes('bank-account-preparation'), label).toBe(answers.live === 'abroad');
  }
});

test('the yearly report is listed where the formation state requires one', () => {
  expect(laterOf({})).toContain('annual-report');
  expect(laterOf({ partners: 'investors' })).toContain('annual-report');
  expect(laterOf({ partners: 'perhaps' })).not.toContain('annual-report');
  expect(laterOf({ sell: 'services' })).not.toContain('annual-report');
});

test('every answer changes the list or its notes: no question is redundant', () => {
  const plansFor = (name: QuestionName, value: string): string =>
    JSON.stringify(combinations.filter(({ answers }) => answers[name] === value).map(({ plan }) => plan));
  for (const { name, choices } of questions) {
    const lists = choices.map(({ value }) => plansFor(name, value));
    expect(new Set(lists).size, name).toBe(choices.length);
  }
});
