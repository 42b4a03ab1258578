/** Carts have no list. A cart is opened from its customer, its order, or the search. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { CartPage } from './cart-page.tsx';

export default function CartsArea() {
  return useRoutes([
    { path: ':id', element: <CartPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
