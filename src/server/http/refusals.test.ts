/** Errors in other languages: the machine-readable headers and the translations. */
import { contract } from '#contract/contract.ts';
import { createLanguage, type Texts, type worded } from '#kernel/language.ts';
import { type Languages, onlyEnglish, readLanguages } from '#platform/languages/languages.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const tooMany =
  'We have received several messages from you. Please send an email to {address}, or write again {wait}';
const spanish = {
  'We have received your message': 'Hemos recibido su mensaje',
  [tooMany]: 'Hemos recibido varios mensajes suyos. Escriba a {address}, o vuelva a intentarlo {wait}',
  'Coupon code has expired': 'El código de cupón ha caducado',
  'First name is required': 'Escriba su nombre',
};

let shop: Shop;
let languages: Languages;
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'stateside-languages-')), 'es.json');
  writeFileSync(file, JSON.stringify(spanish));
  languages = await readLanguages({ es: pathToFileURL(file) });
  shop = await aShop({ languages, limits: { contactMessagesPerHour: 2 } });
});
afterAll(() => shop.stop());

const message = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@example.com',
  contact: '+34 612 345 678',
  country: 'ES',
  message: 'Hola',
};
const send = (body: object) =>
  fetch(`${shop.origin}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const detailOf = (answer: Response) =>
  JSON.parse(answer.headers.get('x-error-detail') ?? 'null') as ReturnType<typeof worded> | null;

test('a contact message is answered in the language of its page, or in English where it is unsupported', async () => {
  for (const [language, email, subject] of [
    ['es', 'ana@example.com', 'Hemos recibido su mensaje'],
    ['tlh', 'tlh@example.com', 'We have received your message'],
  ]) {
    expect((await send({ ...message, email, language, website: '' })).status).toBe(200);
    const [mail] = (await shop.control(
      'GET',
      `/control/mailbox?${new URLSearchParams({ to: email ?? '', count: '1', wait: '20000' })}`,
    )) as {
      subject: string;
      html: string;
    }[];
    expect([mail?.subject, /<html lang="(\w+)"/.exec(mail?.html ?? '')?.[1]]).toEqual([
      subject,
      language === 'es' ? 'es' : 'en',
    ]);
  }
});

test('a rejection with values is an English message, plus its template and values for translation', async () => {
  const answer = await send({ ...message, message: 'Otra vez' });
  expect([answer.status, answer.headers.get('x-error-code')]).toEqual([429, 'rate_limited']);
  expect(await answer.json()).toBe(
    'We have received several messages from you. Please send an email to hello@stateside.example, or write again in 60 minutes',
  );
  const detail = detailOf(answer);
  expect(detail).toMatchObject({ text: tooMany, values: { address: 'hello@stateside.example' } });
  const refusals = await shop.call(contract.readRefusals, { params: { language: 'es' } });
  expect(createLanguage('es', refusals.texts as Texts).say(tooMany, detail?.values)).toMatch(
    /^Hemos recibido varios mensajes suyos\. Escriba a hello@stateside\.example, o vuelva a intentarlo dentro de (59|60) minutos$/,
  );
});

test('field errors are sent with their template, and programming errors are not', async () => {
  const first = await send({ ...message, firstName: '' });
  expect([await first.json(), detailOf(first)]).toEqual([
    'First name is required',
    { text: 'First name is required' },
  ]);
  const long = await send({ ...message, firstName: 'é'.repeat(101) });
  expect([await long.json(), detailOf(long)]).toEqual([
    'At most 100 characters',
    { text: 'At most {max} characters', values: { max: 100 } },
  ]);
  const unknownField = await send({ ...message, ['{wait}'.repeat(50)]: 1 });
  expect([unknownField.status, detailOf(unknownField)]).toEqual([422, null]);
});

test('every rejection has its text by code, in English where the language has none', async () => {
  const { codes } = await shop.call(contract.readRefusals, { params: { language: 'es' } });
  expect(codes).toMatchObject({
    coupon_expired: spanish['Coupon code has expired'],
    busy: expect.stringMatching(/^The shop is very busy/),
  });
});

test('an unsupported language and English have no texts', async () => {
  for (const language of ['en', 'tlh', '__proto__'])
    await expect(shop.call(contract.readRefusals, { params: { language } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  expect([onlyEnglish.find('es').code, languages.find('es').code, languages.find(null).code]).toEqual([
    'en',
    'es',
    'en',
  ]);
});

test('a shop without other languages finds none', async () => {
  expect(await readLanguages({})).toBe(onlyEnglish);
});
