/** Money: the month, the comparison with the processor, refunds, and disputes. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { ComparisonPage } from './comparison-page.tsx';
import { DisputeList } from './dispute-list.tsx';
import { DisputePage } from './dispute-page.tsx';
import { MonthPage } from './month-page.tsx';
import { RefundList } from './refund-list.tsx';

export default function MoneyArea() {
  return useRoutes([
    { path: '/', element: <MonthPage /> },
    { path: 'comparison', element: <ComparisonPage /> },
    { path: 'refunds', element: <RefundList /> },
    { path: 'disputes', element: <DisputeList /> },
    { path: 'disputes/:id', element: <DisputePage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
