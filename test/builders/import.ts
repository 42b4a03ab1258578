/** Export, edit, and import of files by staff, over HTTP. */
import { contract } from '#contract/contract.ts';
import type { Endpoint, Handled } from '#contract/endpoint.ts';
import type { ImportPlan } from '#contract/admin/imports.ts';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Customer } from './customer.ts';
import type { Shop } from './shop.ts';

export type Plan = z.input<typeof ImportPlan>;
export type Refused = { status: number; code: string | null; message: string };
type Who = Pick<Customer, 'headers'>;
type ImportEndpoint = Pick<Endpoint, 'path'>;

/** Returns the exported file. Throws on an error response. */
export async function exported(
  shop: Shop,
  person: Who,
  { path }: ImportEndpoint,
  query = '',
): Promise<Buffer> {
  const answer = await fetch(`${shop.origin}${path}${query}`, { headers: person.headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Uploads a file. Returns an error response instead of throwing. */
export async function sendFile<T = Handled<never>>(
  shop: Shop,
  person: Who,
  { path }: ImportEndpoint,
  file: string | Uint8Array,
  query: Record<string, string> = {},
): Promise<T | Refused> {
  const search = new URLSearchParams({ name: 'a file.csv', ...query });
  const answer = await fetch(`${shop.origin}${path}?${search}`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'text/csv' },
    body: typeof file === 'string' ? file : Buffer.from(file),
  });
  const body: unknown = await answer.json();
  if (answer.ok) return body as T;
  return { status: answer.status, code: answer.headers.get('x-error-code'), message: String(body) };
}

export const importedKinds = {
  products: {
    check: contract.staffCheckProducts,
    apply: contract.staffImportProducts,
    take: contract.staffExportProducts,
  },
  posts: {
    check: contract.staffCheckPosts,
    apply: contract.staffImportPosts,
    take: contract.staffExportPosts,
  },
  coupons: {
    check: contract.staffCheckCoupons,
    apply: contract.staffImportCoupons,
    take: contract.staffExportCoupons,
  },
} as const;
type Kind = keyof typeof importedKinds;
type Counts = { added: number; changed: number; same: number };

export const productHead =
  'Address,Product,Type,State,Price (USD),Price per renewal (USD),Renews every,Picture,Benefits,Group';
const couponHead =
  'Code,Discount type,Amount,Usage limit,Starts (UTC),Ends (UTC),Minimum spend (USD),Uses per customer,First order only,Products,Subscription periods';
/** All products are in one group. */
export const products = (...lines: string[]): string =>
  [productHead, ...lines.map((line) => `${line},upkeep`)].join('\r\n');
export const coupons = (...lines: string[]): string => [couponHead, ...lines].join('\r\n');
export const aPicture = '/products/ein-filing.svg';

export const problemsOf = ({ rows }: Plan) =>
  rows.flatMap(({ row, problems }) => problems.map(({ field, message }) => [row, field, message]));

export type Importer = ReturnType<typeof importer>;

/** File operations of one user, and everything that an import could change. */
export const importer = (shop: Shop, person: Who) => ({
  check: async (kind: Kind, file: string | Uint8Array) =>
    (await sendFile(shop, person, importedKinds[kind].check, file)) as Plan,
  refusedCheck: async (kind: Kind, file: string | Uint8Array) =>
    (await sendFile(shop, person, importedKinds[kind].check, file)) as Refused,
  apply: (kind: Kind, file: string | Uint8Array, plan: string) =>
    sendFile<Counts>(shop, person, importedKinds[kind].apply, file, { plan, name: 'spring prices.csv' }),
  take: async (kind: Kind) => (await exported(shop, person, importedKinds[kind].take)).toString(),
  everything: async () =>
    JSON.stringify(
      await Promise.all([
        shop.db.selectFrom('product').selectAll().orderBy('id').execute(),
        shop.db.selectFrom('product_benefit').selectAll().orderBy('product_id').orderBy('position').execute(),
        shop.db.selectFrom('coupon').selectAll().orderBy('id').execute(),
        shop.db.selectFrom('audit_log').select('id').orderBy('id').execute(),
        shop.db
          .selectFrom('search_entry')
          .select(['kind', 'id', 'title'])
          .orderBy('kind')
          .orderBy('id')
          .execute(),
      ]),
    ),
});

/** The hash of a plan that no preview returned. */
export const unknownPlanHash = createHash('sha256').update('unseen').digest('hex');
