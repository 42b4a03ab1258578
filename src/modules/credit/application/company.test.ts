/**
 * Company information over HTTP: validation, the response, consistency with profile and order, and changes
 * after the approval.
 */
import { contract } from '#contract/contract.ts';
import { aBusiness, aCompany, anEin, applyAs } from '#test/builders/business.ts';
import { creditsOf } from '#test/builders/credit-buyer.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOf } from '#modules/credit/ledger/freeze-store.ts';
import * as staff from '#modules/credit/account/staff.ts';
import * as store from '#modules/credit/ledger/store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const apply = async (person: Pick<Customer, 'call'>) => (await applyAs(person)).application;
const byStaff = (email: string) => ({ email, actorId: null });

describe('company information', () => {
  test('is returned with the last four digits of the EIN only', async () => {
    const person = await aCustomer(shop);
    expect(await person.call(contract.readCompany)).toEqual({ company: null });
    const { company } = await person.call(contract.saveCompany, {
      body: aCompany({ ein: '85-1234567', website: 'harmattan.example' }),
    });
    expect(company).toMatchObject({
      legalName: 'Harmattan Trading LLC',
      einLast4: '4567',
      phone: '+1 307 555 0100',
      website: 'harmattan.example',
    });
    expect(JSON.stringify(await person.call(contract.readCompany))).not.toMatch(/1234567|85-?123/);
    const { ein: _stays, ...rest } = aCompany({ legalName: 'Harmattan Group LLC' });
    expect((await person.call(contract.saveCompany, { body: rest })).company).toMatchObject({
      legalName: 'Harmattan Group LLC',
      einLast4: '4567',
    });
  });

  const wrong: [string, Partial<ReturnType<typeof aCompany>> | { ein: undefined }, string][] = [
    ['no EIN at all', { ein: undefined }, 'Enter the nine digits of your EIN, such as 12-3456789'],
    [
      'a prefix that was never issued',
      { ein: '07-1234567' },
      'Enter the nine digits of your EIN, such as 12-3456789',
    ],
    [
      'a business formed in the future',
      { formedOn: '2099-01-01' },
      'The date of formation cannot be in the future',
    ],
    ['an unknown state', { formationState: 'XX' }, 'Choose a state from the list'],
    ['an invalid phone number', { phone: '+1 307' }, 'Enter the number with its country code'],
    ['an invalid website', { website: 'none' }, 'Enter the address of a website'],
  ];
  for (const [what, changes, message] of wrong) {
    test(`rejects ${what}`, async () => {
      const person = await aCustomer(shop);
      await expect(
        person.call(contract.saveCompany, { body: { ...aCompany(), ...changes } as never }),
      ).rejects.toThrow(message);
      expect(await person.call(contract.readCompany)).toEqual({ company: null });
    });
  }

  test('is compared with profile and order: matches and mismatches', async () => {
    const person = await aBusiness(shop);
    const { agrees, checks } = await person.call(contract.readConsistency);
    expect([agrees, checks.map((check) => check.agrees)]).toEqual([true, [true, true, true, true]]);
    await person.call(contract.saveCompany, {
      body: aCompany({ phone: '+1 307 555 0199', addressLine1: '30 North Gould St., Suite 4' }),
    });
    const after = await person.call(contract.readConsistency);
    expect(after.agrees).toBe(false);
    expect(after.checks.filter((check) => !check.agrees)).toEqual([
      {
        field: 'phone',
        agrees: false,
        values: [
          { place: 'profile', value: '+13075550100' },
          { place: 'company', value: '+13075550199' },
          { place: 'order', value: '+13075550100' },
        ],
      },
    ]);
  });
});

