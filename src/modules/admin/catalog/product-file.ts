/**
 * Export and import of products as spreadsheet files. A new price applies to new buyers, as on the product's
 * screen.
 */
import { PictureAddress } from '#contract/admin/pictures.ts';
import { DomainError } from '#kernel/errors.ts';
import type { ImportKind } from '#modules/admin/imports/kind.ts';
import { problemsOf } from '#modules/admin/imports/problems.ts';
import { importedColumns } from '#modules/admin/imports/table.ts';
import * as acts from '#modules/catalog/staff.ts';
import * as store from '#modules/catalog/staff-store.ts';
import { pictureRefusal } from '#modules/pictures/store.ts';
import { type ProductDraft as Draft, productColumns, readingProducts } from './product-columns.ts';
import { fieldsOf } from './products.ts';

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

const fieldOf = {
  product_exists: 'Address',
  product_type_fixed: 'Type',
  picture_not_found: 'Picture',
  picture_not_ready: 'Picture',
};

const problemsIn: ImportKind<Draft>['problemsIn'] = async (db, { type, image }, stored) => {
  const isOtherType = stored !== null && type !== undefined && type !== stored.draft.type;
  const address = PictureAddress.safeParse(image).data;
  const isSeen = address === undefined || address === stored?.draft.image;
  const refusals = [
    isOtherType ? new DomainError('product_type_fixed') : null,
    isSeen ? null : await pictureRefusal(db, address),
  ];
  return problemsOf(refusals, fieldOf);
};

export const productImport: ImportKind<Draft> = {
  name: 'products',
  fields: importedColumns(productColumns),
  read: ({ parsing }, content) => parsing.run(readingProducts, content),
  find: async (db, ids) =>
    new Map(
      (await store.findByIds(db, ids)).map((product) => [
        product.id,
        { ...product, draft: toDraft(product) },
      ]),
    ),
  save: async (tx, deps, caller, draft, stored) => {
    const { type: kind, ...rest } = draft;
    const product = { kind, ...fieldsOf(rest) };
    if (stored === null) await acts.createProductIn(tx, deps, caller, product);
    else await acts.editProductIn(tx, deps, caller, { ...product, version: stored.version });
  },
  problemsIn,
  fieldOf,
};
