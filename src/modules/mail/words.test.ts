/** The operator can change the text of each kind of email, in both parts, and it is escaped. */
import { createLanguage, english } from '#kernel/language.ts';
import { describe, expect, test } from 'vitest';
import { defaultCompany } from '#content/site.ts';
import { everyEmail, partsOf, wordedKinds } from './words.ts';

const facts = {
  publicOrigin: 'https://shop.example',
  company: defaultCompany,
  firstName: 'Kofi',
  at: new Date('2026-11-25T09:00:00Z'),
};
const kinds = [...wordedKinds.keys()];

test('text shared by all emails is defined once', () => {
  const shared = partsOf(everyEmail).map(({ ours }) => ours);
  expect(shared).toContain('Questions? Reply to this email, write to {mail} or call {phone}, {hours}.');
  for (const kind of kinds.filter((candidate) => candidate !== everyEmail))
    expect(
      partsOf(kind).filter(({ ours }) => shared.includes(ours)),
      kind,
    ).toEqual([]);
});

describe.each(kinds)('%s', (kind) => {
  const samples = Object.entries(wordedKinds.get(kind)?.samples ?? {});

  test('has a subject, unless it is not an email', () => {
    expect(partsOf(kind).some(({ isSubject }) => isSubject)).toBe(kind !== everyEmail);
  });

  test.each(samples)(
    "%s: an operator's text appears in both parts, with its markup escaped",
    (_title, sample) => {
      const attack = '<img src=x onerror=ran()>';
      const texts = Object.fromEntries(
        partsOf(kind).map(({ ours, places }) => [
          ours,
          `${attack} ${places.map((place) => `{${place}}`).join(' ')}`,
        ]),
      );
      const { subject, text, html } = sample(facts).saidBy(createLanguage(english.code, texts));
      expect(html).not.toContain('<img');
      expect(html).toContain('&lt;img src=x onerror=ran()&gt;');
      expect(text).toContain(attack);
      expect(subject).not.toMatch(/[\r\n]/);
      expect([text, html].join('')).not.toMatch(/undefined|\[object/);
    },
  );
});
