/**
 * How staff handle contact messages: answered once and received by the sender, assigned, closed, held back,
 * and released.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { retentionOf } from '#kernel/retention.ts';
import { defaultCompany, site } from '#content/site.ts';
import { runBulkAct } from '#modules/admin/bulk/run.ts';
import { deleteOldMessages } from '#modules/contact/service.ts';
import { aCustomer, anAccount, type Customer } from '#test/builders/customer.ts';
import { aMessage } from '#test/builders/message.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { emailsTo, mailboxOf } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let ada: Customer;
let ben: Customer;
beforeAll(async () => {
  shop = await aShop();
  ada = await aStaffPerson(shop, 'support');
  ben = await aStaffPerson(shop, 'support');
});
afterAll(() => shop.stop());

const read = (id: string, person: Customer = ada) =>
  person.call(contract.staffReadMessage, { params: { id } });
const list = async (query: object, person: Customer = ada) =>
  (await person.call(contract.staffListMessages, { query: { view: 'open', ...query } as never })).rows.map(
    ({ id }) => id,
  );
type Body = { text: string; close?: boolean; version?: number };
const answer = (
  id: string,
  { text, close = true, version = 0 }: Body,
  person: Customer = ada,
  key: string = randomUUID(),
) =>
  person.call(contract.staffAnswerMessage, {
    params: { id },
    headers: { 'idempotency-key': key },
    body: { text, close, version },
  });
const move = (id: string, state: 'open' | 'closed' | 'spam', version: number, person: Customer = ada) =>
  person.call(contract.staffMoveMessage, { params: { id }, body: { state, version } });
const actsAbout = async (answerId: string): Promise<string[]> =>
  (await shop.db.selectFrom('bulk_row').select('act_id').where('subject', '=', answerId).execute()).map(
    ({ act_id: id }) => id,
  );
/** As if the eight seconds were over. */
const send = async (answerId: string): Promise<void> => {
  for (const id of await actsAbout(answerId))
    await runBulkAct(shop.deps, id, { number: 1, signal: new AbortController().signal });
};
const actions = async (id: string): Promise<string[]> =>
  (
    await shop.db.selectFrom('audit_log').select('action').where('object', '=', id).orderBy('id').execute()
  ).map(({ action }) => action);
const newestReply = async (id: string) => {
  const reply = (await read(id)).said.at(-1);
  if (reply === undefined) throw new Error('nothing was answered');
  return reply;
};

describe('an answer', () => {
  test('is delayed, sent once with the message quoted, and closes the message; replies go to the mailbox', async () => {
    const { id, email } = await aMessage(shop, {
      firstName: 'Esi',
      message: 'Do I need a visa?\n<b>Now</b>',
    });
    const key = randomUUID();
    const [first, second] = await Promise.all(
      [1, 2].map(() => answer(id, { text: 'No, {firstName}.\n\nBest, <Ada>' }, ada, key)),
    );
    expect(first?.said).toEqual(second?.said);
    expect(first).toMatchObject({
      state: 'open',
      answers: 1,
      said: [{ text: 'No, Esi.\n\nBest, <Ada>', state: 'undoable', delivery: null }],
    });
    const [reply] = first?.said ?? [];
    await send(reply?.id ?? '');
    await send(reply?.id ?? '');
    // The confirmation and the answer use separate connections, so either may arrive first.
    const both = await emailsTo(shop, email, 2);
    const mail = both.find(({ subject }) => subject.startsWith('Re: '));
    expect(both.map(({ subject }) => subject).toSorted()).toEqual([
      `Re: Your message to ${site.name}`,
      'We have received your message',
    ]);
    expect(mail?.text).toContain('No, Esi.\n\nBest, <Ada>');
    expect(mail?.text).toContain('> Do I need a visa?\n> <b>Now</b>');
    expect(mail?.html).toContain('Best, &lt;Ada&gt;');
    expect(mail?.html).not.toContain('<b>Now');
    const raw = await (await fetch(`${shop.sandbox.origin}/mailbox/${mail?.id}/raw.eml`)).text();
    expect(raw).toMatch(new RegExp(`^Reply-To: <?${defaultCompany.email}>?\\r$`, 'm'));
    await until('it is shown as sent', async () => (await newestReply(id)).delivery?.state === 'sent');
    expect(await read(id)).toMatchObject({
      state: 'closed',
      answers: 1,
      answersArriveAt: defaultCompany.email,
    });
    expect(await mailboxOf(shop, email)).toHaveLength(2);
    expect(await actions(id)).toEqual(['message_answered', 'message_closed']);
  });

  test('that is undone is never sent, and the message stays open', async () => {
    const { id, email } = await aMessage(shop);
    await answer(id, { text: 'Oops' });
    const { id: answerId } = await newestReply(id);
    const [actId = ''] = await actsAbout(answerId);
    await ada.call(contract.staffStopBulkAct, { params: { id: actId } });
    await send(answerId);
    expect(await read(id)).toMatchObject({
      state: 'open',
      answers: 0,
      said: [{ state: 'taken_back', delivery: null }],
    });
    expect((await emailsTo(shop, email)).map(({ subject }) => subject)).toEqual([
      'We have received your message',
    ]);
  });

  test("is rejected when a colleague answered first, with the colleague's name", async () => {
    const { id } = await aMessage(shop);
    await answer(id, { text: 'From Ada', close: false });
    await expect(answer(id, { text: 'From Ben' }, ben)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(/ Boateng changed this on /),
    });
    await answer(id, { text: 'From Ben, too', version: 1 }, ben);
    expect((await read(id)).said.map(({ text }) => text)).toEqual(['From Ada', 'From Ben, too']);
  });

  test('to an address that accepts no mail shows that', async () => {
    const { id } = await aMessage(shop, { email: 'no-such-user@typo.example' });
    await answer(id, { text: 'Hello' });
    await send((await newestReply(id)).id);
    await until('it is given up', async () => (await newestReply(id)).delivery?.state === 'given_up');
    expect((await newestReply(id)).delivery?.problem).toContain('the mail server rejects it');
    const { parts } = await ada.call(contract.staffReadTodo);
    const emails = parts.find(({ kind }) => kind === 'emails')?.items ?? [];
    expect(emails.map(({ address }) => address)).toContain(`/admin/messages/${id}`);
  });
});

