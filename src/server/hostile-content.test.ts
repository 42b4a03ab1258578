/**
 * One request must not block the shop. Content designed to stall parsers is sent to every endpoint that
 * accepts content, in a separate process. No turn of the event loop uses more than 50 ms of CPU, and each
 * response is a success or a rejection.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { aStoredPost } from '#test/access/post-samples.ts';
import { aDrawing } from '#test/access/catalog-samples.ts';
import { amount } from '#test/amount.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import { aPicture, coupons, productHead, products } from '#test/builders/import.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aShopProcess, type ShopProcess } from '#test/builders/shop-process.ts';
import * as hostile from '#test/hostile-content.ts';
import { aPng } from '#test/picture-corpus.ts';
import { until } from '#test/until.ts';

const turnAtMostMs = 50;

let shop: Shop;
let measured: ShopProcess;
let clock: string;
let editor: Administrator;
let postId: string;

beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  editor = await aFullAdministrator(shop, 'owner');
  const environment = {
    DATABASE_URL: shop.databaseUrl,
    NODE_OPTIONS: '--import ./test/turn-clock.ts',
    LOG_LEVEL: 'error',
  };
  measured = await aShopProcess({ sandbox: shop.sandbox, environment });
  clock = await until('the clock runs', () => /turn-clock (\S+)/.exec(measured.log())?.[1] ?? null);
  await aStoredPost(shop, { slug: 'a-hostile-post' });
  postId = (
    await shop.db
      .selectFrom('post')
      .select('id')
      .where('slug', '=', 'a-hostile-post')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(async () => {
  await measured?.end();
  await shop?.stop();
});

type Measured = { longestMs: number; processorMs: number };
const readClock = async (): Promise<Measured> => (await (await fetch(clock)).json()) as Measured;

type Sent = { path: string; method?: string; type?: string; body: Uint8Array | string; signal?: AbortSignal };
const send = ({
  path,
  method = 'POST',
  type = 'application/octet-stream',
  body,
  signal,
}: Sent): Promise<Response> =>
  fetch(`${measured.origin}${path}`, {
    method,
    headers: { ...editor.headers, 'content-type': type },
    body: typeof body === 'string' ? body : Buffer.from(body),
    ...(signal && { signal }),
  });

const importCheck = (kind: 'posts' | 'products' | 'coupons', { name, bytes }: hostile.HostileFile): Sent => ({
  path: `/api/admin/${kind}/import-check?name=${encodeURIComponent(name)}`,
  body: bytes,
});
const picture = ({ bytes }: hostile.HostileFile): Sent => ({ path: '/api/admin/pictures', body: bytes });
const saved = (text: string): Sent => ({
  ...{ path: `/api/admin/posts/${postId}`, method: 'PUT', type: 'application/json' },
  body: JSON.stringify({ ...aSavedPost, version: 0, body: text }),
});
const aSavedPost = {
  ...{
    slug: 'a-hostile-post',
    title: 'Hostile',
    metaTitle: '',
    metaDescription: '',
    imageAlt: '',
    bannerImage: '',
    excerpt: '',
  },
  tags: [],
};

/** Normal content of the same kind goes first, so that lazy loading does not count. */
async function expectNormalCost(
  normal: Sent,
  all: readonly (readonly [name: string, sent: Sent])[],
): Promise<void> {
  for (let round = 0; round < 3; round += 1) await (await send(normal)).text();
  await readClock();
  for (const [name, sent] of all) {
    let isAnswered = false;
    const answering = send(sent).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      expect((await fetch(`${measured.origin}/healthz`)).status).toBe(200);
      await delay(5);
    }
    const answer = await answering;
    const answerText = await answer.text();
    expect([name, answer.status, answerText.slice(0, 200)], name).toSatisfy(
      ([, status]: [string, number, string]) => status < 500,
    );
    if (answer.status >= 400) expect(JSON.parse(answerText)).toMatch(/[A-Z][a-z]+ .{10,}/s);
    const { longestMs } = await readClock();
    expect(longestMs, name).toBeLessThan(turnAtMostMs);
  }
}

/** A normal run sends a sample of each list, `test:all` sends all. */
const everyNth = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => at % amount(20, 1) === 0);
const named = (files: readonly hostile.HostileFile[], sent: (file: hostile.HostileFile) => Sent) =>
  files.map((file) => [file.name, sent(file)] as const);

