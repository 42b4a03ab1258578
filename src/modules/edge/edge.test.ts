/**
 * When an edge cache is purged: twice per change, the first time immediately, with retries until it succeeds.
 */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { services } from '#db/seeds/services.ts';
import { seed } from '#db/seeds/seed.ts';
import { edgeKeys } from '#kernel/edge-keys.ts';
import { publish } from '#modules/content/service.ts';
import type { JobName, Jobs } from '#modules/shared/job-list.ts';
import { createLogger } from '#platform/logger.ts';
import { createParsing } from '#platform/parsing.ts';
import { systemClock } from '#ports/clock.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { anAccount } from '#test/builders/customer.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { type EdgeDeps, purgeAll, purgeDue } from './service.ts';

let database: TestDatabase;
let purges: string[][] = [];
let enqueued: { name: JobName; startAfterSeconds: number | undefined }[] = [];
const cache = { isDown: false };
let deps: EdgeDeps;

beforeEach(async () => {
  database = await aDatabase({ max: 3 });
  purges = [];
  enqueued = [];
  cache.isDown = false;
  const enqueue: Jobs['enqueue'] = async (_tx, name, _data, options) =>
    void enqueued.push({ name, startAfterSeconds: options?.startAfterSeconds });
  deps = {
    db: database.db,
    log: createLogger('silent'),
    jobs: { enqueue } as Jobs,
    edge: {
      purge: async (keys) => {
        if (cache.isDown) throw new Error('The cache at edge.example answered 503 to a purge');
        purges.push(keys.toSorted());
      },
    },
  };
  await seed(database.db, new Date());
  await database.db.deleteFrom('edge_purge').execute();
});
afterEach(() => database.close());

const waiting = async (): Promise<string[]> =>
  (await database.db.selectFrom('edge_purge').select('key').where('purged_at', 'is', null).execute()).map(
    ({ key }) => key,
  );
const alarms = () => database.db.selectFrom('alarm').select(['kind', 'detail']).execute();
/** Shifts the creation and purge times of pending purges into the past. */
const agedBy = (seconds: number) =>
  sql`update edge_purge set made_at = made_at - make_interval(secs => ${seconds}), purged_at = purged_at - make_interval(secs => ${seconds})`.execute(
    database.db,
  );

const changes: [what: string, key: string, change: () => Promise<unknown>][] = [
  [
    'a price',
    edgeKeys.products,
    () =>
      database.db
        .updateTable('product')
        .set({ price_cents: 12_300 })
        .where('id', '=', services[0]?.id ?? '')
        .execute(),
  ],
  [
    'what a product includes',
    edgeKeys.products,
    () => sql`delete from product_benefit where product_id = ${services[0]?.id}`.execute(database.db),
  ],
  [
    'a post',
    edgeKeys.posts,
    async () => {
      const draft = {
        slug: 'new',
        title: 'New',
        metaTitle: 'New',
        metaDescription: 'A new post',
        imageAlt: 'A map',
        image: '/blog/ein-without-ssn.svg',
      };
      const published = {
        ...draft,
        bannerImage: draft.image,
        excerpt: '',
        tags: ['EIN'],
        body: '<p>Words.</p>',
        publishedAt: '2026-01-01',
      };
      const parsing = createParsing({ log: createLogger('silent') });
      await publish({ db: database.db, clock: systemClock, parsing }, [published] as never, {
        replace: true,
      });
      await parsing.stop();
    },
  ],
  [
    'a text of a page, a policy or a fact of the company',
    edgeKeys.pages,
    async () => {
      const { userId } = await anAccount({
        db: database.db,
        deps: { clock: systemClock, passwords: cheapPasswords() },
      });
      const row = {
        key: 'faq',
        version: 1,
        value: '{"entries":[]}',
        changed_at: new Date(),
        changed_by: userId,
      };
      await database.db.insertInto('setting').values(row).execute();
    },
  ],
];

test.each(changes)(
  '%s is queued as %s by the database, in the transaction that changes it',
  async (_what, key, change) => {
    await change();
    expect(new Set(await waiting())).toEqual(new Set([key]));
  },
);

test('a change is purged immediately and once more, and then it is done', async () => {
  await changes[0]?.[2]();
  await purgeDue(deps);
  expect([purges, await waiting()]).toEqual([[['products']], []]);
  expect(enqueued).toEqual([{ name: 'purge-edge', startAfterSeconds: 3 }]);
  await purgeDue(deps);
  expect(purges).toHaveLength(1);
  await agedBy(3);
  await purgeDue(deps);
  expect(purges).toEqual([['products'], ['products']]);
  expect(enqueued).toHaveLength(1);
  expect(await database.db.selectFrom('edge_purge').select('id').execute()).toEqual([]);
});

test('a startup purges every page and file', async () => {
  await purgeAll(deps);
  expect(enqueued).toEqual([{ name: 'purge-edge', startAfterSeconds: undefined }]);
  await purgeDue(deps);
  expect(purges).toEqual([['files', 'pages']]);
});

test('a failed purge is stored and retried, and after five minutes it raises an alarm', async () => {
  cache.isDown = true;
  await changes[0]?.[2]();
  await expect(purgeDue(deps)).rejects.toThrow('answered 503');
  expect([await waiting(), await alarms()]).toEqual([['products'], []]);
  await agedBy(301);
  await expect(purgeDue(deps)).rejects.toThrow('answered 503');
  expect(await alarms()).toEqual([
    {
      kind: 'edge_purge',
      detail:
        'Visitors may see pages from before a change: The cache at edge.example answered 503 to a purge',
    },
  ]);
  cache.isDown = false;
  await purgeDue(deps);
  expect([purges, await waiting()]).toEqual([[['products']], []]);
});

test('without such a cache nothing is purged', async () => {
  await changes[0]?.[2]();
  await purgeDue({ ...deps, edge: null });
  expect([purges, enqueued]).toEqual([[], []]);
});