test('a message is assigned to a colleague, appears in that view only, and only to staff who answer', async () => {
  const { id } = await aMessage(shop);
  const assign = (to: string | null, version: number) =>
    ada.call(contract.staffAssignMessage, { params: { id }, body: { to, version } });
  await assign(ben.userId, 0);
  expect([await list({ view: 'mine' }), await list({ view: 'mine' }, ben)]).toEqual([[], [id]]);
  const content = await aStaffPerson(shop, 'content');
  for (const other of [content.userId, (await anAccount(shop)).userId])
    await expect(assign(other, 1)).rejects.toMatchObject({ code: 'invalid_request' });
  await assign(null, 1);
  expect(await list({ view: 'mine' }, ben)).toEqual([]);
  expect(await actions(id)).toEqual(['message_assigned', 'message_given_up']);
});

describe('a message that was held back', () => {
  test('is not mailed until it is marked as not spam, and then once, with its consents', async () => {
    const { id, email } = await aMessage(shop, { website: 'filled in', message: `Honest ${randomUUID()}` });
    expect(await read(id)).toMatchObject({
      state: 'held_back',
      heldBackBecause: 'honeypot',
      emails: [],
      consents: [],
    });
    expect(await list({ view: 'held_back' })).toContain(id);
    await expect(answer(id, { text: 'Hello' })).rejects.toMatchObject({ code: 'message_held_back' });
    await move(id, 'open', 0);
    await emailsTo(shop, email);
    await move(id, 'spam', 1);
    const released = await move(id, 'open', 2);
    expect(released).toMatchObject({
      state: 'open',
      consents: ['terms_and_privacy'],
      releasedAt: expect.any(String),
    });
    expect(released.emails.map(({ kind, to }) => [kind, to])).toEqual([
      ['contact_message', defaultCompany.email],
      ['contact_received', email],
    ]);
    expect((await mailboxOf(shop, email)).map(({ subject }) => subject)).toEqual([
      'We have received your message',
    ]);
  });

  test('of an advertising bot is forwarded, and its address gets no mail', async () => {
    const { id, email } = await aMessage(shop, {
      website: undefined,
      message: 'Best prices: https://evil.example',
    });
    const released = await move(id, 'open', 0);
    expect([released.heldBackBecause, released.consents]).toEqual(['links', []]);
    expect(released.emails.map(({ to }) => to)).toEqual([defaultCompany.email]);
    expect(await mailboxOf(shop, email)).toEqual([]);
  });
});

