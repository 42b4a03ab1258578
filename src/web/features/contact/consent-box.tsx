/**
 * A consent checkbox with the exact English text that the ledger stores. In other languages a translation is
 * shown below it. Links open a new tab.
 */
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type ConsentPart,
  contactConsents,
  contactConsentText as consentText,
} from '#content/contact-consents.ts';
import { useLanguage } from '#web/language.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';

type ConsentBoxProps = {
  kind: keyof typeof contactConsents;
  isRequired: boolean;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

export function ConsentBox({ kind, isRequired, error, registration }: ConsentBoxProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const { code, say, translate } = useLanguage();
  const english = consentText(kind);
  const meaning = translate(english);
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          {...registration}
          required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          className="tick-box mt-0.5 aria-invalid:outline-2 aria-invalid:outline-danger"
        />
        <label htmlFor={id} className="min-w-0 text-sm">
          {!isRequired && <span className="font-medium">{say('Optional:')} </span>}
          <span lang={code === 'en' ? undefined : 'en'}>
            {contactConsents[kind].map((part: ConsentPart) =>
              typeof part === 'string' ? (
                part
              ) : (
                <NewTabLink key={part.url} to={part.url}>
                  {part.text}
                </NewTabLink>
              ),
            )}
          </span>
          {meaning !== english && <span className="mt-1 block">{meaning}</span>}
        </label>
      </div>
      {error && (
        <p
          id={errorId}
          role="alert"
          className="mt-1.5 flex items-center gap-1.5 text-sm font-medium text-danger"
        >
          <Icon name="alert" className="size-4" />
          {translate(error)}
        </p>
      )}
    </div>
  );
}
