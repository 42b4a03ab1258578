/**
 * Posts as files over HTTP: they round-trip exactly, may be imported as Markdown, and stay drafts until
 * published.
 */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { contract } from '#contract/contract.ts';
import { readSeedPosts } from '#db/seeds/posts.ts';
import { isCleanBody } from '#content/post-body.ts';
import { cleanBody } from '#modules/content/clean-body.ts';
import { publish } from '#modules/content/service.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { aStoredPost } from '#test/access/post-samples.ts';
import { type Administrator, aFullAdministrator } from '#test/builders/acting-administrator.ts';
import {
  exported,
  importedKinds,
  type Plan,
  problemsOf,
  type Refused,
  sendFile,
} from '#test/builders/import.ts';
import { withFalseSize, streamedZip } from '#test/zip-files.ts';
import { amount } from '#test/amount.ts';
import { certainVectors, xssVectors } from '#test/xss-vectors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
let writer: Administrator;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
  writer = await aFullAdministrator(shop, 'content');
  await publish(shop.deps, await readSeedPosts(), { replace: false });
});
afterAll(() => shop.stop());

const { check, apply, take } = importedKinds.posts;
const checkFile = async (name: string, text: string | Uint8Array) =>
  (await sendFile(shop, writer, check, text, { name })) as Plan;
const refused = async (name: string, text: string | Uint8Array) =>
  (await sendFile(shop, writer, check, text, { name })) as Refused;
const importAs = async (name: string, text: string | Uint8Array) => {
  const { plan } = await checkFile(name, text);
  return sendFile<{ added: number }>(shop, writer, apply, text, { name, plan });
};
const zip = (entries: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])));
async function post(slug: string) {
  const { id } = await shop.db
    .selectFrom('post')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  return writer.call(contract.staffReadPost, { params: { id } });
}
const seenAt = (slug: string) => shop.call(contract.readBlog, { params: { slug } });

describe('an export', () => {
  test('holds each post in the format of the bundled ones, and imported unchanged changes nothing', async () => {
    await aStoredPost(shop, {
      slug: 'half-written',
      title: 'Half',
      metaTitle: '',
      metaDescription: '',
      imageAlt: '',
      bannerImage: '',
      tags: [],
      body: '',
    });
    const hard = {
      title: '"Quoted": a --> b',
      tags: ['Taxes, US', '[x]', "'y'"],
      body: '<p>One</p>\n\n<pre>---\ntitle: x\n\n# no heading</pre>\r\n<p>-- &gt; *not bold*</p>',
    };
    await aStoredPost(shop, { slug: 'hard-to-say', ...hard });
    const bytes = await exported(shop, writer, take);
    const entries = unzipSync(bytes);
    const seed = 'ein-without-ssn';
    const text = new TextDecoder().decode(entries[`${seed}.html`]);
    const [head = '', body = ''] = readFileSync(
      new URL(`../../../../db/seeds/posts/${seed}.html`, import.meta.url),
      'utf8',
    ).split('\n-->\n');
    for (const line of head.split('\n')) expect(text).toContain(`${line}\n`);
    expect(text.endsWith(`\n-->\n${body}`)).toBe(true);
    const plan = await checkFile('posts.zip', bytes);
    expect(problemsOf(plan)).toEqual([]);
    expect(plan.rows.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
    expect(plan).toMatchObject({
      added: 0,
      changed: 0,
      refused: 0,
      same: Object.keys(entries).length,
      notImported: ['publishedAt'],
    });
    expect(plan.same).toBeGreaterThan(18);
    // As an editor on Windows saves it.
    const crlf = Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [
        name,
        new TextDecoder().decode(entry).replaceAll(/\r?\n/g, '\r\n'),
      ]),
    );
    expect(await checkFile('posts.zip', zip(crlf))).toMatchObject({
      changed: 0,
      refused: 0,
      same: plan.same,
    });
  });

  test('is filtered like the list, named, and logged', async () => {
    const answer = await fetch(`${shop.origin}${take.path}?view=published&title=EIN`, {
      headers: writer.headers,
    });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/filename="posts-\d{4}-\d\d-\d\d\.zip"/);
    const names = Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    expect(names).toContain('ein-without-ssn.html');
    expect(names).not.toContain('llc-or-c-corp.html');
    const entry = await shop.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'posts_exported', actor_id: writer.userId });
  });
});

