/**
 * Searches everything from one field: exact numbers, addresses, and ids first, then parts of words, then
 * similar spellings.
 */
import { asciiDomain, asciiEmail } from '#kernel/email-address.ts';
import { searchKinds } from '#contract/admin/search.ts';
import type * as contract from '#contract/admin/search.ts';
import type { Handled } from '#contract/endpoint.ts';
import { mayDo, type Permission } from '#kernel/permissions.ts';
import type { Database } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';
import { parseTerms } from './rules.ts';
import * as store from './store.ts';

type Hits = Handled<typeof contract.staffSearch>;

const hitsAtMost = 20;
/** Minimum length for the similarity search, because shorter texts match too many entries. */
const alikeAtLeast = 4;

const needed: Record<store.Entry['kind'], Permission> = {
  customer: 'customers.read',
  order: 'orders.read',
  cart: 'orders.read',
  invoice: 'orders.read',
  product: 'catalog.read',
  message: 'messages.read',
  post: 'content.read',
};

const places: Record<store.Entry['kind'], string> = {
  customer: '/admin/customers/',
  order: '/admin/orders/',
  cart: '/admin/carts/',
  invoice: '/admin/orders/',
  product: '/admin/catalog/products/',
  message: '/admin/messages/',
  post: '/admin/content/posts/',
};

/** International domains are stored in ASCII, and folding would remove their accents. */
const storedDomain = (text: string): string =>
  asciiEmail(text) ?? (text.includes('.') ? asciiDomain(text.trim()) : null) ?? text;

/** Searches only the kinds that the caller may read. */
export async function search(db: Database, { role }: Person, text: string): Promise<Hits> {
  const kinds = searchKinds.filter((kind) => mayDo(role, needed[kind]));
  const folded = await store.foldText(db, storedDomain(text));
  const terms = parseTerms(folded);
  const exact = await findExact(db, kinds, terms, text.trim());
  // A full address with an exact hit is not also a partial search: its trigrams match every address at that
  // provider.
  const isAddress = exact.length > 0 && folded.includes('@');
  const parts =
    isAddress || exact.length >= hitsAtMost ? [] : await store.findParts(db, kinds, terms, hitsAtMost);
  const isNothing = exact.length + parts.length === 0;
  const alike =
    isNothing && folded.length >= alikeAtLeast
      ? await db.transaction().execute((tx) => store.findAlike(tx, kinds, folded, hitsAtMost))
      : [];
  const exactKeys = new Set(exact.map(keyOf));
  const others = [...parts, ...alike].filter((entry) => !exactKeys.has(keyOf(entry)));
  return {
    hits: [...exact.map((entry) => toHit(entry, true)), ...others.map((entry) => toHit(entry, false))].slice(
      0,
      hitsAtMost,
    ),
  };
}

/** Four digits may end a card number or be an order number; the order comes first. */
async function findExact(
  db: Database,
  kinds: readonly store.Entry['kind'][],
  terms: ReturnType<typeof parseTerms>,
  text: string,
): Promise<store.Entry[]> {
  const exact = await store.findExact(db, kinds, terms, text);
  if (!terms.isLastFour || !kinds.includes('customer')) return exact;
  const ofOrders = await store.customersOf(
    db,
    exact.filter(({ kind }) => kind === 'order').map(({ id }) => id),
  );
  const exactKeys = new Set(exact.map(keyOf));
  const isNamed = ({ kind, title }: store.Entry): boolean => kind === 'order' && title === `S-${text}`;
  const others = [
    ...ofOrders.filter((entry) => !exactKeys.has(keyOf(entry))),
    ...exact.filter((entry) => !isNamed(entry)),
  ];
  return [...exact.filter(isNamed), ...others];
}

const keyOf = ({ kind, id }: store.Entry): string => `${kind} ${id}`;

const toHit = (
  { kind, id, opens, title, detail, at }: store.Entry,
  isExact: boolean,
): Hits['hits'][number] => ({
  kind,
  id,
  title,
  detail,
  at: at.toISOString(),
  address: `${places[kind]}${opens}`,
  isExact,
});
