/** Every text of a message page, form, and email is extracted, and missing translations are reported. */
import { IntlMessageFormat } from 'intl-messageformat';
import { beforeAll, describe, expect, test } from 'vitest';
import { ContactForm } from '#contract/contacts.ts';
import { type ErrorCode, refusalTexts } from '#kernel/errors.ts';
import { createLanguage, type Language } from '#kernel/language.ts';
import { phoneAdvice } from '#kernel/phone-numbers.ts';
import { defaultCompany, site } from '#content/site.ts';
import { parseText } from '#kernel/text-elements.ts';
import { contactReceivedEmail } from '#modules/mail/emails/contact.ts';
import { compileTexts, type TextsByPlace } from '#platform/languages/languages.ts';
import { readSource } from '#tools/tidy/source.ts';
import { pseudoText } from './pseudo-text.ts';
import { allTexts, missingIn, pseudoTexts, textsByPlace, textsIn } from './texts.ts';

let places: TextsByPlace;
let pseudo: Language;
beforeAll(async () => {
  places = await textsByPlace();
  pseudo = createLanguage('en-XA', compileTexts('en-XA', pseudoTexts()));
});
const textsOf = (page: string): string[] => places.pages.find((place) => place.page === page)?.texts ?? [];

/** Names that are not translated. */
const names = [
  defaultCompany.name,
  site.name,
  defaultCompany.email,
  defaultCompany.phone,
  ...defaultCompany.address,
];
/** Words with two or more unaccented letters. The pseudo language has none. */
const englishIn = (text: string): string[] =>
  names.reduce((rest, name) => rest.replaceAll(name, ''), text).match(/[A-Za-z]{2,}/g) ?? [];

describe('a text is found', () => {
  const read = (text: string): string[] =>
    textsIn(readSource('src/web/example.tsx', `/* An example. */\n${text}`));

  test.each([
    ["const { say } = useLanguage(); say('Cart');", ['Cart']],
    ["language.say('Hello {name}', { name });", ['Hello {name}']],
    [
      "<p title={say('Menu')}>{withNodes(sayWith('Write to {mail}.', { mail: <a /> }))}</p>;",
      ['Menu', 'Write to {mail}.'],
    ],
    ["required(phrase('First name is required'), 100);", ['First name is required']],
    ["new DomainError('busy', worded(`In plain words`));", ['In plain words']],
    ["say(endSession(id), 'Session ended'); known(site.tagline);", []],
  ])('%s', (code, texts) => {
    expect(read(code)).toEqual(texts);
  });

  test('a mark around a non-literal is an error: the text could not be found', () => {
    expect(() => read('phrase(`At most ${'.concat('max} characters`);'))).toThrow('phrase takes a literal');
    expect(() => read('worded(text);')).toThrow('worded takes a literal');
  });
});

describe('a page contains the texts it may show, and nothing else', () => {
  test('the contact page: its shell, its form, and its errors, also from lazy files', () => {
    const texts = textsOf('/contact-us');
    for (const text of [
      'Skip to content',
      'Contact us',
      'First name',
      'First name is required',
      'No country found. Check the spelling.',
    ])
      expect(texts).toContain(text);
    expect(texts).not.toContain(refusalTexts.coupon_expired);
  });

  test('another page has the shell and not the form', () => {
    expect(textsOf('/faq')).toContain('Skip to content');
    expect(textsOf('/faq')).not.toContain('We reply to this address.');
  });

  test('rejections have their texts, also those with values', () => {
    expect(places.refusals).toEqual(expect.arrayContaining(Object.values(refusalTexts)));
    expect(places.refusals).toContain('Too many requests. Please try again {wait}');
    expect(places.refusals).not.toContain('Skip to content');
  });
});

describe('no English is left in the test language', () => {
  test('in the email about a message', () => {
    const { subject, text, html } = contactReceivedEmail({
      publicOrigin: 'https://1.2',
      company: defaultCompany,
      language: pseudo,
    });
    const words = html
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#?\w+;/g, ' ');
    expect(englishIn(subject)).toEqual([]);
    expect(englishIn(text.replaceAll(/https:\S+/g, ''))).toEqual([]);
    expect(englishIn(words)).toEqual([]);
    expect(html).toContain('<html lang="en-XA" dir="ltr">');
  });

  test('in any error of the contact form', () => {
    const long = 'x'.repeat(6_000);
    const typed = [
      {},
      { firstName: '', lastName: '', email: '', contact: '', country: '', message: '' },
      { firstName: long, lastName: 'a\nb', email: 'no', contact: 'no', country: 'Nowhere', message: long },
      { email: long, contact: long, country: long },
    ];
    const messages = typed.flatMap(
      (values) => ContactForm.safeParse(values).error?.issues.map(({ message }) => message) ?? [],
    );
    messages.push(phoneAdvice('GH'));
    expect(new Set(messages).size).toBeGreaterThan(12);
    expect(messages.flatMap((sentence) => englishIn(pseudo.translate(sentence)))).toEqual([]);
  });

  test('in any rejection', () => {
    for (const [code, text] of Object.entries(refusalTexts) as [ErrorCode, string][])
      expect([code, englishIn(pseudo.translate(text).replace('Factiiv', ''))]).toEqual([code, []]);
  });
});

test('an untranslated text is reported', () => {
  const texts = allTexts();
  expect(texts.length).toBeGreaterThan(150);
  const { Submit: _missing, ...others } = pseudoTexts();
  expect(missingIn(pseudoTexts(), texts)).toEqual([]);
  expect(missingIn(others, texts)).toEqual(['Submit']);
});

test('our parser reads each text like the library', () => {
  for (const text of allTexts())
    expect([text, parseText(text)]).toEqual([text, new IntlMessageFormat(text, 'en').getAst()]);
});

test('the test language is 40% longer, and preserves names and plurals', () => {
  expect(pseudoText('Submit').length).toBe(9);
  const pseudo = pseudoText('Cart, {count, plural, one {# item} other {# items}}');
  expect(new IntlMessageFormat(pseudo, 'en').format({ count: 1 })).toMatch(/^Çáŕť, 1 íťéɱ/);
  expect(new IntlMessageFormat(pseudo, 'en').format({ count: 2 })).toMatch(/^Çáŕť, 2 íťéɱš/);
});
