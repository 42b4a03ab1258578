/**
 * From the first purchase to the decision, over HTTP: who may apply, consistency checks, decisions by rules
 * and staff, and notifications.
 */
import { contract } from '#contract/contract.ts';
import { DomainError } from '#kernel/errors.ts';
import { cents } from '#kernel/money.ts';
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import { aBusiness, aCompany, anEin, applyAs, firstPurchase } from '#test/builders/business.ts';
import { buyAs } from '#test/builders/buyer.ts';
import { creditsOf } from '#test/builders/credit-buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { mailboxOf } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readApplication } from './service.ts';
import * as staff from '#modules/credit/account/staff.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  await shop.stop();
});

const dayMs = 86_400_000;
const subjects = async (email: string): Promise<string[]> =>
  (await mailboxOf(shop, email)).map(({ subject }) => subject).toSorted();
const awaitEmail = (email: string, subject: string) =>
  until(`${email} receives: ${subject}`, async () =>
    (await mailboxOf(shop, email)).find((email) => email.subject === subject),
  );
const apply = async (person: Pick<Customer, 'call'>) => (await applyAs(person)).application;
const reasonsOf = async (person: Pick<Customer, 'call'>) =>
  ((await person.call(contract.readApplication)).application?.reasons ?? []).map(({ code }) => code);
const byStaff = (email: string) => ({ email, actorId: null });

describe('who may apply', () => {
  test('not without a first card purchase, company information, and the current terms', async () => {
    const person = await aCustomer(shop);
    expect(await creditsOf(person)).toEqual({ availableCredit: 0, approvedCredit: 0 });
    const before = await person.call(contract.readApplication);
    expect(before).toMatchObject({
      application: null,
      mayApply: false,
      refusal: { code: 'credit_first_purchase' },
    });
    await expect(applyAs(person)).rejects.toThrow('Make a first purchase by card, then apply');
    await firstPurchase(shop, person);
    await expect(applyAs(person)).rejects.toThrow('Please enter your company information first');
    await person.call(contract.saveCompany, { body: aCompany() });
    expect(await person.call(contract.readApplication)).toMatchObject({ mayApply: true, refusal: null });
    const old = person.call(contract.applyForCredit, {
      body: { termsVersion: 'of-yesterday', termsAgreed: true },
    });
    await expect(old).rejects.toThrow('The credit terms have changed. Please read them and try again');
  });

  test('not with a refunded purchase only', async () => {
    const person = await aBusiness(shop);
    await refundOf(shop, person.orderId);
    await expect(applyAs(person)).rejects.toThrow('Make a first purchase by card, then apply');
  });

  test('not staff', async () => {
    const person = await aBusiness(shop);
    await shop.db.updateTable('app_user').set({ role: 'owner' }).where('id', '=', person.userId).execute();
    const reader = {
      kind: 'person',
      userId: person.userId,
      email: person.email,
      sessionId: '',
      role: 'owner',
      actor: null,
    } as const;
    expect(await readApplication(shop.deps, { ...reader, hasSecondFactor: true } as never)).toMatchObject({
      mayApply: false,
      refusal: { message: 'Team members cannot have a Net 30 account' },
    });
    await shop.db.updateTable('app_user').set({ role: 'customer' }).where('id', '=', person.userId).execute();
  });

  test('a free order is not a first purchase', async () => {
    const person = await aCustomer(shop);
    await person.call(contract.saveCompany, { body: aCompany() });
    await buyAs(person, { discountCode: 'FREEORDER' });
    await expect(applyAs(person)).rejects.toThrow('Make a first purchase by card, then apply');
  });
});

