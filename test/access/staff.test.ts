/**
 * Every staff endpoint × every kind of caller: each role, guests, customers, staff without a second factor,
 * and staff acting for a customer. A rejected caller gets an error and a log entry, and nothing changes. An
 * allowed write or export adds one audit entry.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { mayDo, permissions, staffRoles, type StaffRole } from '#kernel/permissions.ts';
import { createLogger } from '#platform/logger.ts';
import { amount } from '#test/amount.ts';
import { aCustomer, anAdministrator, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStaffPerson, markFactor } from '#test/builders/staff-person.ts';
import { actingAs, grantImpersonation } from '#test/builders/acting-administrator.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { staffEndpoints } from './endpoints.ts';
import { expectedRefusals, onlyRead, type StaffRequest, staffSamples } from './staff-samples.ts';

let shop: Shop;
let customer: Customer;
let log = '';
const people = new Map<StaffRole, Customer>();
const others: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  const write = (line: string) => {
    log += line;
  };
  shop = await aShop({ factiiv: true, log: createLogger('warn', { write }) });
  for (const role of staffRoles) people.set(role, await aStaffPerson(shop, role));
  const owner = await aStaffPerson(shop);
  customer = await aCustomer(shop);
  await grantImpersonation(shop, owner, customer);
  others.guest = {};
  others.customer = customer.headers;
  others.withoutFactor = (await anAdministrator(shop)).headers;
  others.acting = actingAs(owner, customer);
});
afterAll(() => shop.stop());
beforeEach(() => {
  log = '';
});

const samples = staffSamples({ shop: () => shop, customer: () => customer });

async function send(
  endpoint: Endpoint,
  { params = {}, query = {}, body, bytes }: StaffRequest,
  headers: Record<string, string>,
) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  const takesBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const answer = await fetch(`${shop.origin}${path}${search && `?${search}`}`, {
    method: endpoint.method,
    headers: {
      ...headers,
      'idempotency-key': randomUUID(),
      ...(takesBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(takesBody ? { body: bytes === undefined ? JSON.stringify(body ?? {}) : Buffer.from(bytes) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, code: answer.headers.get('x-error-code'), text };
}

/** Entries from jobs that this person requested earlier have no route, so they are excluded. */
const entriesOf = async (userId: string): Promise<number> =>
  (
    await shop.db
      .selectFrom('audit_log')
      .select('id')
      .where('actor_id', '=', userId)
      .where('route', '<>', '')
      .execute()
  ).length;

test('every staff endpoint has a sample, and there is no other', () => {
  expect(Object.keys(samples).toSorted()).toEqual(staffEndpoints.map(([name]) => name).toSorted());
});

test('every staff endpoint, and no other, is under /api/admin/ or in the specification', () => {
  const ofSpecification = ['rereadCreditScore', 'deleteCreditScore'];
  expect(
    staffEndpoints.filter(
      ([name, { path }]) => !path.startsWith('/api/admin/') && !ofSpecification.includes(name),
    ),
  ).toEqual([]);
});

test('an owner may do everything, and an auditor changes nothing', () => {
  expect(permissions.filter((permission) => !mayDo('owner', permission))).toEqual([]);
  // Acts that every staff member may do for themselves, and exports of data that the role may read.
  const changesNothing = ['home.read', 'exports.make', 'credit.export', 'catalog.export', 'content.export'];
  const writes = staffEndpoints.filter(
    ([name, { method, path, permission = 'staff.write' }]) =>
      method !== 'GET' &&
      !onlyRead.has(name) &&
      !path.endsWith('/exports') &&
      !changesNothing.includes(permission) &&
      mayDo('auditor', permission),
  );
  expect(writes).toEqual([]);
});

/**
 * A normal run tries each endpoint as the owner, who may call all, and as one other role, in turn.
 * `test:all` tries all.
 */
const rolesFor = (at: number): readonly StaffRole[] =>
  staffRoles.filter(
    (role, index) => role === 'owner' || (at + index) % amount(staffRoles.length - 1, 1) === 0,
  );

for (const [at, [name, endpoint]] of staffEndpoints.entries()) {
  describe(`${endpoint.method} ${endpoint.path}`, () => {
    let refused: StaffRequest | undefined;
    /**
     * One request shared by all rejected callers. It changes nothing, so it stays valid. Each allowed caller
     * gets a separate request.
     */
    const refusedRequest = async (): Promise<StaffRequest> => {
      refused ??= (await samples[name]?.()) ?? {};
      return refused;
    };

    test('is closed to everyone except staff with a second factor, acting as themselves', async () => {
      const request = await refusedRequest();
      const codes: Record<string, string | null> = {};
      for (const [who, headers] of Object.entries(others))
        codes[who] = (await send(endpoint, request, headers)).code;
      expect(codes).toEqual({
        guest: 'sign_in_required',
        customer: 'not_found',
        withoutFactor: 'two_factor_needed',
        acting: 'impersonation_refused',
      });
      expect(log).toContain('a customer called a staff endpoint');
    });

    for (const role of rolesFor(at))
      test(`${role} ${mayDo(role, endpoint.permission ?? 'staff.write') ? 'may' : 'may not'}`, async () => {
        const person = people.get(role);
        if (person === undefined) throw new Error(`nobody is ${role}`);
        const isAllowed = endpoint.permission !== undefined && mayDo(role, endpoint.permission);
        const request = isAllowed ? ((await samples[name]?.()) ?? {}) : await refusedRequest();
        const before = await entriesOf(person.userId);
        await markFactor(shop, person, 'fresh');
        if (isAllowed) {
          if (endpoint.fresh) {
            await markFactor(shop, person, 'stale');
            expect(await send(endpoint, request, person.headers)).toMatchObject({
              status: 403,
              code: 'fresh_factor_needed',
            });
            await markFactor(shop, person, 'fresh');
          }
          const answer = await send(endpoint, request, person.headers);
          expect(answer, answer.text).toMatchObject({ code: expectedRefusals[name] ?? null });
          if (
            answer.status === 200 &&
            (endpoint.method !== 'GET' || endpoint.answers !== undefined) &&
            !onlyRead.has(name)
          )
            expect(await entriesOf(person.userId), 'one entry in the audit log').toBe(before + 1);
          return;
        }
        expect(await send(endpoint, request, person.headers)).toMatchObject({
          status: 403,
          code: 'permission_missing',
        });
        expect(log).toContain('the role lacks the permission');
        expect(await entriesOf(person.userId)).toBe(before);
      });
  });
}
