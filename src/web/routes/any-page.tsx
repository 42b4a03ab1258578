/**
 * Error boundary between the document and each page: a failed page is replaced inside the running document.
 * At the root, the browser would insert the document's scripts again, which our content security policy
 * forbids.
 */
import { isRouteErrorResponse, Outlet } from 'react-router';
import { FailedPage, NotFoundPage } from '#web/shell/troubled-page.tsx';

const isNotFound = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

export const ErrorBoundary = ({ error }: { error: unknown }) =>
  isNotFound(error) ? <NotFoundPage /> : <FailedPage error={error} />;

export default function AnyPage() {
  return <Outlet />;
}