test('the list has each view, one address, and those of a customer, even unconfirmed', async () => {
  const customer = await aCustomer(shop);
  const unconfirmed = await anAccount(shop, { confirmed: false });
  const [fromCustomer, others] = [
    await aMessage(shop, { email: customer.email.toUpperCase() }),
    await aMessage(shop, { email: unconfirmed.email }),
  ];
  expect(await list({ view: 'all', email: customer.email })).toEqual([fromCustomer.id]);
  expect(await list({ view: 'all', customer: customer.userId })).toEqual([fromCustomer.id]);
  expect(await list({ view: 'all', customer: unconfirmed.userId })).toEqual([others.id]);
  expect((await read(fromCustomer.id)).customer).toEqual({ id: customer.userId, name: 'Ama Boateng' });
  expect((await read(others.id)).customer).toBeNull();
  expect((await list({ sort: 'oldest' })).slice(-1)).toEqual([others.id]);
  const { hits } = await ada.call(contract.staffSearch, { query: { q: fromCustomer.email } });
  expect(hits).toContainEqual(
    expect.objectContaining({ kind: 'message', address: `/admin/messages/${fromCustomer.id}` }),
  );
  await move(fromCustomer.id, 'closed', 0);
  expect([await list({}), await list({ view: 'closed' })]).toEqual([
    expect.not.arrayContaining([fromCustomer.id]),
    expect.arrayContaining([fromCustomer.id]),
  ]);
});

test('deleting an account deletes its messages, answers, notes, and staff changes; the log stays', async () => {
  const customer = await aCustomer(shop);
  const { id } = await aMessage(shop, { email: customer.email });
  await ada.call(contract.staffNoteOnMessage, { params: { id }, body: { text: 'A secret of theirs' } });
  await answer(id, { text: 'An answer to them' });
  await send((await newestReply(id)).id);
  await until('it has left', async () => (await newestReply(id)).delivery?.state === 'sent');
  await customer.call(contract.deleteAccount, { body: { password: customer.password } });
  const countRows = async () => ({
    messages: (await shop.db.selectFrom('contact_message').select('id').where('id', '=', id).execute())
      .length,
    answers: (await shop.db.selectFrom('contact_answer').select('id').where('message_id', '=', id).execute())
      .length,
    notes: (await shop.db.selectFrom('staff_note').select('id').where('about_id', '=', id).execute()).length,
    found: (await shop.db.selectFrom('search_entry').select('id').where('id', '=', id).execute()).length,
    changes: (
      await shop.db
        .selectFrom('audit_change')
        .innerJoin('audit_log', 'audit_log.id', 'audit_id')
        .select('audit_id')
        .where('object', '=', id)
        .execute()
    ).length,
    mails: (
      await shop.db.selectFrom('mail').select('id').where('text', 'like', '%An answer to them%').execute()
    ).length,
  });
  expect(await countRows()).toEqual({ messages: 0, answers: 0, notes: 0, found: 0, changes: 0, mails: 0 });
  expect(await actions(id)).toEqual(['note_written', 'message_answered', 'message_closed']);
});

test('a message marked as not spam is stored like any other, and spam is deleted 30 days after marking', async () => {
  const [honest, spam] = [await aMessage(shop, { website: 'x' }), await aMessage(shop)];
  const exists = async ({ id }: { id: string }) =>
    (await shop.db.selectFrom('contact_message').select('id').where('id', '=', id).execute()).length === 1;
  await move(honest.id, 'closed', 0);
  shop.travel(20 * 86_400_000);
  await deleteOldMessages(shop.deps);
  const now = shop.deps.clock.now();
  await shop.db
    .updateTable('contact_message')
    .set({ state: 'spam', changed_at: now })
    .where('id', '=', spam.id)
    .execute();
  shop.travel((retentionOf.suspectedMessageDays - 1) * 86_400_000);
  await deleteOldMessages(shop.deps);
  expect([await exists(honest), await exists(spam)]).toEqual([true, true]);
  shop.travel(2 * 86_400_000);
  await deleteOldMessages(shop.deps);
  expect([await exists(honest), await exists(spam)]).toEqual([true, false]);
});

test('templates are managed by staff who answer, with placeholders, and conflicting edits are rejected', async () => {
  const { call } = await aStaffPerson(shop, 'manager');
  const template = await call(contract.staffCreateTemplate, {
    body: { name: 'EIN', text: 'Hello {firstName},' },
  });
  await expect(
    call(contract.staffCreateTemplate, { body: { name: 'ein', text: 'x' } }),
  ).rejects.toMatchObject({ code: 'template_exists' });
  await expect(
    call(contract.staffCreateTemplate, { body: { name: 'Other', text: 'Hello {name}' } }),
  ).rejects.toMatchObject({
    message: '{name} is not a placeholder. Use {firstName} or {lastName}',
  });
  const edit = { name: 'EIN, without SSN', text: 'Dear {lastName}', version: template.version };
  await call(contract.staffEditTemplate, { params: { id: template.id }, body: edit });
  await expect(
    call(contract.staffEditTemplate, { params: { id: template.id }, body: edit }),
  ).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  await call(contract.staffDeleteTemplate, { params: { id: template.id } });
  expect((await call(contract.staffListTemplates)).templates).toEqual([]);
  expect(await actions(template.id)).toEqual(['template_made', 'template_changed', 'template_deleted']);
});
