/** A message from the form to the operator's mailbox over real HTTP and SMTP, including attempts at abuse. */
import type { contract } from '#contract/contract.ts';
import type { Sent } from '#contract/endpoint.ts';
import { consentText } from '#content/consents.ts';
import { defaultCompany } from '#content/site.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Body = Sent<typeof contract.createContact>['body'];
type Mail = { id: string; to: string; subject: string; text: string; html: string };

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

let people = 0;
const aPerson = (changes: Partial<Body> = {}): Body => {
  people += 1;
  return {
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: `kofi.${people}@accra.example`,
    contact: '+233 20 123 4567',
    country: 'GH',
    message: `Can you register my bakery? Question number ${people}.`,
    ...changes,
  };
};
const send = (body: object, to: Shop = shop) =>
  fetch(`${to.origin}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** As our form sends it: with the hidden field empty. */
const fromForm = (body: Body): Body => ({ ...body, website: '' });
const sendFromForm = (body: Body) => send(fromForm(body));
const stored = (email: string) =>
  shop.db
    .selectFrom('contact_message')
    .selectAll()
    .where('email', '=', email)
    .orderBy('received_at')
    .execute();
const mailsTo = async (to: string, count = 1, waitMs = 20_000) =>
  (await shop.control(
    'GET',
    `/control/mailbox?${new URLSearchParams({ to, count: String(count), wait: String(waitMs) })}`,
  )) as Mail[];
const toOperator = (words: string) =>
  until(`the operator has the mail with "${words}"`, async () =>
    (await mailsTo(defaultCompany.email, 1)).find(({ text }) => text.includes(words)),
  );
const rawOf = async ({ id }: Mail) => (await fetch(`${shop.sandbox.origin}/mailbox/${id}/raw.eml`)).text();
/** Every email, sent or not. */
const emails = async () =>
  Number(
    (
      await shop.db
        .selectFrom('mail')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
const consentsOf = (messageId: string) =>
  shop.db.selectFrom('consent').selectAll().where('message_id', '=', messageId).orderBy('kind').execute();

describe('a message', () => {
  test('is stored, mailed to the operator with reply-to set to the sender, and acknowledged', async () => {
    const person = aPerson();
    const answer = await sendFromForm(person);
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    const { email, message } = person;
    expect(await stored(email)).toMatchObject([
      { first_name: 'Kofi', country: 'GH', message, suspected_because: null, acknowledged: true },
    ]);
    const operators = await toOperator(message);
    expect(operators.subject).toBe('Message from Kofi Mensah');
    expect(operators.text).toContain(`> ${message}`);
    expect(operators.text).toContain('Country: Ghana');
    const raw = await rawOf(operators);
    expect(raw).toMatch(new RegExp(`^Reply-To: <?${email}>?\\r$`, 'm'));
    expect(await mailsTo(email)).toMatchObject([{ subject: 'We have received your message' }]);
  });

  test('is acknowledged without quoting it, so that the form cannot mail content to strangers', async () => {
    const words = {
      firstName: 'Buyviagra',
      lastName: 'Cheaply',
      message: 'Zanzibar winnings https://evil.example',
      contact: '+1 555 867 5309',
    };
    const person = aPerson(words);
    await sendFromForm(person);
    const [acknowledgement] = await mailsTo(person.email);
    for (const word of ['Buyviagra', 'Cheaply', 'Zanzibar', 'evil', '867', person.email]) {
      expect(acknowledgement?.text).not.toContain(word);
      expect(acknowledgement?.html).not.toContain(word);
    }
    expect(acknowledgement?.text).toContain('http://shop.example/faq');
  });

  test('shows links and HTML to the operator as text', async () => {
    const message =
      'Marmalade <script>alert(1)</script> <a href="https://evil.example/x">here</a>\nwww.evil.example, pay@evil.example';
    await sendFromForm(aPerson({ message, firstName: '<b>Kofi</b>', lastName: 'evil.example' }));
    const { html, text } = await toOperator('Marmalade');
    expect(html).not.toMatch(/<script|<b>|evil\.example/);
    expect(html.match(/<a /g)).toHaveLength(4);
    const shown = html.replaceAll('\u200b', '');
    expect(shown).toContain(
      '&lt;a href=&quot;https://evil.example/x&quot;&gt;here&lt;/a&gt;<br>www.evil.example, pay@evil.example',
    );
    expect(text).toContain('> www.evil.example, pay@evil.example');
  });

  test('sent twice concurrently, or again after a lost response, is one message; ten minutes later it is another', async () => {
    const person = fromForm(aPerson());
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await send(person);
    expect(await stored(person.email)).toHaveLength(1);
    shop.travel(10 * 60_000 + 1_000);
    await send(person);
    expect(await stored(person.email)).toHaveLength(2);
    expect(await mailsTo(person.email, 2)).toHaveLength(2);
  });

  test('that is the third of a day reaches the operator, but its sender gets no other email', async () => {
    const { email } = aPerson();
    for (const message of ['Apricot one', 'Apricot two', 'Apricot three'])
      await sendFromForm(aPerson({ email, message }));
    await toOperator('Apricot three');
    expect((await stored(email)).map(({ acknowledged }) => acknowledged)).toEqual([true, true, false]);
    expect(await mailsTo(email, 2)).toHaveLength(2);
  });

  test('of a bot reaches the operator, and its address gets no email', async () => {
    const program = aPerson({ message: 'Quince from a program' });
    expect((await send(program)).status).toBe(200);
    await toOperator('Quince from a program');
    expect(await stored(program.email)).toMatchObject([{ suspected_because: null, acknowledged: false }]);
    expect(
      await shop.db.selectFrom('mail').select('id').where('to_address', '=', program.email).execute(),
    ).toEqual([]);
  });
});

describe('a consent', () => {
  test('is stored with its text, page, and time, and each text is stored once', async () => {
    const [one, other] = [aPerson({ smsConsent: true }), aPerson()];
    await sendFromForm(one);
    await sendFromForm(other);
    const [agreed] = await stored(one.email);
    const [notAgreed] = await stored(other.email);
    const consents = await consentsOf(agreed?.id ?? '');
    expect(consents).toMatchObject([
      { kind: 'terms_and_privacy', page: '/contact-us', email: one.email, client_address: null },
      {
        kind: 'text_messages',
        page: '/contact-us',
        phone: '+233201234567',
        client_address: '127.0.0.1',
        given_at: agreed?.received_at,
      },
    ]);
    expect((await consentsOf(notAgreed?.id ?? '')).map(({ kind }) => kind)).toEqual(['terms_and_privacy']);
    const texts = await shop.db
      .selectFrom('consent_text')
      .select(['kind', 'version', 'text'])
      .orderBy('kind')
      .execute();
    expect(texts.map(({ kind, text }) => [kind, text])).toEqual([
      ['terms_and_privacy', consentText('terms_and_privacy')],
      ['text_messages', consentText('text_messages')],
    ]);
    expect(consents.map(({ version }) => version)).toEqual(texts.map(({ version }) => version));
    expect((await toOperator(one.message)).text).toContain('Agreed to customer-care text messages');
  });

  test('is not stored for a message that bypasses our form, whatever its body contains', async () => {
    const program = aPerson({ smsConsent: true });
    expect((await send(program)).status).toBe(200);
    const [row] = await stored(program.email);
    expect(row).toMatchObject({ suspected_because: null, sms_consent: false });
    expect(await consentsOf(row?.id ?? '')).toEqual([]);
    expect((await toOperator(program.message)).text).not.toContain('Agreed to customer-care text messages');
  });

  test('contains what the specification requires: text messages, STOP, rates, and both policies', () => {
    const words = consentText('text_messages');
    for (const part of [
      'customer-care text messages',
      'Reply STOP to opt out',
      'Message and data rates may apply',
      'Privacy Policy',
      'Terms',
    ])
      expect(words).toContain(part);
  });

  test('cannot be changed afterwards', async () => {
    await expect(shop.db.updateTable('consent').set({ page: '/elsewhere' }).execute()).rejects.toThrow(
      'never changed',
    );
    await expect(shop.db.updateTable('consent_text').set({ text: 'Everything' }).execute()).rejects.toThrow(
      'never changed',
    );
    await expect(shop.db.deleteFrom('consent_text').execute()).rejects.toThrow('never changed');
  });
});

describe('a bot', () => {
  const suspiciousChanges: Record<string, [because: string, trick: object]> = {
    'fills the hidden field': ['honeypot', { website: 'https://evil.example' }],
    'advertises without the form': ['links', { message: 'Best prices: https://evil.example' }],
  };
  for (const [what, [because, change]] of Object.entries(suspiciousChanges)) {
    test(`that ${what} gets the same answer, is held for review, and is not mailed`, async () => {
      const person = { ...aPerson(), ...change };
      const before = await emails();
      const answer = await send(person);
      const good = await sendFromForm(aPerson());
      const seen = (from: Response) => [
        from.status,
        [...from.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)),
      ];
      expect(seen(answer)).toEqual(seen(good));
      expect(await answer.text()).toBe(await good.text());
      const [row] = await stored(person.email);
      expect(row).toMatchObject({ suspected_because: because, acknowledged: false });
      expect(await consentsOf(row?.id ?? '')).toEqual([]);
      expect((await emails()) - before).toBe(2);
    });
  }
});