describe('the published rules', () => {
  test('approve with a first limit of $500.00, once for ten concurrent requests', async () => {
    const person = await aBusiness(shop);
    const { terms } = await person.call(contract.readApplication);
    const press = () =>
      person.call(contract.applyForCredit, { body: { termsVersion: terms.version, termsAgreed: true } });
    const presses = await Promise.allSettled(Array.from({ length: 10 }, press));
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await creditsOf(person)).toEqual({ availableCredit: 500, approvedCredit: 500 });
    expect(await person.call(contract.readCreditAccount)).toMatchObject({
      status: 'open',
      approvedCredit: 500,
      held: 0,
      owed: 0,
      frozen: null,
      invoices: [],
    });
    const { data, nextCursor } = await person.call(contract.listCreditMovements);
    expect([data, nextCursor]).toMatchObject([
      [
        {
          kind: 'approved',
          reason: 'published_rules',
          by: 'shop',
          entries: { limit: -500, available: 500, hold: 0, owed: 0 },
          approvedCredit: 500,
        },
      ],
      null,
    ]);
    const email = await awaitEmail(person.email, 'Your Net 30 account is approved');
    expect(email.text).toContain('Your limit is $500.00.');
    expect((await subjects(person.email)).filter((subject) => subject.includes('approved'))).toHaveLength(1);
    await expect(applyAs(person)).rejects.toThrow('Your Net 30 account is already open');
    const decision = await shop.db
      .selectFrom('credit_decision')
      .innerJoin('credit_application', 'credit_application.id', 'application_id')
      .select(['inputs', 'rule_version', 'outcome'])
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(Object.keys(decision.inputs as object).toSorted()).toEqual([
      'addressAgrees',
      'addressIsInUs',
      'einIsElsewhere',
      'einIsValid',
      'formedOn',
      'isAttested',
      'isUsEntity',
      'limitWasLower',
      'nameAgrees',
      'phoneAgrees',
      'today',
      'wasWrittenOff',
    ]);
  });

  test('decline a business formed outside the United States, and state the day to apply again', async () => {
    const person = await aBusiness(shop, { company: { formationState: null } });
    const declined = await apply(person);
    const applyAgainOn = new Date(shop.deps.clock.now().getTime() + 30 * dayMs).toISOString().slice(0, 10);
    expect(declined).toMatchObject({
      state: 'declined',
      againOn: applyAgainOn,
      reasons: [{ code: 'no_us_entity', found: 'The business is not formed in the United States.' }],
    });
    expect((await awaitEmail(person.email, 'Your Net 30 application was not approved')).text).toContain(
      'The business is not formed in the United States.',
    );
    await person.call(contract.saveCompany, { body: aCompany() });
    await expect(applyAs(person)).rejects.toThrow('You may apply again from');
    const later = { ...shop.deps, clock: { now: () => new Date(`${applyAgainOn}T00:00:00Z`) } };
    const reader = {
      kind: 'person',
      userId: person.userId,
      email: person.email,
      sessionId: '',
      role: 'customer',
      actor: null,
    } as const;
    expect((await readApplication(later, reader)).mayApply).toBe(true);
    const tooSoon = {
      ...later,
      clock: { now: () => new Date(new Date(`${applyAgainOn}T00:00:00Z`).getTime() - 1) },
    };
    expect((await readApplication(tooSoon, reader)).mayApply).toBe(false);
  });

  test('send young companies and mismatches to review, with every reason; it can be withdrawn', async () => {
    const formedOn = new Date(shop.deps.clock.now().getTime() - 29 * dayMs).toISOString().slice(0, 10);
    const person = await aBusiness(shop, { company: { formedOn, phone: '+1 307 555 0142' } });
    expect(await apply(person)).toMatchObject({ state: 'in_review', decidedAt: null });
    expect(await reasonsOf(person)).toEqual(['company_compared', 'young_entity', 'phone_differs']);
    expect(await creditsOf(person)).toEqual({ availableCredit: 0, approvedCredit: 0 });
    await awaitEmail(person.email, 'Your Net 30 application is in review');
    await expect(applyAs(person)).rejects.toThrow('Your application is already in review');
    expect((await person.call(contract.withdrawApplication)).application).toMatchObject({
      state: 'withdrawn',
      reasons: [],
    });
    await expect(person.call(contract.withdrawApplication)).rejects.toThrow(
      'There is no application in review',
    );
    await person.call(contract.saveCompany, { body: aCompany() });
    expect(await apply(person)).toMatchObject({ state: 'approved' });
  });

  test('send an EIN of another account to review, and never open a second account for it', async () => {
    const ein = anEin();
    const first = await aBusiness(shop, { company: { ein } });
    expect(await apply(first)).toMatchObject({ state: 'approved' });
    const second = await aBusiness(shop, { company: { ein } });
    await apply(second);
    expect(await reasonsOf(second)).toEqual(['company_compared']);
    const words = (await awaitEmail(second.email, 'Your Net 30 application is in review')).text;
    expect(words).toContain(
      'The company information needs to be checked. We compare it with our records and with public records.',
    );
    expect(`${words}${JSON.stringify(await second.call(contract.readApplication))}`).not.toMatch(
      /another account|ein_elsewhere/i,
    );
    await expect(staff.approveApplication(shop.deps, byStaff(second.email))).rejects.toThrow(
      'This EIN is already used by another account',
    );
    expect(await reasonsOf(second)).toEqual(['company_compared']);
  });
});

