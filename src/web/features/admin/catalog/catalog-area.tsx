/** Catalog: products, boosters, and discount codes. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { BoosterList } from './booster-list.tsx';
import { BoosterPage, NewBooster } from './booster-page.tsx';
import { CouponList } from './coupon-list.tsx';
import { CouponPage, NewCoupon } from './coupon-page.tsx';
import { ImportCoupons, ImportProducts } from './imports.tsx';
import { OrderOfProducts } from './order-of-products.tsx';
import { ProductList } from './product-list.tsx';
import { NewProduct, ProductPage } from './product-page.tsx';

export default function CatalogArea() {
  return useAreaRoutes([
    { path: 'products', title: 'Products', element: <ProductList /> },
    { path: '/', title: 'Products', element: <ProductList /> },
    { path: 'products/:id', element: <ProductPage /> },
    { path: 'new-product', element: <NewProduct /> },
    { path: 'import-products', element: <ImportProducts /> },
    { path: 'order', element: <OrderOfProducts /> },
    { path: 'boosters', title: 'Boosters', element: <BoosterList /> },
    { path: 'boosters/:id', element: <BoosterPage /> },
    { path: 'new-booster', element: <NewBooster /> },
    { path: 'coupons', title: 'Coupons', element: <CouponList /> },
    { path: 'coupons/:id', element: <CouponPage /> },
    { path: 'import-coupons', element: <ImportCoupons /> },
    { path: 'new-coupon', element: <NewCoupon /> },
  ]);
}
