/** The contact form. Its fields are server-rendered; only the countries come from the browser. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldPath, type UseFormReturn, useController } from 'react-hook-form';
import { useLanguage, withNodes } from '#web/language.tsx';
import { bound } from '#web/ui/fields/bound.ts';
import { CountrySelect } from '#web/ui/fields/country-select.tsx';
import { phoneHint, useCheckByCountry } from '#web/ui/fields/phone-hint.ts';
import type { Country } from '#web/ui/fields/countries.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { ConsentBox } from './consent-box.tsx';
import type { Typed } from './send-message.ts';
import { useContactForm } from './use-contact-form.ts';

export function ContactForm() {
  const { say } = useLanguage();
  const { form, submit, problem, isBusy, isPrepared, prepare } = useContactForm();
  // With several errors, the field that was registered first gets the focus.
  for (const name of ['firstName', 'lastName', 'email', 'country', 'contact', 'message'] as const)
    form.register(name);
  return (
    <LiveForm
      aria-label={say('Contact')}
      className="grid gap-6 noscript:hidden"
      onSubmit={submit}
      onFocus={prepare}
    >
      <Fields form={form} isPrepared={isPrepared} />
      <Trap form={form} />
      <div className="grid gap-4">
        <ConsentBox kind="terms_and_privacy" isRequired={true} {...bound(form, 'consent')} />
        <ConsentBox kind="text_messages" isRequired={false} {...bound(form, 'smsConsent')} />
      </div>
      <Failure failure={problem} />
      <Button type="submit" size="large" isBusy={isBusy} className="sm:justify-self-start">
        {say('Submit')}
      </Button>
    </LiveForm>
  );
}

type InForm = { form: UseFormReturn<Typed> };

function Fields({ form, isPrepared }: InForm & { isPrepared: boolean }) {
  const language = useLanguage();
  const { say } = language;
  const { all, fill } = useCountries(language.code);
  const { field: country } = useController({ control: form.control, name: 'country', defaultValue: '' });
  useCheckByCountry(form, 'contact', country.value);
  const text = (name: FieldPath<Typed>, label: string, rest: Record<string, string | number>) => (
    <TextField label={label} {...rest} {...bound(form, name)} />
  );
  return (
    <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
      {text('firstName', say('First name'), { autoComplete: 'given-name', maxLength: 100 })}
      {text('lastName', say('Last name'), { autoComplete: 'family-name', maxLength: 100 })}
      <Wide>
        {text('email', say('Email'), {
          ...{ type: 'email', autoComplete: 'email', maxLength: 254 },
          hint: say('We reply to this address.'),
        })}
      </Wide>
      <Field label={say('Country')} hint={say('Where you live.')} error={bound(form, 'country').error}>
        {(control) => (
          <CountrySelect
            {...control}
            all={all}
            value={country.value}
            onValueChange={country.onChange}
            onBlur={country.onBlur}
            controlRef={country.ref}
            onFocus={fill}
            name="country"
            autoComplete="country"
            mayLoad={isPrepared}
          />
        )}
      </Field>
      {text('contact', say('Contact number'), {
        ...{ type: 'tel', autoComplete: 'tel', maxLength: 40, errorLines: 2 },
        hint: phoneHint(all, country.value, language),
      })}
      <Wide>
        <Field label={say('Message')} error={bound(form, 'message').error}>
          {(control) => (
            <TextArea
              {...control}
              {...form.register('message')}
              placeholder={say('How can we help you?')}
              maxLength={5_000}
              required
            />
          )}
        </Field>
      </Wide>
    </div>
  );
}

const Wide = ({ children }: { children: ReactNode }) => <div className="wide-field">{children}</div>;

/**
 * Countries load after the page. They are loaded again if the user reaches the field and they are missing.
 */
function useCountries(code: string): { all: Country[]; fill: () => void } {
  const [all, setAll] = useState<Country[]>([]);
  const fill = (): void => {
    if (all.length === 0)
      void import('#web/ui/fields/countries.ts').then(
        ({ countries }) => setAll(countries(code)),
        () => undefined,
      );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after hydration.
  useEffect(fill, []);
  return { all, fill };
}

/** Honeypot: bots fill in every field. It is hidden from users, keyboards, and screen readers. */
const Trap = ({ form }: InForm) => (
  <div inert aria-hidden="true" className="sr-only">
    <label>
      Website <input type="text" {...form.register('website')} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

/** Takes the focus, so it is read aloud, and the next Tab returns to the button. */
function Failure({ failure }: { failure: { text: string } | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) box.current?.focus();
  }, [failure]);
  const { sayWith, translate } = useLanguage();
  if (failure === null) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger">
        <p className="font-semibold">{translate(failure.text)}</p>
        <p>
          {withNodes(
            sayWith('Your message is still in the form. You can also write to {mail}.', {
              mail: <MailLink />,
            }),
          )}
        </p>
      </Notice>
    </div>
  );
}