describe('the staff', () => {
  const inReview = async () => {
    const person = await aBusiness(shop, { company: { phone: '+1 307 555 0142' } });
    await apply(person);
    return person;
  };

  test('find the application in the queue, and approve with another limit', async () => {
    const person = await inReview();
    const [queued] = (await staff.queue(shop.deps)).filter(({ email }) => email === person.email);
    expect(queued).toMatchObject({
      legalName: 'Harmattan Trading LLC',
      einLast4: person.ein.slice(-4),
      kind: 'first',
      reasons: ['phone_differs'],
    });
    await staff.approveApplication(shop.deps, { ...byStaff(person.email), limit: cents(120_000) });
    expect(await creditsOf(person)).toEqual({ availableCredit: 1_200, approvedCredit: 1_200 });
    await expect(staff.approveApplication(shop.deps, byStaff(person.email))).rejects.toThrow(
      new DomainError('credit_application_none').message,
    );
    expect((await awaitEmail(person.email, 'Your Net 30 account is approved')).text).toContain('$1,200.00');
  });

  test('decline with reasons that the customer can read', async () => {
    const person = await inReview();
    await staff.declineApplication(shop.deps, { ...byStaff(person.email), reasons: ['not_active_in_state'] });
    expect(await reasonsOf(person)).toEqual(['not_active_in_state']);
    expect((await awaitEmail(person.email, 'Your Net 30 application was not approved')).text).toContain(
      'State records do not list the business as active',
    );
  });

  test("see a former account's lowered limit on a new application; a limit above the gauge is rejected", async () => {
    const person = await aBusiness(shop);
    expect(await apply(person)).toMatchObject({ state: 'approved' });
    await staff.setLimit(shop.deps, { ...byStaff(person.email), to: cents(1_000), reason: 'Slow to answer' });
    await person.call(contract.closeCredit);
    await apply(person);
    expect(await reasonsOf(person)).toEqual(['company_compared', 'earlier_limit']);
    await expect(
      staff.approveApplication(shop.deps, { ...byStaff(person.email), limit: cents(6_000_000) }),
    ).rejects.toThrow(new DomainError('credit_limit_highest').message);
    expect(await creditsOf(person)).toEqual({ availableCredit: 0, approvedCredit: 0 });
  });

  test('change a limit, also below what is held; freeze and unfreeze; each is announced once and logged', async () => {
    const person = await aBusiness(shop);
    await apply(person);
    expect(
      await staff.setLimit(shop.deps, {
        ...byStaff(person.email),
        to: cents(80_000),
        reason: 'Two years of orders.',
      }),
    ).toBe(50_000);
    expect(
      await staff.setLimit(shop.deps, {
        ...byStaff(person.email),
        to: cents(80_000),
        reason: 'Two years of orders.',
      }),
    ).toBe(80_000);
    expect((await awaitEmail(person.email, 'Your credit limit is now $800.00')).text).toContain(
      'The reason: Two years of orders.',
    );
    await expect(
      staff.setLimit(shop.deps, { ...byStaff(person.email), to: cents(5_000_001), reason: 'x' }),
    ).rejects.toThrow('cannot rise above $50,000');
    expect(await staff.freeze(shop.deps, { ...byStaff(person.email), reason: 'a question' })).toBe(true);
    expect(await staff.freeze(shop.deps, { ...byStaff(person.email), reason: 'a question' })).toBe(false);
    expect((await person.call(contract.readCreditAccount)).frozen).toMatchObject({
      pastDue: false,
      byStaff: true,
    });
    expect(await staff.unfreeze(shop.deps, byStaff(person.email))).toEqual({ remainsFrozen: false });
    expect(await staff.unfreeze(shop.deps, byStaff(person.email))).toBeNull();
    await awaitEmail(person.email, 'You can buy on credit again');
    const creditSubjects = (await subjects(person.email)).filter((subject) => /credit/.test(subject));
    expect(creditSubjects).toEqual([
      'You can buy on credit again',
      'Your credit is on hold',
      'Your credit limit is now $800.00',
    ]);
    const entries = await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('effective_id', '=', person.userId)
      .where('action', 'like', 'credit%')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'credit_applied',
      'credit_limit_changed',
      'credit_frozen',
      'credit_unfrozen',
    ]);
    await expect(
      staff.writeOff(shop.deps, { ...byStaff(person.email), reason: 'Dissolved', beforeDue: true }),
    ).rejects.toThrow('Nothing is owed on this account');
  });
});
