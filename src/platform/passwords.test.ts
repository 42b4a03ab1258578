/**
 * Password hashes and their queue. All requests arrive before the first hash can end, so timing does not
 * matter.
 */
import { expect, test } from 'vitest';
import { cheapEffort } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { createPasswords, defaultEffort } from './passwords.ts';
import { inRequest } from './request-context.ts';

const cheap = createPasswords({ effort: cheapEffort });

test('a hash contains its parameters, is salted, and matches its password only', async () => {
  const [one, other] = await Promise.all([cheap.hash('open sesame'), cheap.hash('open sesame')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await cheap.matches('open sesame', one)).toBe(true);
  expect(await cheap.matches('Open sesame', one)).toBe(false);
  expect(await cheap.matches('', one)).toBe(false);
  expect(await cheap.matches('open sesame', null), 'nobody has no password').toBe(false);
});

test('the effort follows OWASP, and hashes of another effort are outdated but still match', async () => {
  expect(defaultEffort).toEqual({ memoryKib: 47_104, passes: 1, parallelism: 1 });
  const passwords = createPasswords();
  const older = await cheap.hash('open sesame');
  expect([
    passwords.isOutdated(older),
    cheap.isOutdated(older),
    passwords.isOutdated(await passwords.hash('x')),
  ]).toEqual([true, false, false]);
  expect(await passwords.matches('open sesame', older)).toBe(true);
});

test('an unreadable hash is an error, not a wrong password', async () => {
  await expect(cheap.matches('x', 'open sesame')).rejects.toThrow('cannot be read');
});

test('every password check is one hash, also without an account', async () => {
  let hashes = 0;
  const onHash = (): void => {
    hashes += 1;
  };
  const counting = createPasswords({ effort: cheapEffort, onHash });
  await counting.matches('x', null);
  await counting.matches('x', await counting.hash('x'));
  expect(hashes).toBe(3);
});

/** Counts the outcomes of all requests so far, without waiting for running ones. */
function crowd(passwords: ReturnType<typeof createPasswords>) {
  const outcomes = { matched: 0, busy: 0, other: 0 };
  const count = (outcome: keyof typeof outcomes): void => {
    outcomes[outcome] += 1;
  };
  const verifyAs = (client: string): void =>
    inRequest({ id: client, route: '/', client, userAgent: '' }, () => {
      passwords.matches('x', null).then(
        () => count('matched'),
        (error: { code?: string }) => count(error.code === 'busy' ? 'busy' : 'other'),
      );
    });
  return { fates: outcomes, come: verifyAs };
}

test('requests beyond the queue are rejected immediately, so that no wait is endless', async () => {
  const { fates, come } = crowd(
    createPasswords({ effort: cheapEffort, concurrency: 2, waitingAtMost: 6, waitingPerClient: 6 }),
  );
  for (let guest = 0; guest < 500; guest += 1) come(`client ${guest}`);
  await until('the crowd was answered', () => fates.matched + fates.busy + fates.other === 500);
  expect(fates).toEqual({ matched: 8, busy: 492, other: 0 });
});

test('an office behind one address is served in turn', async () => {
  const office = crowd(createPasswords({ effort: cheapEffort }));
  for (let person = 0; person < 10; person += 1) office.come('office');
  await until('everybody was answered', () => office.fates.matched + office.fates.busy === 10);
  expect(office.fates).toEqual({ matched: 10, busy: 0, other: 0 });
});

test('one client cannot fill the queue: the next client waits behind a few only', async () => {
  const passwords = createPasswords({
    effort: cheapEffort,
    concurrency: 2,
    waitingAtMost: 16,
    waitingPerClient: 4,
  });
  const attacker = crowd(passwords);
  for (let guess = 0; guess < 1_000; guess += 1) attacker.come('attacker');
  const customer = crowd(passwords);
  customer.come('customer');
  await until('the customer was answered', () => customer.fates.matched + customer.fates.busy === 1);
  expect(customer.fates.matched).toBe(1);
  await until('the attacker was answered', () => attacker.fates.matched + attacker.fates.busy === 1_000);
  expect(attacker.fates).toEqual({ matched: 6, busy: 994, other: 0 });
});

test('a first attempt goes ahead of repeated guesses, and takes a slot in a full queue', async () => {
  const passwords = createPasswords({
    effort: cheapEffort,
    concurrency: 1,
    waitingAtMost: 4,
    waitingPerClient: 1,
  });
  const order: string[] = [];
  const verifyAs = (client: string): Promise<void> =>
    inRequest({ id: client, route: '/', client, userAgent: '' }, () =>
      passwords.matches('x', null).then(
        () => void order.push(client),
        () => void order.push(`${client} busy`),
      ),
    );
  const crowd = ['a', 'b', 'c', 'd', 'e'];
  for (const guesser of crowd) await verifyAs(guesser);
  order.length = 0;
  await Promise.all([...crowd, 'customer'].map(verifyAs));
  expect(order).toEqual(['e busy', 'a', 'customer', 'b', 'c', 'd']);
});

test('correct passwords do not count against a client: a frequent user precedes a crowd of guessing newcomers', async () => {
  const passwords = createPasswords({
    effort: cheapEffort,
    concurrency: 1,
    waitingAtMost: 3,
    waitingPerClient: 1,
  });
  const phc = await passwords.hash('open sesame');
  const order: string[] = [];
  const verifyAs = (client: string, password: string): Promise<void> =>
    inRequest({ id: client, route: '/', client, userAgent: '' }, () =>
      passwords.matches(password, phc).then(
        () => void order.push(client),
        () => void order.push(`${client} busy`),
      ),
    );
  for (let visit = 0; visit < 5; visit += 1) await verifyAs('customer', 'open sesame');
  const newcomers = ['a', 'b', 'c', 'd'];
  for (const guesser of newcomers) await verifyAs(guesser, 'a guess');
  order.length = 0;
  await Promise.all([
    ...newcomers.map((guesser) => verifyAs(guesser, 'a guess')),
    verifyAs('customer', 'open sesame'),
  ]);
  expect(order).toEqual(['d busy', 'a', 'customer', 'b', 'c']);
});

test('concurrent hashes are limited, and a slot is freed after an error', async () => {
  const passwords = createPasswords({
    effort: { ...cheapEffort, memoryKib: 1 },
    concurrency: 1,
    waitingAtMost: 1,
  });
  await expect(passwords.hash('x')).rejects.toThrow();
  await expect(passwords.hash('x')).rejects.not.toMatchObject({ code: 'busy' });
});
