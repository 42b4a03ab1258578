/** Every address that is no page of ours. The status says so too. */
import { data } from 'react-router';
import { site } from '#kernel/site.ts';
import { NotFoundPage } from '#web/shell/troubled-page.tsx';

export const meta = () => [{ title: `Page not found | ${site.name}` }];

export const loader = () => data(null, { status: 404 });

export default NotFoundPage;
