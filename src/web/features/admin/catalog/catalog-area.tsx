/** Catalog: products, boosters, and discount codes. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { BoosterList } from './booster-list.tsx';
import { BoosterPage, NewBooster } from './booster-page.tsx';
import { CouponList } from './coupon-list.tsx';
import { CouponPage, NewCoupon } from './coupon-page.tsx';
import { ImportCoupons, ImportProducts } from './imports.tsx';
import { OrderOfProducts } from './order-of-products.tsx';
import { ProductList } from './product-list.tsx';
import { NewProduct, ProductPage } from './product-page.tsx';

export default function CatalogArea() {
  return useRoutes([
    { path: '/', element: <ProductList /> },
    { path: 'products', element: <ProductList /> },
    { path: 'products/:id', element: <ProductPage /> },
    { path: 'new-product', element: <NewProduct /> },
    { path: 'import-products', element: <ImportProducts /> },
    { path: 'order', element: <OrderOfProducts /> },
    { path: 'boosters', element: <BoosterList /> },
    { path: 'boosters/:id', element: <BoosterPage /> },
    { path: 'new-booster', element: <NewBooster /> },
    { path: 'coupons', element: <CouponList /> },
    { path: 'coupons/:id', element: <CouponPage /> },
    { path: 'import-coupons', element: <ImportCoupons /> },
    { path: 'new-coupon', element: <NewCoupon /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
