/** Every address that is no page of ours. The status says so too. */
import { data } from 'react-router';
import type { PageHandle } from '#web/document/page-head.tsx';
import { NotFoundPage } from '#web/shell/troubled-page.tsx';

export const handle: PageHandle = { title: 'Page not found' };

export const loader = () => data(null, { status: 404 });

export default NotFoundPage;
