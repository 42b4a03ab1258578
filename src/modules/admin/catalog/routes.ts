/** HTTP routes for the catalog in the console: products, prices, boosters, discount codes. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as boosters from './boosters.ts';
import * as coupons from './coupons.ts';
import { exportCoupons, exportProducts } from './export.ts';
import { check } from '#modules/admin/imports/plan.ts';
import { importFile } from '#modules/admin/imports/apply.ts';
import { listPictures } from './pictures.ts';
import * as prices from './price-changes.ts';
import * as products from './products.ts';
import { couponImport } from './coupon-file.ts';
import { productImport } from './product-file.ts';

export function staffCatalogRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListProducts, ({ query }) => products.listProducts(deps, query.view));
  mount(contract.staffExportProducts, ({ query }, caller) => exportProducts(deps, caller, query));
  mount(contract.staffExportCoupons, ({ query }, caller) => exportCoupons(deps, caller, query));
  mount(contract.staffCheckProducts, ({ query, body }, caller) =>
    check(deps, caller, productImport, { ...query, content: body }),
  );
  mount(contract.staffImportProducts, ({ query, body }, caller) =>
    importFile(deps, caller, productImport, { ...query, content: body }),
  );
  mount(contract.staffCheckCoupons, ({ query, body }, caller) =>
    check(deps, caller, couponImport, { ...query, content: body }),
  );
  mount(contract.staffImportCoupons, ({ query, body }, caller) =>
    importFile(deps, caller, couponImport, { ...query, content: body }),
  );
  mount(contract.staffReadProduct, ({ params }) => products.readProduct(deps, params.id));
  mount(contract.staffCreateProduct, ({ body }, caller) => products.createProduct(deps, caller, body));
  mount(contract.staffEditProduct, ({ params, body }, caller) =>
    products.editProduct(deps, caller, params.id, body),
  );
  mount(contract.staffOrderProducts, ({ body }, caller) => products.orderProducts(deps, caller, body));
  mount(contract.staffPreviewPriceChange, ({ params, query }) =>
    prices.previewPriceChange(deps, params.id, query),
  );
  mount(contract.staffListPriceChanges, ({ params }) => prices.listPriceChanges(deps, params.id));
  mount(contract.staffChangePrice, ({ params, body }, caller) =>
    prices.changePrice(deps, caller, params.id, body),
  );
  mount(contract.staffListPictures, ({ query }) => listPictures(deps, query.cursor));
  mount(contract.staffListBoosters, ({ query }) => boosters.listBoosters(deps, query.view));
  mount(contract.staffReadBooster, ({ params }) => boosters.readBooster(deps, params.id));
  mount(contract.staffCreateBooster, ({ body }, caller) => boosters.createBooster(deps, caller, body));
  mount(contract.staffEditBooster, ({ params, body }, caller) =>
    boosters.editBooster(deps, caller, params.id, body),
  );
  mount(contract.staffListCoupons, ({ query }) => coupons.listCoupons(deps, query));
  mount(contract.staffReadCoupon, ({ params }) => coupons.readCoupon(deps, params.id));
  mount(contract.staffListCouponUses, ({ params, query }) => coupons.listUses(deps, params.id, query.cursor));
  mount(contract.staffCreateCoupon, ({ body }, caller) => coupons.createCoupon(deps, caller, body));
  mount(contract.staffEditCoupon, ({ params, body }, caller) =>
    coupons.editCoupon(deps, caller, params.id, body),
  );
  mount(contract.staffEndCoupon, ({ params, body }, caller) =>
    coupons.endCoupon(deps, caller, params.id, body.version),
  );
}
