/** Money: the month, the comparison with the processor, refunds, and disputes. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { ComparisonPage } from './comparison-page.tsx';
import { DisputeList } from './dispute-list.tsx';
import { DisputePage } from './dispute-page.tsx';
import { MonthPage } from './month-page.tsx';
import { RefundList } from './refund-list.tsx';

export default function MoneyArea() {
  return useAreaRoutes([
    { path: '/', title: 'Month', element: <MonthPage /> },
    { path: 'comparison', title: 'Comparison', element: <ComparisonPage /> },
    { path: 'refunds', title: 'Refunds', element: <RefundList /> },
    { path: 'disputes', title: 'Disputes', element: <DisputeList /> },
    { path: 'disputes/:id', element: <DisputePage /> },
  ]);
}