describe('after the approval', () => {
  test('another business is reviewed while the account stays active; declining it freezes the account', async () => {
    const person = await aBusiness(shop);
    await apply(person);
    expect(
      await person.call(contract.saveCompany, {
        body: aCompany({ ein: person.ein, website: 'harmattan.example' }),
      }),
    ).toMatchObject({
      inReview: false,
    });
    const moved = anEin();
    expect(await person.call(contract.saveCompany, { body: aCompany({ ein: moved }) })).toMatchObject({
      inReview: true,
    });
    expect(await person.call(contract.readApplication)).toMatchObject({
      application: { kind: 'change', state: 'in_review' },
    });
    await expect(person.call(contract.withdrawApplication)).rejects.toThrow(
      'There is no application in review',
    );
    expect((await emailsTo(shop, person.email, 3)).map(({ subject }) => subject)).toContain(
      'The change to your company details is in review',
    );
    await staff.approveApplication(shop.deps, byStaff(person.email));
    expect(await creditsOf(person)).toEqual({ availableCredit: 500, approvedCredit: 500 });
    await person.call(contract.saveCompany, { body: aCompany({ ein: moved, legalName: 'Another LLC' }) });
    await staff.declineApplication(shop.deps, { ...byStaff(person.email), reasons: ['information_wrong'] });
    expect((await person.call(contract.readCreditAccount)).frozen).toMatchObject({ byStaff: true });
    // The next consistent change ends what the decline started.
    await person.call(contract.saveCompany, { body: aCompany({ ein: moved }) });
    await staff.approveApplication(shop.deps, byStaff(person.email));
    expect((await person.call(contract.readCreditAccount)).frozen).toBeNull();
    // Closing the account ends the review of a change, too.
    await person.call(contract.saveCompany, { body: aCompany({ ein: moved, legalName: 'A third LLC' }) });
    await person.call(contract.closeCredit);
    expect(await person.call(contract.readApplication)).toMatchObject({
      application: { state: 'withdrawn' },
      mayApply: true,
    });
  });

  test('an approved change ends the freeze of a declined one, and no other staff freeze; closing ends it too', async () => {
    const person = await aBusiness(shop);
    await apply(person);
    const [right, wrong] = [
      { body: aCompany({ ein: person.ein }) },
      { body: aCompany({ ein: person.ein, legalName: 'Another LLC' }) },
    ];
    const decline = async () => {
      await person.call(contract.saveCompany, wrong);
      await staff.declineApplication(shop.deps, { ...byStaff(person.email), reasons: ['information_wrong'] });
    };
    const frozenFor = async () => {
      const account = await store.findOf(shop.db, person.userId);
      return (await openOf(shop.db, account?.id ?? '')).map(({ kind, reason }) => [kind, reason]);
    };
    await decline();
    expect(
      await staff.freeze(shop.deps, { ...byStaff(person.email), reason: 'A question about an order' }),
    ).toBe(true);
    expect(await frozenFor()).toEqual([
      ['changed_company', 'company_changed'],
      ['staff', 'A question about an order'],
    ]);
    await person.call(contract.saveCompany, right);
    await staff.approveApplication(shop.deps, byStaff(person.email));
    expect(await frozenFor()).toEqual([['staff', 'A question about an order']]);
    await decline();
    expect(await staff.unfreeze(shop.deps, byStaff(person.email))).toEqual({ remainsFrozen: false });
    expect(await frozenFor()).toEqual([]);

    await person.call(contract.saveCompany, right);
    await staff.approveApplication(shop.deps, byStaff(person.email));
    await decline();
    await person.call(contract.saveCompany, right);
    await person.call(contract.closeCredit);
    expect(await frozenFor()).toEqual([]);
    expect(await apply(person)).toMatchObject({ state: 'approved' });
    expect((await person.call(contract.readCreditAccount)).frozen).toBeNull();
  });

  test('before it, a company changed in review is decided again, and staff approve only the current data', async () => {
    const laterPhone = { phone: '+1 307 555 0142' };
    const person = await aBusiness(shop, { company: laterPhone });
    expect(await apply(person)).toMatchObject({
      state: 'in_review',
      reasons: [{ code: 'company_compared' }, { code: 'phone_differs' }],
    });
    const differs = aCompany({ ...laterPhone, ein: person.ein, addressLine1: '1 Another Road' });
    expect(await person.call(contract.saveCompany, { body: differs })).toMatchObject({ inReview: true });
    const { application } = await person.call(contract.readApplication);
    expect(application?.reasons.map(({ code }) => code)).toEqual([
      'company_compared',
      'address_differs',
      'phone_differs',
    ]);
    await shop.db
      .updateTable('company')
      .set({ formation_state: null })
      .where('user_id', '=', person.userId)
      .execute();
    await expect(staff.approveApplication(shop.deps, byStaff(person.email))).rejects.toThrow(
      'now decline this application: no_us_entity',
    );
    await person.call(contract.saveCompany, { body: aCompany({ ein: person.ein, formationState: null }) });
    expect(await person.call(contract.readApplication)).toMatchObject({ application: { state: 'declined' } });

    const refunded = await aBusiness(shop, { company: laterPhone });
    await apply(refunded);
    await refundOf(shop, refunded.orderId);
    expect(
      await refunded.call(contract.saveCompany, { body: aCompany({ ein: refunded.ein }) }),
    ).toMatchObject({ inReview: true });
    await expect(staff.approveApplication(shop.deps, byStaff(refunded.email))).rejects.toThrow(
      'Make a first purchase by card, then apply',
    );
    expect(await creditsOf(refunded)).toEqual({ availableCredit: 0, approvedCredit: 0 });

    const other = await aBusiness(shop, { company: laterPhone });
    await apply(other);
    expect(await other.call(contract.saveCompany, { body: aCompany({ ein: other.ein }) })).toMatchObject({
      inReview: false,
    });
    expect(await creditsOf(other)).toEqual({ availableCredit: 500, approvedCredit: 500 });
  });

  test('a decision triggered by saving the company is in the audit log like any other', async () => {
    const laterPhone = { phone: '+1 307 555 0142' };
    const audited = async (userId: string) =>
      (
        await shop.db
          .selectFrom('audit_log')
          .innerJoin('credit_application', 'credit_application.id', 'object')
          .select(['action', 'actor_id', 'detail', 'kind'])
          .where('effective_id', '=', userId)
          .orderBy('audit_log.id')
          .execute()
      ).map(({ action, actor_id: actor, detail, kind }) => [action, actor, detail, kind]);
    const applied = (userId: string) => [
      'credit_applied',
      userId,
      { outcome: 'review', reasons: 'phone_differs' },
      'first',
    ];
    const person = await aBusiness(shop, { company: laterPhone });
    await apply(person);
    await person.call(contract.saveCompany, {
      body: aCompany({ ...laterPhone, ein: person.ein, addressLine1: '1 Another Road' }),
    });
    await person.call(contract.saveCompany, { body: aCompany({ ein: person.ein }) });
    await person.call(contract.saveCompany, {
      body: aCompany({ ein: person.ein, legalName: 'Another LLC' }),
    });
    expect(await audited(person.userId)).toEqual([
      applied(person.userId),
      ['credit_in_review', null, { reasons: 'address_differs phone_differs' }, 'first'],
      ['credit_approved', null, { limitCents: 50_000, isChange: false }, 'first'],
      ['credit_in_review', null, { reasons: 'company_changed' }, 'change'],
    ]);
    const other = await aBusiness(shop, { company: laterPhone });
    await apply(other);
    await other.call(contract.saveCompany, { body: aCompany({ ein: other.ein, formationState: null }) });
    expect(await audited(other.userId)).toEqual([
      applied(other.userId),
      ['credit_declined', null, { reasons: 'no_us_entity' }, 'first'],
    ]);
  });

  test('credit is closed when nothing is owed, and the same business may apply again', async () => {
    const person = await aBusiness(shop);
    await apply(person);
    expect(await person.call(contract.closeCredit)).toMatchObject({
      status: 'closed',
      approvedCredit: 0,
      availableCredit: 0,
    });
    await expect(person.call(contract.closeCredit)).rejects.toThrow('You have no Net 30 account');
    expect((await emailsTo(shop, person.email, 3)).map(({ subject }) => subject)).toContain(
      'Your Net 30 account is closed',
    );
    expect(await apply(person)).toMatchObject({ state: 'approved' });
    expect(await creditsOf(person)).toEqual({ availableCredit: 500, approvedCredit: 500 });
    expect(
      (await person.call(contract.listCreditMovements)).data.map(({ kind, approvedCredit }) => [
        kind,
        approvedCredit,
      ]),
    ).toEqual([
      ['approved', 500],
      ['closed', 0],
      ['approved', 500],
    ]);
    expect((await store.findOf(shop.db, person.userId))?.status).toBe('open');
  });
});
