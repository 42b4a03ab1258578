/** A Spanish email is entirely in Spanish: no line is the same as in English, unless it has no words. */
import { services } from '#db/seeds/services.ts';
import { english, type Language } from '#kernel/language.ts';
import { translatedEmailNotice } from '#kernel/email-language.ts';
import { defaultCompany, site } from '#content/site.ts';
import { readLanguages, spokenLanguages } from '#platform/languages/languages.ts';
import { describe, expect, test } from 'vitest';
import { everyEmail, partsOf, wordedKinds } from './words.ts';

const languages = await readLanguages(spokenLanguages);
const spanish = languages.find('es');
const facts = {
  publicOrigin: 'https://shop.example',
  company: defaultCompany,
  firstName: 'Kofi',
  at: new Date('2026-11-25T09:00:00Z'),
};
const untranslated = (kind: string, language: Language): string[] =>
  partsOf(kind).flatMap(({ ours }) => (language.hasTranslation(ours) ? [] : [ours]));

/** Not for customers, so always in English. */
const inEnglish = /^staff_invited$/;
const kinds = [...wordedKinds.keys()].filter((kind) => !inEnglish.test(kind));

test('Spanish is complete, including the email footer', () => {
  expect(kinds.length).toBeGreaterThan(60);
  for (const kind of [everyEmail, ...kinds]) expect([kind, untranslated(kind, spanish)]).toEqual([kind, []]);
});

test('an email is not translated partly: the English ones lack more than a word', () => {
  for (const kind of [...wordedKinds.keys()].filter((key) => inEnglish.test(key)))
    expect(untranslated(kind, spanish).length, kind).toBeGreaterThan(0);
});

const visible = (html: string): string[] =>
  html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<span lang="en">[\s\S]*?<\/span>/g, '')
    .split(/<[^>]*>|\n/)
    .map((line) => line.replace(/&#847;/g, '').trim());

/**
 * Identical in every language: names, addresses, numbers, amounts, and the renewal terms, which are accepted
 * in English.
 */
const names = [
  ...services.map(({ name }) => name),
  'Registered agent',
  site.name,
  defaultCompany.name,
  ...defaultCompany.address,
  'Kofi',
  'Mensah',
].toSorted((a, b) => b.length - a.length);
const hasNoWords = (line: string): boolean =>
  !/\p{L}{3}/u.test(
    names
      .reduce((text, name) => text.replaceAll(name, ''), line)
      .replace(
        /&minus;|https?:\S+|\S+@\S+|\b(?:INV|CN|S)-[\d-]+|WELCOME10|Ring Road, Accra|Ghana|(?:Subt|T)otal:?|^Booster(?:: |$)/g,
        '',
      ),
  );
const isAgreedTo = (line: string): boolean =>
  /renews on .* until you cancel\. You can cancel at any time/.test(line);
/** Written by staff, or by the customer who is answered. */
const isQuoted = (line: string): boolean =>
  /^(> )?(Do I need a visa|Hello Kofi,|no, you can own it)|Every invoice was paid on time|Not known to the customer|^You are right: we/.test(
    line,
  );

describe.each(kinds.filter((kind) => kind !== everyEmail))('%s', (kind) => {
  test.each(Object.entries(wordedKinds.get(kind)?.samples ?? {}))(
    '%s: every line is Spanish, in both parts',
    (_title, sample) => {
      const email = sample(facts);
      const translated = email.saidBy(spanish);
      const linesOf = (content: { subject: string; text: string; html: string }): string[] => [
        content.subject,
        ...content.text.split('\n'),
        ...visible(content.html),
      ];
      const englishLines = new Set(linesOf(email.saidBy(english)));
      const untranslated = linesOf(translated).filter(
        (line) =>
          englishLines.has(line) &&
          !hasNoWords(line) &&
          !isAgreedTo(line) &&
          !(/^(contact_answer|report_answered)$/.test(kind) && isQuoted(line)),
      );
      expect(untranslated).toEqual([]);
      expect(translated.html).toContain('<html lang="es" dir="ltr">');
      for (const part of [translated.text, translated.html])
        expect(part).toContain(spanish.translate(translatedEmailNotice));
      for (const part of [email.text, email.html]) expect(part).not.toContain(translatedEmailNotice);
      expect([translated.text, translated.html].join('')).not.toMatch(/undefined|\[object/);
      const ownLines = linesOf(translated).filter((line) => !isAgreedTo(line) && !isQuoted(line));
      expect(
        ownLines.filter((line) =>
          /\b(the|your|you|and|was|this|we)\b/i.test(line.replace(/https?:\S+|\[\[\S+/g, '')),
        ),
      ).toEqual([]);
    },
  );
});
