/**
 * Rejected messages, in the specification's words; line breaks in every field; rate limits; and retention.
 */
import { retentionOf } from '#kernel/retention.ts';
import { defaultCompany } from '#content/site.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldMessages } from './service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ limits: { contactMessagesPerHour: 5, trustedProxies: 1 } });
});
afterAll(() => shop.stop());

const person = {
  firstName: 'Lan',
  lastName: 'Nguyen',
  email: 'lan@hanoi.example',
  contact: '+84 24 3825 1234',
  country: 'VN',
  message: 'How long does an EIN take?',
};
let clients = 0;
const aClient = (): string => {
  clients += 1;
  return `203.0.113.${clients}`;
};
const send = (body: object, client = aClient()) =>
  fetch(`${shop.origin}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify(body),
  });
const counts = async () => {
  const count = async (table: 'contact_message' | 'mail' | 'consent') =>
    Number(
      (
        await shop.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  return [await count('contact_message'), await count('mail'), await count('consent')];
};

describe('a message is rejected', () => {
  for (const [field, value, sentence] of [
    ['firstName', '', 'First name is required'],
    ['lastName', ' ', 'Last name is required'],
    ['email', '', 'Email is required'],
    ['email', 'lan', 'Invalid email'],
    ['contact', '', 'Contact is required'],
    ['contact', 'call me', 'Enter the number with its country code'],
    ['country', '', 'Country is required'],
    ['country', 'Atlantis', 'Choose a country from the list'],
    ['message', ' \n ', 'Message is required'],
    ['message', '\u200b', 'Message is required'],
    ['message', '\u200d\u00ad\u2060 \u200f\ufeff', 'Message is required'],
    ['message', 'x'.repeat(5_001), 'At most 5000 characters'],
    ['consent', true, 'Unknown field: consent'],
  ] as const) {
    test(`with ${field} ${JSON.stringify(value).slice(0, 20)}: ${sentence}`, async () => {
      const answer = await send({ ...person, [field]: value });
      expect([answer.status, await answer.json()]).toEqual([422, sentence]);
    });
  }

  for (const field of ['firstName', 'lastName', 'email', 'contact', 'country'] as const) {
    for (const injected of [
      '\r\nBcc: victim@else.example',
      '\nBcc: victim@else.example',
      '\r',
      '\u2028x\u0000',
    ]) {
      test(`with ${JSON.stringify(injected)} in ${field}, and nothing is stored or mailed`, async () => {
        const before = await counts();
        const answer = await send({ ...person, [field]: `${person[field]}${injected}x` });
        expect([answer.status, typeof (await answer.json())]).toEqual([422, 'string']);
        expect(await counts()).toEqual(before);
      });
    }
  }
});

type Mail = { id: string; text: string };
const mailsTo = async (to: string, count: number) =>
  (await shop.control(
    'GET',
    `/control/mailbox?${new URLSearchParams({ to, count: String(count), wait: '20000' })}`,
  )) as Mail[];

test('line breaks and invisible characters in the message become quoted text and no header', async () => {
  const message =
    'Rhubarb\r\nBcc: victim@else.example\r\n\r\n\r\n\r\n\r\n.\r\nSubject: other\u0000\u0007\u202e\ud800 end';
  expect((await send({ ...person, message })).status).toBe(200);
  const [mail] = await mailsTo(defaultCompany.email, 1);
  expect(mail?.text).toContain('> Rhubarb\n> Bcc: victim@else.example\n> \n> \n> .\n> Subject: other end');
  const raw = await (await fetch(`${shop.sandbox.origin}/mailbox/${mail?.id}/raw.eml`)).text();
  const [head = ''] = raw.split('\r\n\r\n');
  expect(head).not.toMatch(/^bcc:|victim/im);
  expect(head.match(/^subject:/gim)).toHaveLength(1);
  expect(await mailsTo('victim@else.example', 0).catch(() => [])).toEqual([]);
});

test('joiners stay where a script or an emoji needs them, and are removed elsewhere', async () => {
  const message =
    'Medlar \u0639\u0644\u06cc\u200c\u0631\u0636\u0627 \u0915\u094d\u200d\u0937 👨\u200d👩\u200d👧 s\u200co\u200bo\u00adn';
  expect((await send({ ...person, message })).status).toBe(200);
  const { message: stored } = await shop.db
    .selectFrom('contact_message')
    .select('message')
    .where('message', 'like', 'Medlar%')
    .executeTakeFirstOrThrow();
  expect(stored).toBe(
    'Medlar \u0639\u0644\u06cc\u200c\u0631\u0636\u0627 \u0915\u094d\u200d\u0937 👨\u200d👩\u200d👧 soon',
  );
});

test('five messages an hour per address; a sixth gets the retry time, and other addresses are unaffected', async () => {
  const client = aClient();
  // An invalid message does not count.
  expect((await send({ ...person, message: '' }, client)).status).toBe(422);
  for (let sent = 1; sent <= 5; sent += 1)
    expect((await send({ ...person, message: `Plum ${sent}` }, client)).status).toBe(200);
  const before = await counts();
  const answer = await send({ ...person, message: 'Plum 6' }, client);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  expect(await answer.json()).toMatch(
    /^We have received several messages from you\. Please send an email to \S+, or write again in (59|60) minutes$/,
  );
  expect(await counts()).toEqual(before);
  expect((await send({ ...person, message: 'Plum 7' })).status).toBe(200);
});

test('messages, emails about them, and consents are deleted when the privacy policy states', async () => {
  await send({ ...person, message: 'See https://evil.example' });
  await send({ ...person, message: 'Plum from the form', website: '' });
  const [all] = await counts();
  const days = (count: number): void => shop.travel(count * 86_400_000);
  expect(await deleteOldMessages(shop.deps)).toEqual({
    messages: 0,
    suspected: 0,
    contactEmails: 0,
    consents: 0,
  });
  days(retentionOf.suspectedMessageDays + 1);
  expect(await deleteOldMessages(shop.deps)).toMatchObject({ messages: 0, suspected: 1, consents: 0 });
  days(retentionOf.messageDays);
  const deletion = await deleteOldMessages(shop.deps);
  expect(deletion).toMatchObject({ messages: (all ?? 0) - 1, suspected: 0, consents: 0 });
  expect(deletion.contactEmails).toBeGreaterThan(0);
  days(retentionOf.consentDays);
  // Only messages from the form have a consent to store.
  expect((await deleteOldMessages(shop.deps)).consents).toBe(1);
});
