/**
 * An operator's email texts: used from the next email on in every version, removable, rejected when a
 * placeholder is missing, and previewed before saving.
 */
import { contract } from '#contract/contract.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aMessage } from '#test/builders/message.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { emailsTo, mailboxOf } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let editor: Customer;
beforeAll(async () => {
  shop = await aShop();
  editor = await aStaffPerson(shop, 'content');
});
afterAll(() => shop.stop());

const read = (kind: string) => editor.call(contract.staffReadEmailTexts, { params: { kind } });
const edit = (kind: string, texts: Record<string, string>, version: number) =>
  editor.call(contract.staffEditEmailTexts, { params: { kind }, body: { texts, version } });
const acknowledged = async () => {
  const { email } = await aMessage(shop);
  const [mail] = await emailsTo(shop, email);
  return mail;
};

const subject = 'We have received your message';
const hint = 'To add something, reply to this email.';

test("an email uses the operator's text from the next one on, in each variant, and then ours again", async () => {
  const kind = 'contact_received';
  expect((await acknowledged())?.subject).toBe(subject);
  const changed = await edit(kind, { [subject]: 'We have it', [hint]: '  <b>Write</b>\n again ' }, 0);
  expect(changed).toMatchObject({ version: 1, own: 2, changed: { by: expect.stringMatching(/ Boateng$/) } });
  expect(changed.parts.filter(({ isSubject }) => isSubject)).toEqual([
    { ours: subject, theirs: 'We have it', isSubject: true, places: [] },
  ]);
  const second = await acknowledged();
  expect(second?.subject).toBe('We have it');
  expect(second?.text).toContain('<b>Write</b> again');
  expect(second?.html).toContain('&lt;b&gt;Write&lt;/b&gt; again');
  expect(second?.html).not.toContain(hint);
  await expect(edit(kind, {}, 0)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  await edit(kind, {}, 1);
  expect((await acknowledged())?.subject).toBe(subject);
  const { versions, own } = await read(kind);
  expect(new Set(versions.map(({ by }) => by)).size).toBe(1);
  expect([own, versions.map(({ version, texts }) => [version, Object.keys(texts).length])]).toEqual([
    0,
    [
      [2, 0],
      [1, 2],
    ],
  ]);
  const entries = await shop.db
    .selectFrom('audit_log')
    .select('action')
    .where('object', '=', kind)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['email_words_changed', 'email_words_ours_again']);
});

test('of two edits of one version the second is rejected and names the author of the first', async () => {
  const kind = 'contact_received';
  const { version } = await read(kind);
  const edits = ['We have it', 'It is here'].map((text) => edit(kind, { [subject]: text }, version));
  const outcomes = await Promise.allSettled(edits);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'changed_meanwhile', message: expect.stringMatching(/ Boateng changed this on /) },
  });
  await edit(kind, {}, version + 1);
});

test('the footer of every email is defined once and appears in all of them', async () => {
  const footer = 'What we refund, and when: {link}';
  await edit('every_email', { [footer]: 'Money back? {link}' }, 0);
  expect((await acknowledged())?.html).toContain('Money back? ');
  await edit('every_email', {}, 1);
});

test('a text with a missing or unknown placeholder, or without a default, is rejected with a message', async () => {
  const original = 'Order {number} is complete';
  const refusal = (texts: Record<string, string>) =>
    edit('order_completed', texts, 0).catch((error: Error) => error.message);
  expect(await refusal({ [original]: 'It is complete' })).toBe(
    '{number} is missing. The default text has it, so yours must too',
  );
  expect(await refusal({ [original]: 'Order {number} of {name}' })).toBe(
    '{name} is not a placeholder. Use {number}',
  );
  expect(await refusal({ 'Something else': 'x' })).toBe('This email has no text “Something else”');
  expect((await read('order_completed')).version).toBe(0);
  await expect(read('copy')).rejects.toMatchObject({ code: 'not_found' });
});

test('a test email goes to its requester before anything is saved', async () => {
  const sender = await aStaffPerson(shop, 'manager');
  const body = { texts: { 'Order {number} is complete': 'Done: {number}' }, sample: 'Email' };
  const { to } = await sender.call(contract.staffSendTestEmail, {
    params: { kind: 'order_completed' },
    body,
  });
  expect(to).toBe(sender.email);
  await until('the test has come', async () =>
    (await mailboxOf(shop, to)).find((mail) => mail.subject === 'Test: Done: S-1001'),
  );
  expect((await read('order_completed')).versions).toEqual([]);
});

test('content readers see the texts and cannot change them', async () => {
  const support = await aStaffPerson(shop, 'support');
  const { kinds } = await support.call(contract.staffListEmailTexts);
  expect(kinds.length).toBeGreaterThan(50);
  const body = { texts: {}, version: 0 };
  await expect(
    support.call(contract.staffEditEmailTexts, { params: { kind: 'receipt' }, body }),
  ).rejects.toMatchObject({
    code: 'permission_missing',
  });
  const customer = await aCustomer(shop);
  await expect(customer.call(contract.staffListEmailTexts)).rejects.toMatchObject({ code: 'not_found' });
});

test('a preview opens by its address alone, only if we made it, runs no script, and expires after ten minutes', async () => {
  const texts = { 'Order {number} is complete': '<script>ran()</script> {number}' };
  const body = { texts, sample: 'Email' };
  const preview = await editor.call(contract.staffPreviewEmail, {
    params: { kind: 'order_completed' },
    body,
  });
  expect(preview.subject).toBe('<script>ran()</script> S-1001');
  expect(preview.text).toContain('Hello Kofi,');
  const page = await fetch(`${shop.origin}${preview.address}`);
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*frame-ancestors 'self'; sandbox$/,
  );
  const html = await page.text();
  expect(html).toContain('&lt;script&gt;ran()&lt;/script&gt; S-1001');
  expect(html).not.toContain('<script');
  expect((await fetch(`${shop.origin}${preview.address}x`)).status).toBe(404);
  expect((await fetch(`${shop.origin}/api/email-preview`)).status).toBe(404);
  shop.travel(11 * 60_000);
  expect((await fetch(`${shop.origin}${preview.address}`)).status).toBe(404);
});
