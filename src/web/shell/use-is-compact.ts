/** Whether the head and the foot of this page take little room: checkout is long enough by itself. For the attribute `data-compact`. */
import { useLocation } from 'react-router';

export const useIsCompact = (): '' | undefined => (useLocation().pathname === '/checkout' ? '' : undefined);
