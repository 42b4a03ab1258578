/** Carts have no list. A cart is opened from its customer, its order, or the search. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { CartPage } from './cart-page.tsx';

export default function CartsArea() {
  return useAreaRoutes([{ path: ':id', element: <CartPage /> }]);
}
