/** Products as a file for spreadsheets, and back from one. A new price is for new buyers, as on the product's own screen. */
import * as catalogue from '#contract/admin/catalogue.ts';
import { PictureAddress } from '#contract/admin/pictures.ts';
import { ProductId } from '#contract/values.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Cents, toDollars } from '#kernel/money.ts';
import { productGroupIds } from '#kernel/product-groups.ts';
import * as cells from '#modules/admin/imports/cells.ts';
import type { ImportKind } from '#modules/admin/imports/kind.ts';
import { problemsOf } from '#modules/admin/imports/problems.ts';
import { type FileColumns, importedColumns, readTable } from '#modules/admin/imports/table.ts';
import * as acts from '#modules/catalog/staff.ts';
import * as store from '#modules/catalog/staff-store.ts';
import { pictureRefusal } from '#modules/pictures/store.ts';
import type { z } from 'zod';
import { fieldsOf, type listForFile } from './products.ts';

type Row = Awaited<ReturnType<typeof listForFile>>[number];
type Draft = z.output<typeof catalogue.ProductDraft>;

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount));

const groups = Object.fromEntries(productGroupIds.map((id) => [id, id]));

function readAddress(text: string): string {
  if (ProductId.safeParse(text.trim()).success) return text.trim();
  throw new cells.CellProblem('Use small letters, digits and hyphens, at most 60 characters');
}

export const productColumns: FileColumns<Row, Draft> = [
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
    name: 'Each renewal (USD)',
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
  { name: 'Benefits', cell: ({ benefits }) => cells.linesCell(benefits), field: 'benefits', read: cells.readLines },
  { name: 'Group', cell: ({ group }) => group ?? '', field: 'group', read: cells.readWord(groups) },
  { name: 'Sold', cell: ({ sold }) => sold },
  { name: 'Subscribers', cell: ({ subscribers }) => subscribers },
];

const toDraft = ({ id, kind, isPublished, ...product }: store.EditedProduct): Draft => ({
  ...{ id, type: kind, published: isPublished },
  name: product.name,
  group: product.group,
  image: product.image,
  benefits: product.benefits,
  price: product.price,
  subscriptionPrice: product.subscriptionPrice,
  subscriptionPeriod: product.subscriptionPeriod,
});

const fieldOf = { product_exists: 'Address', product_type_fixed: 'Type', picture_not_found: 'Picture', picture_not_ready: 'Picture' };

const problemsIn: ImportKind<Draft>['problemsIn'] = async (db, { type, image }, stored) => {
  const isOtherType = stored !== null && type !== undefined && type !== stored.draft.type;
  const address = PictureAddress.safeParse(image).data;
  const isSeen = address === undefined || address === stored?.draft.image;
  const refusals = [isOtherType ? new DomainError('product_type_fixed') : null, isSeen ? null : await pictureRefusal(db, address)];
  return problemsOf(refusals, fieldOf);
};

export const productImport: ImportKind<Draft> = {
  name: 'products',
  fields: importedColumns(productColumns),
  read: (content) => readTable(content, { columns: productColumns, schema: catalogue.ProductDraft, key: 'id', name: 'name' }),
  find: async (db, ids) =>
    new Map((await store.findByIds(db, ids)).map((product) => [product.id, { ...product, draft: toDraft(product) }])),
  save: async (tx, deps, caller, draft, stored) => {
    const { type: kind, ...rest } = draft;
    const product = { kind, ...fieldsOf(rest) };
    if (stored === null) await acts.createProductIn(tx, deps, caller, product);
    else await acts.editProductIn(tx, deps, caller, { ...product, version: stored.version });
  },
  problemsIn,
  fieldOf,
};
