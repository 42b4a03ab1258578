/** A box to tick and the words that are agreed to: the very words that the ledger keeps. Their links open a new tab. */
import { useId } from 'react';
import { type ConsentPart, contactConsents } from '#kernel/contact-consents.ts';
import { Icon } from '#web/ui/icon.tsx';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';

type ConsentBoxProps = { kind: keyof typeof contactConsents; name: string; isRequired: boolean; error?: string };

export function ConsentBox({ kind, name, isRequired, error }: ConsentBoxProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          name={name}
          required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          className="tick-box mt-0.5 aria-invalid:outline-2 aria-invalid:outline-danger"
        />
        <label htmlFor={id} className="min-w-0 text-sm">
          {!isRequired && <span className="font-medium">Optional: </span>}
          {contactConsents[kind].map((part: ConsentPart) =>
            typeof part === 'string' ? (
              part
            ) : (
              <NewTabLink key={part.url} to={part.url}>
                {part.text}
              </NewTabLink>
            ),
          )}
        </label>
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 flex items-center gap-1.5 text-sm font-medium text-danger">
          <Icon name="alert" className="size-4" />
          {error}
        </p>
      )}
    </div>
  );
}
