/** Posts in the console's search. */
import { contract } from '#contract/contract.ts';
import { aPost } from '#test/access/post-samples.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
let writer: Administrator;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  writer = await aFullAdministrator(shop, 'content');
});
afterAll(() => shop.stop());

const byId = (id: string) => ({ params: { id } });
const create = (title: string) => writer.call(contract.staffCreatePost, { body: { title } });
const edit = (id: string, version: number, changes: Partial<ReturnType<typeof aPost>>) =>
  writer.call(contract.staffEditPost, { ...byId(id), body: { ...aPost(changes), version } });
const publishNow = (id: string, version: number) =>
  writer.call(contract.staffPublishPost, { ...byId(id), body: { version } });

test('posts are found by title, tag, and current or former address while they exist', async () => {
  const find = async (q: string) =>
    (await writer.call(contract.staffSearch, { query: { q } })).hits.map(({ kind, id }) => `${kind} ${id}`);
  const { id: postId } = await create('What quokkas owe');
  const post = await edit(postId, 0, { slug: 'quokka-law', title: 'What quokkas owe', tags: ['Marsupials'] });
  const hit = `post ${post.id}`;
  for (const text of ['quokkas owe', 'marsupial', 'quokka-law', '/blogs/quokka-law', post.id])
    expect(await find(text), text).toContain(hit);
  const [found] = (await writer.call(contract.staffSearch, { query: { q: '/blogs/quokka-law' } })).hits;
  const address = `/admin/content/posts/${post.id}`;
  expect(found).toMatchObject({
    title: 'What quokkas owe',
    detail: 'draft, /blogs/quokka-law',
    isExact: true,
    address,
  });
  let { version } = await publishNow(post.id, post.version);
  ({ version } = await edit(post.id, version, { slug: 'wombat-law', title: 'What wombats owe' }));
  await publishNow(post.id, version);
  expect(await find('quokkas owe')).not.toContain(hit);
  expect(await find('quokka-law')).toContain(hit);
  const draft = await create('A numbat draft');
  expect(await find('numbat draft')).toContain(`post ${draft.id}`);
  await writer.call(contract.staffDeletePost, { ...byId(draft.id), body: { version: draft.version } });
  expect(await find('numbat draft')).not.toContain(`post ${draft.id}`);
});
