/** Orders: the list, and one order with its history. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { NewOrderPage } from './new-order.tsx';
import { OrderList } from './order-list.tsx';
import { OrderPage } from './order-page.tsx';

export default function OrdersArea() {
  return useAreaRoutes([
    { path: '/', element: <OrderList /> },
    { path: 'new', element: <NewOrderPage /> },
    { path: ':id', element: <OrderPage /> },
  ]);
}
