/** Whether the head and the foot of this page take little room: checkout is long enough by itself. For the attribute `data-compact`. */
import { useLocation } from 'react-router';
import { plainPath } from '#kernel/page-languages.ts';

export const useIsCompact = (): '' | undefined => (plainPath(useLocation().pathname) === '/checkout' ? '' : undefined);
