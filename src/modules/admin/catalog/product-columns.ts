/** Columns of the product file, shared by export and import. */
import * as catalog from '#contract/admin/catalog.ts';
import { ProductId } from '#contract/values.ts';
import { type Cents, toDollars } from '#kernel/money.ts';
import { productGroupIds } from '#content/product-groups.ts';
import * as cells from '#modules/admin/imports/cells.ts';
import type { ReadFile } from '#modules/admin/imports/kind.ts';
import { type FileColumns, readTable } from '#modules/admin/imports/table.ts';
import { parseTask } from '#platform/parsing.ts';
import type { z } from 'zod';
import type { listForFile } from './products.ts';

type Row = Awaited<ReturnType<typeof listForFile>>[number];
export type ProductDraft = z.output<typeof catalog.ProductDraft>;

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount));

const groups = Object.fromEntries(productGroupIds.map((id) => [id, id]));

function readAddress(text: string): string {
  if (ProductId.safeParse(text.trim()).success) return text.trim();
  throw new cells.CellProblem('Use lowercase letters, digits, and hyphens, at most 60 characters');
}

export const productColumns: FileColumns<Row, ProductDraft> = [
  { name: 'Address', cell: ({ id }) => id, field: 'id', read: readAddress },
  { name: 'Product', cell: ({ name }) => name, field: 'name', read: cells.readText },
  {
    name: 'Type',
    cell: ({ type }) => type,
    field: 'type',
    read: cells.readWord({ simple: 'simple', subscription: 'subscription' }),
  },
  {
    name: 'State',
    cell: ({ published }) => (published ? 'published' : 'draft'),
    field: 'published',
    read: cells.readWord({ published: true, draft: false }),
  },
  { name: 'Price (USD)', cell: ({ price }) => dollars(price), field: 'price', read: cells.readAmount },
  {
    name: 'Price per renewal (USD)',
    former: { name: 'Each renewal (USD)' },
    cell: ({ subscriptionPrice }) => dollars(subscriptionPrice),
    field: 'subscriptionPrice',
    read: cells.readAmount,
  },
  {
    name: 'Renews every',
    cell: ({ subscriptionPeriod }) => subscriptionPeriod,
    field: 'subscriptionPeriod',
    read: cells.readWord({ month: 'month', year: 'year', '': null }),
  },
  { name: 'Picture', cell: ({ image }) => image, field: 'image', read: cells.readText },
  {
    name: 'Benefits',
    cell: ({ benefits }) => cells.linesCell(benefits),
    field: 'benefits',
    read: cells.readLines,
  },
  { name: 'Group', cell: ({ group }) => group ?? '', field: 'group', read: cells.readWord(groups) },
  { name: 'Sold', cell: ({ sold }) => sold },
  { name: 'Subscribers', cell: ({ subscribers }) => subscribers },
];

export const readProducts = (content: Uint8Array): Promise<ReadFile<ProductDraft>> =>
  readTable(content, { columns: productColumns, schema: catalog.ProductDraft, key: 'id', name: 'name' });

export const readingProducts = parseTask<typeof readProducts>(
  new URL(import.meta.url),
  'readProducts',
  'file',
);
