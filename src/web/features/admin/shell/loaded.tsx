/**
 * A part of a page that loads and fails independently. Shows nothing for 150 ms, then a skeleton in the final
 * size. Earlier data stays visible, dimmed, during a refetch. An error names the part, what to do, and the
 * request id in the log.
 */
import { Component, type ReactNode } from 'react';
import type { Rejection } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { rejectionOf } from './rejection.ts';
import { useLate } from './use-late.ts';

export type Query<T> = {
  data?: T;
  currentData?: T;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadedProps<T> = {
  /** The name for error messages: "The order", "Notes". */
  what: string;
  query: Query<T>;
  skeleton: ReactNode;
  /** True if it is the whole page; until it has loaded, `what` is the page's title. */
  isPage?: boolean;
  children: (data: T) => ReactNode;
};

export function Loaded<T>({ what, query, skeleton, isPage = false, children }: LoadedProps<T>) {
  const { data, currentData, error, isFetching, refetch } = query;
  const isStale = data !== undefined && currentData === undefined && isFetching;
  const isLate = useLate(isFetching && data === undefined);
  const isDimmed = useLate(isStale);
  const name = isPage ? <h1 className="sr-only">{what}</h1> : null;
  if (error !== undefined && !isFetching)
    return (
      <>
        {name}
        <NotLoaded what={what} error={rejectionOf(error)} onRetry={() => void refetch()} />
      </>
    );
  if (data === undefined)
    return (
      <>
        {name}
        <div aria-busy="true">{isLate && skeleton}</div>
      </>
    );
  return (
    <PartBoundary what={what} name={name}>
      <div
        aria-busy={isStale || undefined}
        className={`transition-opacity duration-150 ${isDimmed ? 'opacity-50' : ''}`}
      >
        {children(data)}
      </div>
    </PartBoundary>
  );
}

export const NotLoaded = ({
  what,
  error,
  onRetry,
}: {
  what: string;
  error: Rejection;
  onRetry: () => void;
}) => (
  <Notice tone="danger" role="alert" title={`${what} could not be loaded`}>
    <p>{error.message}</p>
    {error.requestId !== '' && (
      <p className="mt-1 text-xs wrap-anywhere text-muted">
        Request <span className="select-all">{error.requestId}</span>
      </p>
    )}
    <Button size="small" variant="secondary" className="mt-3" onClick={onRetry}>
      Retry
    </Button>
  </Notice>
);

/** Catches a render error, so the rest of the page still works. */
export class PartBoundary extends Component<
  { what: string; name?: ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const error = {
      status: 500,
      code: 'unknown',
      message:
        'This section could not be displayed. The rest of the page works. Reload the page to try again.',
      requestId: '',
    };
    return (
      <>
        {this.props.name}
        <NotLoaded what={this.props.what} error={error} onRetry={() => this.setState({ hasFailed: false })} />
      </>
    );
  }
}
