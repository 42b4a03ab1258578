/** How long a page is cached, and which requests wait for a new one. The test controls the clock. */
import { expect, test } from 'vitest';
import { until } from '#test/until.ts';
import { createPageCache, type Drawn } from './page-cache.ts';

function aCache() {
  const world = {
    now: 1,
    version: 'one',
    draws: 0,
    status: 200,
    versionFails: false,
    before: null as Promise<void> | null,
  };
  const draw = async (address: string): Promise<Drawn> => {
    world.draws += 1;
    const body = Buffer.from(`${address} ${world.version} ${'x'.repeat(2_000)}`);
    if (world.status === 0) throw new Error('no database');
    return { status: world.status, headers: { 'content-security-policy': 'none' }, body };
  };
  const version = async (): Promise<string> => {
    if (world.before !== null) await world.before;
    if (world.versionFails) throw new Error('no database');
    return world.version;
  };
  const cache = createPageCache({ draw, version, now: () => world.now });
  const text = async (address = '/products') =>
    (await cache.ask(address))?.page.body.toString().slice(0, 14).trim();
  return { world, cache, text };
}

test('a page is rendered once for concurrent requests, and cached', async () => {
  const { world, cache } = aCache();
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.ask('/products')));
  expect(new Set(pages.map((found) => found?.page)).size).toBe(1);
  expect(world.draws).toBe(1);
  expect((await cache.ask('/products'))?.page).toBe(pages[0]?.page);
  expect(pages[0]?.page.encoded.br?.length).toBeLessThan(200);
});

test('a page is served from the cache while it is valid, and no longer', async () => {
  const { world, cache } = aCache();
  expect(cache.has('/products')).toBe(false);
  await cache.ask('/products');
  expect([cache.has('/products'), cache.has('/faq')]).toEqual([true, false]);
  world.now += 650_000;
  expect(cache.has('/products')).toBe(true);
  world.now += 11_000;
  expect(cache.has('/products')).toBe(false);
});

test('changed content is on the page within a second, without a notification', async () => {
  const { world, text } = aCache();
  expect(await text()).toBe('/products one');
  world.version = 'two';
  world.now += 1_001;
  // This request triggers the check in the background.
  await text();
  await until('the change is seen', async () => (await text()) === '/products two');
});

test('the first visitor after a change notification already gets the changed page', async () => {
  const { world, cache, text } = aCache();
  await text();
  world.version = 'two';
  cache.renew();
  expect(await text()).toBe('/products two');
});

test('after an idle time the first visitor already gets the changed page', async () => {
  const { world, text } = aCache();
  await text();
  world.version = 'two';
  world.now += 10_000;
  expect(await text()).toBe('/products two');
});

test('a changed page that fails to render leaves the last good one', async () => {
  const { world, text } = aCache();
  await text();
  world.status = 500;
  world.version = 'two';
  world.now += 10_000;
  expect(await text()).toBe('/products one');
  world.status = 200;
  expect(await text()).toBe('/products two');
});

test('a page that fails to render leaves the last good one, for the whole outage', async () => {
  const { world, text, cache } = aCache();
  await text();
  world.status = 0;
  world.versionFails = true;
  world.now += 120_000;
  expect(await text()).toBe('/products one');
  world.now += 6 * 3_600_000;
  expect((await cache.ask('/products'))?.isConfirmed).toBe(false);
  expect(await text()).toBe('/products one');
  Object.assign(world, { status: 200, versionFails: false, version: 'two' });
  world.now += 2_000;
  expect(await text(), 'after the outage it is drawn again').toBe('/products two');
});

test('a page reports whether the database has just confirmed it', async () => {
  const { world, cache } = aCache();
  const isConfirmed = async (): Promise<boolean | undefined> => (await cache.ask('/products'))?.isConfirmed;
  expect(await isConfirmed()).toBe(true);
  world.now += 900;
  expect(await isConfirmed()).toBe(true);
  world.versionFails = true;
  world.now += 500;
  expect(await isConfirmed()).toBe(false);
  world.versionFails = false;
  world.now += 1_000;
  expect(await isConfirmed()).toBe(true);
  // The content has changed, but the version cannot be read.
  world.versionFails = true;
  cache.renew();
  expect(await isConfirmed()).toBe(false);
});

test('an older page that replaces a failed rendering is not confirmed', async () => {
  const { world, cache } = aCache();
  await cache.ask('/products');
  world.version = 'two';
  world.status = 500;
  world.now += 10_000;
  expect((await cache.ask('/products'))?.isConfirmed).toBe(false);
  world.status = 200;
  expect((await cache.ask('/products'))?.isConfirmed).toBe(true);
});

test('an unresponsive database delays no page, and confirms nothing', async () => {
  const { world, cache } = aCache();
  await cache.ask('/products');
  const slow = Promise.withResolvers<void>();
  world.before = slow.promise;
  world.now += 2_000;
  expect((await cache.ask('/products'))?.isConfirmed).toBe(false);
  slow.resolve();
  await until('the late answer counts', async () => (await cache.ask('/products'))?.isConfirmed === true);
});

test('a late answer requested before a content change confirms nothing after it', async () => {
  const { world, cache } = aCache();
  await cache.ask('/products');
  const [slow, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  world.before = slow.promise;
  world.now += 2_000;
  await cache.ask('/products');
  world.before = never.promise;
  cache.renew();
  slow.resolve();
  expect((await cache.ask('/products'))?.isConfirmed).toBe(false);
});

test('an error is returned and never cached, and a removed page is gone', async () => {
  const { world, cache } = aCache();
  world.status = 500;
  expect((await cache.ask('/products'))?.page.status).toBe(500);
  world.status = 200;
  expect((await cache.ask('/products'))?.page.status).toBe(200);
  world.status = 404;
  world.version = 'two';
  world.now += 10_000;
  expect((await cache.ask('/products'))?.page.status).toBe(404);
  world.status = 200;
  expect((await cache.ask('/products'))?.page.status).toBe(200);
  expect(world.draws).toBe(4);
});

test('an endless list of addresses does not fill the memory', async () => {
  const { world, cache } = aCache();
  for (let page = 1; page <= 520; page += 1) await cache.ask(`/blogs?page=${page}`);
  await cache.ask('/blogs?page=520');
  expect(world.draws).toBe(520);
  await cache.ask('/blogs?page=1');
  expect(world.draws).toBe(521);
});
