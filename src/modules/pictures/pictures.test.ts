/** Uploads: how valid images are processed, and that malicious content is rejected or removed. */
import sharp from 'sharp';
import { contract } from '#contract/contract.ts';
import { pictureAtMostBytes } from '#contract/admin/pictures.ts';
import { aDrawing } from '#test/access/catalog-samples.ts';
import { aStoredPost } from '#test/access/post-samples.ts';
import { amount } from '#test/amount.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import { aPng, hostileDrawings, marker, polyglots, refused } from '#test/picture-corpus.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanSvg, sizeOfSvg } from './svg.ts';

let shop: Shop;
let editor: Administrator;
beforeAll(async () => {
  shop = await aShop({ webhooks: false });
  editor = await aFullAdministrator(shop, 'content');
});
afterAll(() => shop.stop());

const send = (bytes: Uint8Array, headers: Record<string, string> = editor.headers) =>
  fetch(`${shop.origin}/api/admin/pictures`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: Buffer.from(bytes),
  });
const upload = async (bytes: Uint8Array) => {
  const answer = await send(bytes);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as { id: string; address: string; state: string };
};
const settled = (id: string) =>
  until('the picture is settled', async () => {
    const picture = await editor.call(contract.staffReadPicture, { params: { id } });
    return picture.state === 'waiting' ? null : picture;
  });
const see = (path: string, accept = 'image/avif,image/webp,*/*') =>
  fetch(`${shop.origin}${path}`, { headers: { accept } });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

test('a photograph is converted to AVIF and WebP in several sizes, upright, with permanent caching', async () => {
  const sideways = await sharp({ create: { width: 900, height: 1_400, channels: 3, background: '#2266aa' } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: marker } } })
    .jpeg()
    .toBuffer();
  const { id, address } = await upload(sideways);
  expect(await settled(id)).toMatchObject({ state: 'ready', problem: '' });
  const avif = await see(address);
  expect(Object.fromEntries(avif.headers)).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect(await sharp(await bytesOf(avif)).metadata()).toMatchObject({ format: 'heif', width: 640 });
  const webp = await see(address, 'image/webp,*/*');
  expect(webp.headers.get('content-type')).toBe('image/webp');
  const body = await bytesOf(webp);
  expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 640, height: 412 });
  expect(body.includes(marker)).toBe(false);
  for (const width of [320, 640, 960, 1_280])
    expect(await sharp(await bytesOf(await see(`${address}-${width}.webp`))).metadata()).toMatchObject({
      width,
    });
  const revalidated = await fetch(`${shop.origin}${address}`, {
    headers: { accept: 'image/avif', 'if-none-match': avif.headers.get('etag') ?? '' },
  });
  expect(revalidated.status).toBe(304);
  expect(
    (shop.deps.files as unknown as { names(): string[] })
      .names()
      .filter((name) => name.startsWith('original/')),
  ).toEqual([]);
});

test('a small picture is not enlarged', async () => {
  const { id, address } = await upload(aPng(40, 30));
  await settled(id);
  expect(await sharp(await bytesOf(await see(address))).metadata()).toMatchObject({ width: 40, height: 30 });
  expect((await see(`${address}-320.avif`)).status).toBe(404);
});

test('a drawing is ready immediately, cleaned, and served in a sandbox', async () => {
  const { id, address, state } = await upload(
    Buffer.from(
      '\ufeff<?xml version="1.0"?><svg viewBox="0 0 40 30" onload="ran()"><linearGradient id="a"/><rect fill="url(#a)" width="4" height="3"/></svg>',
    ),
  );
  expect([state, address]).toEqual(['ready', `/media/${id}`]);
  const answer = await see(address);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(await answer.text()).toBe(
    '<svg viewBox="0 0 40 30" xmlns="http://www.w3.org/2000/svg"><linearGradient id="a"></linearGradient><rect fill="url(#a)" width="4" height="3"></rect></svg>',
  );
});

test('an invalid address is not found', async () => {
  for (const path of [
    '/media/x',
    `/media/${'A'.repeat(22)}`,
    '/media/..%2Foriginal',
    '/media/%00',
    `/media/${'A'.repeat(22)}.exe`,
  ]) {
    const answer = await see(path);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  }
});

