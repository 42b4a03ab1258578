/** An empty list: says so, and offers the next step. */
import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; picture?: ReactNode; children?: ReactNode; action: ReactNode };

export const EmptyState = ({ title, picture, children, action }: EmptyStateProps) => (
  <div className="mx-auto flex max-w-form flex-col items-center gap-4 py-12 text-center">
    {picture}
    <p className="max-w-full font-display text-2xl font-semibold wrap-anywhere">{title}</p>
    {children}
    {action}
  </div>
);