describe('the event loop stays responsive while the shop parses', () => {
  test('hostile posts of an import', async () => {
    const normal = { name: 'x.md', bytes: Buffer.from('---\ntitle: x\n---\n- **a**\n') };
    // Each uses its limit of 10 s of CPU, so only `test:all` sends them.
    const holding = hostile.hostilePosts.filter(({ name }) =>
      /zip$|^2,000|^(?:a\*\*b|- |<p><b>|<a )"|^a\\n=/.test(name),
    );
    const slow = amount([], holding);
    const others = hostile.hostilePosts.filter((file) => !holding.includes(file));
    await expectNormalCost(
      importCheck('posts', normal),
      named([...everyNth(others), ...slow], (file) => importCheck('posts', file)),
    );
  });

  test('hostile tables', async () => {
    const couponHead = coupons().split('\r\n')[0] ?? '';
    const ofProducts = { name: 'x.csv', bytes: Buffer.from(products(`x,X,simple,draft,5,,,${aPicture},`)) };
    await expectNormalCost(importCheck('products', ofProducts), [
      ...named(everyNth(hostile.hostileTables(productHead)), (file) => importCheck('products', file)),
      ...named(everyNth(hostile.hostileTables(couponHead)), (file) => importCheck('coupons', file)),
    ]);
  });

  test('hostile drawings and pictures', async () => {
    const bombs = hostile.hostileDrawings.filter(({ name }) => /bomb|entities|comments|balanced/.test(name));
    await expectNormalCost(
      { path: '/api/admin/pictures', body: aDrawing() },
      named([...everyNth(hostile.hostileDrawings), ...bombs], picture),
    );
    await expectNormalCost(
      { path: '/api/admin/pictures', body: aPng(40, 30) },
      named(hostile.hostilePictures, picture),
    );
  });

  test('hostile bodies of the editor, and their page', async () => {
    const page = { path: `/api/admin/posts/${postId}/preview`, headers: editor.headers };
    for (const [at, body] of everyNth(hostile.hostileBodies).entries()) {
      const { version } = await shop.db
        .selectFrom('post')
        .select('version')
        .where('id', '=', postId)
        .executeTakeFirstOrThrow();
      const sent = { ...saved(body), body: JSON.stringify({ ...aSavedPost, version, body }) };
      await expectNormalCost(saved('<p>a</p>'), [[`body ${at}: ${body.slice(0, 20)}`, sent]]);
      const shown = await fetch(`${measured.origin}${page.path}`, { headers: page.headers });
      expect(shown.status).toBe(200);
      await shown.text();
      expect((await readClock()).longestMs, `page ${at}: ${body.slice(0, 20)}`).toBeLessThan(turnAtMostMs);
    }
  });

  test('JSON at the size limit of a form', async () => {
    const forms = [
      contract.staffCreatePost,
      contract.createContact,
      contract.createAndPurchase,
      contract.staffSavePageTexts,
    ];
    for (const { path, method } of forms) {
      const sent = (body: string): Sent => ({ path, method, type: 'application/json', body });
      await expectNormalCost(
        sent('{}'),
        hostile.hostileJson.map((body, at) => [`${path} ${at}`, sent(body)]),
      );
    }
  });
});

test('the work ends when its client disconnects', async () => {
  const leaving = new AbortController();
  const slow = hostile.hostilePosts.find(({ name }) => name === 'slow.zip');
  if (slow === undefined) throw new Error('no slow file');
  const before = await readClock();
  const refused = expect(send({ ...importCheck('posts', slow), signal: leaving.signal })).rejects.toThrow();
  await until('the worker works', async () => (await readClock()).processorMs - before.processorMs > 500);
  leaving.abort();
  await refused;
  await until('the process rests', async () => {
    const { processorMs } = await readClock();
    await delay(500);
    return (await readClock()).processorMs - processorMs < 100;
  });
  // Without the disconnect, the file would use its whole limit.
  expect((await readClock()).processorMs - before.processorMs).toBeLessThan(9_000);
});

test('imports wait in a short queue, and a further one is rejected with a message', async () => {
  const slow = hostile.hostilePosts.find(({ name }) => name === 'slow.zip');
  if (slow === undefined) throw new Error('no slow file');
  const leaving = new AbortController();
  const refused: unknown[] = [];
  const sent = Array.from({ length: 5 }, async () => {
    const answer = await send({ ...importCheck('posts', slow), signal: leaving.signal }).catch(() => null);
    if (answer?.status === 429) refused.push([answer.headers.get('retry-after'), await answer.json()]);
  });
  await until('two of five are refused', () => refused.length >= 2);
  leaving.abort();
  await Promise.all(sent);
  expect(refused[0]).toEqual(['2', 'We are processing other files right now. Please try again in a moment']);
});