describe('an import', () => {
  test('creates hidden drafts from Markdown until they are published', async () => {
    const markdown = [
      '---',
      'title: "A first post"',
      'tags: [EIN, "Taxes"]',
      'metaDescription: What a first post says',
      '---',
      '# A first post',
      '',
      'Some **bold** words, [a page](/products) and `code`.',
      '',
      '# A chapter',
      '',
      '| Form | Fee |',
      '|---|---|',
      '| 5472 | $0 |',
    ].join('\n');
    expect(await importAs('a-first-post.md', markdown)).toEqual({ added: 1, changed: 0, same: 0 });
    const importedPost = await post('a-first-post');
    expect(importedPost).toMatchObject({
      title: 'A first post',
      tags: ['EIN', 'Taxes'],
      state: 'draft',
      changed: { by: 'Esi' },
      version: 0,
    });
    expect(importedPost.body).toMatch(
      /^<p>Some <strong>bold<\/strong> words, <a href="\/products">a page<\/a> and <code>code<\/code>.<\/p>\s*<h2>A chapter<\/h2>\s*<table>/,
    );
    await expect(seenAt('a-first-post')).rejects.toMatchObject({ code: 'post_not_found' });
    expect(await checkFile('a-first-post.md', markdown)).toMatchObject({ same: 1, changed: 0 });
  });

  test('changes drafts, not published text, and skips what a file leaves out', async () => {
    const before = await post('llc-or-c-corp');
    const text = '---\nslug: llc-or-c-corp\ntitle: LLC or C-Corp, revised\n---\nNew words.';
    const plan = await checkFile('whatever.md', text);
    expect(plan.rows[0]?.changes.map(({ field }) => field)).toEqual(['title', 'body']);
    await importAs('whatever.md', text);
    const after = await post('llc-or-c-corp');
    expect(after).toMatchObject({
      title: 'LLC or C-Corp, revised',
      metaTitle: before.metaTitle,
      tags: before.tags,
      hasChanges: true,
      isPublic: true,
    });
    expect(after.version).toBe(before.version + 1);
    expect((await seenAt('llc-or-c-corp')).title).toBe(before.title);
    const { versions } = await writer.call(contract.staffListPostVersions, { params: { id: after.id } });
    expect(versions.map(({ title }) => title)).toEqual(['LLC or C-Corp, revised', before.title]);
    const entries = await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', writer.userId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['posts_imported', 'post_saved']);
  });

  test('of several posts is all or nothing, and is rejected after a conflicting change', async () => {
    const entries = {
      'one-of-two.md': '---\ntitle: One\n---\nWords',
      'form-5472-explained.md': '---\ntitle: Mine\n---\nWords',
    };
    const bytes = zip(entries);
    const { plan, added, changed } = await checkFile('two.zip', bytes);
    expect([added, changed]).toEqual([1, 1]);
    const { id, version, ...theirs } = await post('form-5472-explained');
    const { slug, title, metaTitle, metaDescription, imageAlt, bannerImage, excerpt, tags, body } = theirs;
    await writer.call(contract.staffEditPost, {
      params: { id },
      body: {
        version,
        slug,
        title: `${title}!`,
        metaTitle,
        metaDescription,
        imageAlt,
        bannerImage,
        excerpt,
        tags,
        body,
      },
    });
    expect(await sendFile(shop, writer, apply, bytes, { name: 'two.zip', plan })).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
    await expect(post('one-of-two')).rejects.toThrow();
    const wrong = zip({ ...entries, 'taken.md': '---\nmetaTitle: No title\n---\nWords' });
    expect(await importAs('three.zip', wrong)).toMatchObject({
      code: 'import_refused',
      message: 'Nothing was imported. taken.md: Enter a title for the post',
    });
    await expect(post('one-of-two')).rejects.toThrow();
    expect((await post('form-5472-explained')).title).toBe(`${title}!`);
  });

  test('reports the errors of each file', async () => {
    await aStoredPost(shop, { slug: 'moved-here' });
    const { id } = await post('moved-here');
    await shop.db
      .insertInto('post_redirect')
      .values({ slug: 'moved-from', post_id: id, made_at: new Date() })
      .execute();
    const plan = await checkFile(
      'posts.zip',
      zip({
        'no-head.md': 'Only words',
        'unknown-line.md':
          '---\ntitle: x\nauthor: me\ntitle: y\nbannerImage: https://evil.example/x.png\n---\nWords',
        'Bad Name.md': '---\ntitle: x\n---\nWords',
        'long.html': `<!--\ntitle: ${'x'.repeat(121)}\nbannerImage: https://evil.example/x.png\n-->\n<p>x</p>`,
        'picture.md': '---\ntitle: x\n---\n![A map](https://evil.example/map.png)',
        'moved-from.md': '---\ntitle: x\n---\nWords',
        'folder/twice.md': '---\ntitle: x\n---\nWords',
        'twice.html': '<!--\ntitle: x\n-->\n<p>Words</p>',
        '__MACOSX/._twice.md': 'x',
        '.DS_Store': 'x',
      }),
    );
    expect(
      plan.rows.flatMap(({ file, problems }) => problems.map(({ field, message }) => [file, field, message])),
    ).toEqual([
      ['no-head.md', '', expect.stringMatching(/^Start the file with a line of ---/)],
      [
        'unknown-line.md',
        '',
        expect.stringMatching(/^The line "author: me" has an unknown key\. Use slug, title/),
      ],
      ['unknown-line.md', '', 'Title appears twice'],
      ['unknown-line.md', 'bannerImage', 'Choose a picture'],
      ['Bad Name.md', 'slug', 'Use lowercase letters, digits, and single hyphens'],
      ['long.html', 'title', 'At most 120 characters'],
      ['long.html', 'bannerImage', 'Choose a picture'],
      ['picture.md', 'body', expect.stringMatching(/^A picture cannot be imported/)],
      ['moved-from.md', 'slug', 'Another post uses this address, or used it before. Choose another address'],
      ['twice.html', '', 'twice is already in twice.md'],
    ]);
  });

  test.each([
    [
      'a document',
      'x.docx',
      new Uint8Array([1, 2]),
      'x.docx is not a post. Choose .md or .html files, or a ZIP file of them',
    ],
    ['a broken ZIP', 'x.zip', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]), /^This ZIP file cannot be read/],
    [
      'a ZIP that was cut off',
      'x.zip',
      zip({ 'a.md': 'x'.repeat(500) }).subarray(0, 35),
      /^This ZIP file cannot be read/,
    ],
    ['an empty ZIP', 'x.zip', zipSync({}), /ZIP file/],
    ['a ZIP of other things', 'x.zip', zipSync({ 'a.png': new Uint8Array([1]) }), /^a\.png is not a post/],
    [
      'Latin-1',
      'x.md',
      Buffer.from('---\ntitle: M\xfcller\n---\nx', 'latin1'),
      'x.md: This file is not written in UTF-8. Save it as UTF-8 text and choose it again',
    ],
    [
      'a ZIP that unpacks to too much',
      'x.zip',
      zipSync({ 'a.md': new Uint8Array(21_000_000) }),
      'The files in this ZIP file have more than 20 MB',
    ],
    [
      'a ZIP that unpacks to more than it says',
      'x.zip',
      withFalseSize(zipSync({ 'a.md': new Uint8Array(100_000_000) })),
      'The files in this ZIP file have more than 20 MB',
    ],
    [
      'too many files',
      'x.zip',
      zipSync(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`p${at}.md`, new Uint8Array(1)]))),
      'This ZIP file has more than 500 files',
    ],
    ['nothing', 'x.md', '', 'x.md: This file is empty'],
  ])('of %s is rejected with a message', async (_what, name, bytes, message) => {
    expect(await refused(name, bytes)).toMatchObject({
      status: 422,
      code: 'import_unreadable',
      message: expect.stringMatching(message),
    });
  });

  test('of a repacked ZIP, with the extra files of a Mac, is read like any other', async () => {
    const entries = {
      'streamed.md': '---\ntitle: Streamed\n---\nWords',
      '__MACOSX/._streamed.md': 'x',
      'streamed-2.md': '---\ntitle: Two\n---\nWords',
    };
    expect(await checkFile('posts.zip', streamedZip(entries))).toMatchObject({ added: 2, refused: 0 });
  });

  test('of a far too long text is rejected before it is parsed', async () => {
    const startedAt = performance.now();
    const long = `---\ntitle: Long\n---\n${'*a* '.repeat(450_000)}`;
    expect(await checkFile('long.md', strToU8(long))).toMatchObject({
      refused: 1,
      rows: [
        {
          problems: [
            { field: 'body', message: 'The text is too long: at most 80,000 characters with markup' },
          ],
        },
      ],
    });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('rejects markup that no author may use, in HTML and Markdown', async () => {
    const texts = amount(certainVectors, [...certainVectors, ...xssVectors]).filter(
      (vector) => !vector.includes('\0') && vector.isWellFormed(),
    );
    const entries = texts.flatMap((vector, at) => [
      [`attack-${at}-h.html`, `<!--\ntitle: Attack\n-->\n<p>${vector}</p>`],
      [
        `attack-${at}-m.md`,
        `---\ntitle: Attack\n---\n${vector}\n\n[link](javascript:alert(1)) <script>alert(1)</script>`,
      ],
    ]);
    const plan = await checkFile('attacks.zip', zip(Object.fromEntries(entries.slice(0, 500))));
    // A picture owned by another person is refused. All other files become drafts with unsafe content
    // removed.
    const sound = new Set(plan.rows.filter(({ outcome }) => outcome === 'new').map(({ file }) => file));
    expect(sound.size).toBeGreaterThan(certainVectors.length / 2);
    await importAs('sound.zip', zip(Object.fromEntries(entries.filter(([name = '']) => sound.has(name)))));
    const bodies = await shop.db
      .selectFrom('post')
      .select('body')
      .where('slug', 'like', 'attack-%')
      .execute();
    expect(bodies).toHaveLength(sound.size);
    for (const { body } of bodies) {
      expect(isCleanBody(body), body).toBe(true);
      expect(cleanBody(body)).toBe(body);
      expect(body).not.toMatch(/<[^>]*="\s*(javascript|data|vbscript):/i);
      // An attribute value is plain text.
      expect(body.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/i);
    }
  });
});
