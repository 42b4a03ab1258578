/** A box to tick for what somebody confirms or agrees to, and what is said when it is missing. Nobody has ticked it before. */
import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & { error: string | null | undefined; children: ReactNode };

export function TickBox({ error, children, ...box }: Props) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-accent"
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          {...box}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