test('an upload needs the permission to write to the catalog, and is limited to 10 MB', async () => {
  const codeOf = async (answer: Promise<Response>) => (await answer).headers.get('x-error-code');
  const auditor = await aFullAdministrator(shop, 'auditor');
  expect(await codeOf(send(aDrawing(), {}))).toBe('sign_in_required');
  expect(await codeOf(send(aDrawing(), (await aCustomer(shop)).headers))).toBe('not_found');
  expect(await codeOf(send(aDrawing(), auditor.headers))).toBe('permission_missing');
  expect(await codeOf(send(Buffer.alloc(pictureAtMostBytes + 1, 'x')))).toBe('body_too_large');
  expect(await codeOf(send(Buffer.alloc(pictureAtMostBytes, 'x'))), 'so large is room for').toBe(
    'picture_type',
  );
});

describe('is rejected', () => {
  for (const [code, files] of Object.entries(refused))
    for (const [name, bytes] of Object.entries(files).slice(0, amount(3, Number.POSITIVE_INFINITY)))
      test(`${name}: ${code}`, async () => {
        const answer = await send(bytes);
        expect([answer.headers.get('x-error-code'), answer.status]).toEqual([code, expect.any(Number)]);
      });
});

describe('other data in a picture is removed:', () => {
  for (const [name, bytes] of Object.entries(polyglots).slice(0, amount(2, Number.POSITIVE_INFINITY)))
    test(name, async () => {
      const { id, address } = await upload(bytes);
      expect((await settled(id)).state).toBe('ready');
      for (const accept of ['image/avif', 'image/webp'])
        expect((await bytesOf(await see(address, accept))).includes(marker)).toBe(false);
    });
});

test('a truncated picture is reported as broken without further waiting', async () => {
  const png = aPng(400, 300);
  const { id, address } = await upload(png.subarray(0, png.length - 30));
  expect(await settled(id)).toMatchObject({
    state: 'failed',
    problem: 'This picture cannot be read. Save it again in an image editor, then try again',
  });
  expect((await see(address)).status).toBe(404);
});

describe('drawings', () => {
  test.each(hostileDrawings)('%#: nothing in it runs or fetches', (drawing) => {
    const clean = cleanSvg(drawing);
    if (clean === null) return;
    expect(cleanSvg(clean)).toBe(clean);
    const tags = [...clean.matchAll(/<[^>]*>/g)].map(([tag]) => tag).join('\n');
    expect(tags).not.toMatch(
      /<(?:\w+:)?(script|foreignObject|iframe|image|a|style|set|animate|handler|feImage|audio|video)\b/i,
    );
    expect(tags).not.toMatch(/javascript:|data:|evil\.example|\\/i);
    expect(tags.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=|style=|xlink|\w:\w/i);
  });

  test('ours look the same after cleaning', () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="320"><defs><clipPath id="c"><circle cx="1" cy="1" r="1"></circle></clipPath></defs><g clip-path="url(#c)" stroke="#123456"><use href="#c"></use></g></svg>';
    expect(cleanSvg(drawing)).toBe(drawing);
    expect(sizeOfSvg(drawing)).toEqual({ width: 320, height: 240 });
  });
});

test('ready uploads are listed, newest first, with their previews', async () => {
  const [one, two] = [await upload(aDrawing()), await upload(aDrawing())];
  const waiting = {
    state: 'waiting' as const,
    width: 1,
    height: 1,
    uploaded_by: editor.userId,
    created_at: new Date(),
  };
  await shop.db
    .insertInto('picture')
    .values({ ...waiting, id: 'x'.repeat(22) })
    .execute();
  await aStoredPost(shop, { title: 'Shown here', bannerImage: one.address });
  const { rows } = await editor.call(contract.staffListPictures, { query: {} });
  expect(rows.slice(0, 2).map(({ address, usedBy }) => ({ address, usedBy }))).toEqual([
    { address: two.address, usedBy: null },
    { address: one.address, usedBy: 'Shown here' },
  ]);
  expect(rows.every(({ state }) => state === 'ready')).toBe(true);
});
