/**
 * The demo staff can log in with the codes that the sandbox shows, and are closed in a shop with real money.
 */
import { contract } from '#contract/contract.ts';
import { retireDemonstration } from '#db/seeds/retire.ts';
import { staffPeople } from '#db/seeds/staff-people.ts';
import { withToken } from '#test/builders/customer.ts';
import { stepMs } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAuthenticators, seedStaff } from './demo-staff.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

const shownCode = async (email: string): Promise<string> => {
  const { data } = (await shop.control('GET', '/control/authenticators')) as {
    data: { name: string; code: string }[];
  };
  return data.find(({ name }) => name === email)?.code ?? '';
};

test('each logs in with the code in the sandbox, and has the permissions of the role', async () => {
  const now = shop.deps.clock.now();
  const authenticators = await seedStaff(shop.deps, now);
  expect(await seedStaff(shop.deps, now), 'a second start keeps their factors').toEqual(authenticators);
  await sendAuthenticators(shop.sandbox.origin, authenticators);
  for (const { email, password, role, firstName } of staffPeople) {
    await expect(shop.call(contract.login, { body: { email, password } })).rejects.toMatchObject({
      code: 'two_factor_required',
    });
    const { data } = await shop.call(contract.login, {
      body: { email, password, code: await shownCode(email) },
    });
    const person = withToken(shop, data.accessToken);
    expect(await person(contract.readStaffPerson)).toMatchObject({
      role,
      firstName,
      freshUntil: expect.any(String),
    });
    expect(await person(contract.me)).toMatchObject({ staffRole: role });
  }
});

test('a shop outside demo mode closes them', async () => {
  expect((await retireDemonstration(shop.db, new Date())).closed).toEqual(
    staffPeople.map(({ email }) => email).toSorted(),
  );
  shop.travel(stepMs);
  const [{ email, password }] = staffPeople as [(typeof staffPeople)[number]];
  await expect(
    shop.call(contract.login, { body: { email, password, code: '000000' } }),
  ).rejects.toMatchObject({ code: 'login_failed' });
});
