/** Imports of products and discount codes from spreadsheet files. */
import {
  staffCheckCoupons,
  staffCheckProducts,
  staffImportCoupons,
  staffImportProducts,
} from '#contract/admin/imports.ts';
import type { ImportDefinition } from '#web/features/admin/import/definition.ts';
import { ImportPage } from '#web/features/admin/import/import-page.tsx';

const csv = '.csv,text/csv,text/plain';
const size = 'CSV in UTF-8, with commas or semicolons, up to 2 MB and 2,000 rows.';

const products: ImportDefinition = {
  area: { path: 'catalog/products', title: 'Products' },
  one: 'product',
  many: 'products',
  permission: 'catalog.write',
  endpoints: { check: staffCheckProducts, apply: staffImportProducts },
  tag: 'StaffCatalog',
  accept: csv,
  about: [
    'Export the list, edit it in a spreadsheet, save it as CSV, and choose it here. You can review every row before anything changes.',
    'A row with a new address creates a product at the end of the catalog. Products not in the file stay unchanged.',
    'The file does not include the text of product pages. That text stays unchanged.',
    'New prices apply to new buyers. To change the price for subscribers, open the product.',
    size,
  ],
  effect: 'Published products are visible immediately.',
};

const coupons: ImportDefinition = {
  area: { path: 'catalog/coupons', title: 'Coupons' },
  one: 'coupon',
  many: 'coupons',
  permission: 'catalog.write',
  endpoints: { check: staffCheckCoupons, apply: staffImportCoupons },
  tag: 'StaffCatalog',
  accept: csv,
  about: [
    'Export the list, edit it in a spreadsheet, save it as CSV, and choose it here. You can review every row before anything changes.',
    'A row with a new code creates a coupon. Codes not in the file stay unchanged.',
    'The discount of a code cannot change once an order has used it.',
    size,
  ],
  effect: 'Codes work from their start date.',
};

export const ImportProducts = () => <ImportPage definition={products} />;
export const ImportCoupons = () => <ImportPage definition={coupons} />;
