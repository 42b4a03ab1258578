/** Imports of products and discount codes from spreadsheet files. */
import { staffCheckCoupons, staffCheckProducts, staffImportCoupons, staffImportProducts } from '#contract/admin/imports.ts';
import type { ImportDefinition } from '#web/features/admin/import/definition.ts';
import { ImportPage } from '#web/features/admin/import/import-page.tsx';

const csv = '.csv,text/csv,text/plain';
const size = 'CSV in UTF-8, with commas or semicolons, up to 2 MB and 2,000 rows.';

const products: ImportDefinition = {
  area: { path: 'catalogue/products', title: 'Products' },
  one: 'product',
  many: 'products',
  permission: 'catalogue.write',
  rows: { check: staffCheckProducts, apply: staffImportProducts },
  tag: 'StaffCatalogue',
  accept: csv,
  about: [
    'Export the list, change it in a spreadsheet, save it as CSV and choose it here. You see what each row would do before anything is changed.',
    'A row with an address that is new makes a product, at the end of the catalog. Products that the file does not name stay as they are.',
    'The texts of a product’s own page are not in the file, and stay as they are.',
    'A new price is for new buyers. What subscribers pay is changed on the product’s own screen, with notice.',
    size,
  ],
  effect: 'Shoppers see published products at once.',
};

const coupons: ImportDefinition = {
  area: { path: 'catalogue/coupons', title: 'Coupons' },
  one: 'coupon',
  many: 'coupons',
  permission: 'catalogue.write',
  rows: { check: staffCheckCoupons, apply: staffImportCoupons },
  tag: 'StaffCatalogue',
  accept: csv,
  about: [
    'Export the list, change it in a spreadsheet, save it as CSV and choose it here. You see what each row would do before anything is changed.',
    'A row with a code that is new makes a coupon. Codes that the file does not name stay as they are.',
    'What a code takes off stays as it is once an order has used it.',
    size,
  ],
  effect: 'Customers can use the codes from their beginning on.',
};

export const ImportProducts = () => <ImportPage definition={products} />;
export const ImportCoupons = () => <ImportPage definition={coupons} />;
