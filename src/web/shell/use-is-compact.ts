/**
 * Whether header and footer are compact on this page: checkout is long enough. For the attribute
 * `data-compact`.
 */
import { useLocation } from 'react-router';
import { plainPath } from '#kernel/page-languages.ts';

export const useIsCompact = (): '' | undefined =>
  plainPath(useLocation().pathname) === '/checkout' ? '' : undefined;
