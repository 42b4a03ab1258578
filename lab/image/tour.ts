/**
 * Visits a running release: every page, what the console reads, and the PDF of an invoice. A release has no
 * development packages, so a page or an endpoint that needs one fails here.
 */
import { createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { codeOf } from '#test/builders/second-factor.ts';
import { tokenIn, type ReceivedEmail } from '#test/emails.ts';
import { control } from '#tools/sandbox-control.ts';

export type TouredShop = { origin: string; sandboxOrigin: string; databaseUrl: string };

const administrator = 'esi.berg@example.com';
const password = 'nine blue bicycles';
const emailWithinMs = 20_000;

/** The arguments of `admin` that create the account for {@link visitConsole}. */
export const createAdministrator = ['create-admin', administrator, '--name', 'Esi Berg'];

/** Program for the release's Node: loads each file of the built pages and prints the routes' paths. */
export const listRoutes = `
  import { globSync } from 'node:fs';
  const { routes } = await import('./build/server/index.js');
  for (const file of globSync('build/server/**/*.js')) await import('./' + file);
  console.log(JSON.stringify(Object.values(routes).flatMap(({ path }) => path ?? [])));`;

/** A letter of each font that documents may load. */
const letters = 'aăЖΩمשअঅਅઅଅஅఅಅഅඅกກកကԱაአހ王김';

/** Program for the release's Node: prints the letters that the fonts of the release lack. */
export const listMissingLetters = `
  const { facesFor, printable } = await import('./src/modules/invoices/pdf-fonts.ts');
  const faces = await facesFor(['${letters}']);
  console.log(JSON.stringify([...'${letters}'].filter((letter) => printable(letter, faces) !== letter)));`;

/** Pages that show nothing without a record of their own answer 404, in the frame of the site. */
const mayBeMissing = /^(\w+\/)?\*$|^credit-notes\//;

/** Returns the number of pages. Throws when a page or one of its files is not served. */
export async function visitPages(shop: TouredShop, routes: string[]): Promise<number> {
  const call = createClient(fetch, shop.origin);
  const invoice = await withDatabase(shop, idOfInvoice);
  const [post] = (await call(contract.listBlogs, { query: { limit: 1 } })).data;
  const [product] = await call(contract.listProducts);
  const records = { invoice, post: post?.slug ?? '', product: product?.id ?? '' };
  const files = new Set<string>();
  for (const route of routes) {
    const path = addressOf(route, records);
    const page = await fetch(`${shop.origin}/${path}`);
    const html = await page.text();
    const isServed = page.ok || (page.status === 404 && mayBeMissing.test(route));
    if (!isServed || !html.includes('</html>')) throw new Error(`/${path} answers ${page.status}:\n${html}`);
    for (const [file] of html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g)) files.add(file);
  }
  for (const file of files) {
    const { status } = await fetch(shop.origin + file);
    if (status !== 200) throw new Error(`${file} answers ${status}`);
  }
  return routes.length;
}

type Records = { invoice: string; post: string; product: string };

const addressOf = (route: string, { invoice, post, product }: Records): string =>
  route
    .replace('products/:slug', `products/${product}`)
    .replace('blogs/:slug', `blogs/${post}`)
    .replace('invoices/:id', `invoices/${invoice}`)
    .replace('credit-notes/:id', 'credit-notes/no-such-note')
    .replace(':month', '2026-11')
    .replace('admin/*', 'admin/orders')
    .replace('*', 'no-such-page');

/** Throws when the PDF of the first invoice is not printed. */
export async function printInvoice(shop: TouredShop): Promise<void> {
  const id = await withDatabase(shop, idOfInvoice);
  const answer = await fetch(`${shop.origin}/api/invoices/${id}/pdf`);
  const content = Buffer.from(await answer.arrayBuffer());
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw new Error(`The PDF of ${id} answers ${answer.status}:\n${content}`);
}

const idOfInvoice = async (db: Database): Promise<string> =>
  (await db.selectFrom('invoice').select('id').where('number', 'is not', null).executeTakeFirstOrThrow()).id;

async function withDatabase<T>({ databaseUrl }: TouredShop, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(databaseUrl, { max: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Reads of the console that need no record. A missing query parameter is refused with 422. */
const consoleReads = Object.values(contract).filter(
  ({ method, path, access }) => method === 'GET' && access === 'staff' && !path.includes('{'),
);

/** Logs in as the administrator and returns the number of endpoints read. Throws when one of them fails. */
export async function visitConsole(shop: TouredShop): Promise<number> {
  const headers = { authorization: `Bearer ${await logIn(shop)}` };
  for (const { path } of consoleReads) {
    const answer = await fetch(shop.origin + path, { headers });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 422) throw new Error(`${path} answers ${answer.status}:\n${text}`);
  }
  return consoleReads.length;
}

/** Sets the password with the emailed link and turns on two-factor log-in. Returns the access token. */
async function logIn({ origin, sandboxOrigin }: TouredShop): Promise<string> {
  const query = new URLSearchParams({ to: administrator, wait: String(emailWithinMs) });
  const [email] = await control<ReceivedEmail[]>(sandboxOrigin, 'GET', `mailbox?${query}`);
  const call = createClient(fetch, origin);
  const { data } = await call(contract.setPassword, {
    body: { password, confirmPassword: password, confirmToken: tokenIn(email, 'confirmToken') },
  });
  const authorization = `Bearer ${data.accessToken}`;
  const own = createClient(
    (input, init) => fetch(input, { ...init, headers: { ...init?.headers, authorization } }),
    origin,
  );
  const { secret } = await own(contract.startTwoFactor, { body: { password } });
  await own(contract.confirmTwoFactor, { body: { code: codeOf(secret, new Date()) } });
  return data.accessToken;
}
