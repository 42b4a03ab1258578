/**
 * Stands between the document and each page, so that a page that fails is replaced inside the living document.
 * Were it caught at the root, the browser would draw the document's scripts anew, which our policy forbids.
 */
import { isRouteErrorResponse, Outlet } from 'react-router';
import { site } from '#kernel/site.ts';
import { FailedPage, NotFoundPage } from '#web/shell/troubled-page.tsx';

const isNotFound = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

export const meta = ({ error }: { error?: unknown }) =>
  error === undefined ? [] : [{ title: `${isNotFound(error) ? 'Page not found' : 'Unexpected Application Error!'} | ${site.name}` }];

export const ErrorBoundary = ({ error }: { error: unknown }) => (isNotFound(error) ? <NotFoundPage /> : <FailedPage error={error} />);

export default function AnyPage() {
  return <Outlet />;
}
