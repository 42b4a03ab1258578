/**
 * Stands between the document and each page, so that a page that fails is replaced inside the living document.
 * Were it caught at the root, the browser would draw the document's scripts anew, which our policy forbids.
 */
import { isRouteErrorResponse, Outlet } from 'react-router';
import { FailedPage, NotFoundPage } from '#web/shell/troubled-page.tsx';

const isNotFound = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

export const ErrorBoundary = ({ error }: { error: unknown }) => (isNotFound(error) ? <NotFoundPage /> : <FailedPage error={error} />);

export default function AnyPage() {
  return <Outlet />;
}
