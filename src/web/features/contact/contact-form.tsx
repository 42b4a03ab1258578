/** The contact form. Its fields stand in the page from the server on; only the countries come from the browser. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLanguage, withNodes } from '#web/language.tsx';
import { CountrySelect } from '#web/ui/fields/country-select.tsx';
import { phoneHint } from '#web/ui/fields/phone-hint.ts';
import type { Country } from '#web/ui/fields/countries.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, type FieldControl } from '#web/ui/field.tsx';
import { LiveForm } from '#web/ui/live-form.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { ConsentBox } from './consent-box.tsx';
import type { Problems } from './send-message.ts';
import { useContactForm } from './use-contact-form.ts';

export function ContactForm() {
  const { say } = useLanguage();
  const { problems, failure, isBusy, isPrepared, submit, change, leave, prepare } = useContactForm();
  return (
    <LiveForm
      aria-label={say('Contact')}
      className="grid gap-6 noscript:hidden"
      onSubmit={submit}
      onInput={({ currentTarget }) => change(currentTarget)}
      onBlur={leave}
      onFocus={prepare}
    >
      <Fields problems={problems} isPrepared={isPrepared} onChange={change} />
      <Trap />
      <div className="grid gap-4">
        <ConsentBox kind="terms_and_privacy" name="consent" isRequired={true} error={problems.consent} />
        <ConsentBox kind="text_messages" name="smsConsent" isRequired={false} />
      </div>
      <Failure failure={failure} />
      <Button type="submit" size="large" isBusy={isBusy} className="sm:justify-self-start">
        {say('Submit')}
      </Button>
    </LiveForm>
  );
}

type FieldsProps = { problems: Problems; isPrepared: boolean; onChange: (form: HTMLFormElement) => void };

function Fields({ problems, isPrepared, onChange }: FieldsProps) {
  const language = useLanguage();
  const { say } = language;
  const { all, fill } = useCountries(language.code);
  const [country, setCountry] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  // The field holds its new value only now, and no event of the form tells of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each choice
  useEffect(() => {
    const form = grid.current?.closest('form');
    if (form) onChange(form);
  }, [country]);
  const field = (name: string, label: string, render: (control: FieldControl) => ReactNode, hint?: string, errorLines?: 1 | 2) => (
    <Field label={label} hint={hint} error={problems[name]} errorLines={errorLines}>
      {render}
    </Field>
  );
  const text = (name: string, rest: Record<string, string | number>) => (control: FieldControl) => (
    <TextInput {...control} name={name} required {...rest} />
  );
  return (
    <div ref={grid} className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
      {field('firstName', say('First name'), text('firstName', { autoComplete: 'given-name', maxLength: 100 }))}
      {field('lastName', say('Last name'), text('lastName', { autoComplete: 'family-name', maxLength: 100 }))}
      <div className="wide-field">
        {field(
          'email',
          say('Email'),
          text('email', { type: 'email', autoComplete: 'email', maxLength: 254 }),
          say('Our answer goes to this address.'),
        )}
      </div>
      {field(
        'country',
        say('Country'),
        (control) => (
          <CountrySelect
            {...control}
            all={all}
            value={country}
            onValueChange={setCountry}
            onFocus={fill}
            name="country"
            autoComplete="country"
            mayLoad={isPrepared}
          />
        ),
        say('Where you live.'),
      )}
      {field(
        'contact',
        say('Contact number'),
        text('contact', { type: 'tel', autoComplete: 'tel', maxLength: 40 }),
        phoneHint(all, country, language),
        2,
      )}
      <div className="wide-field">
        {field('message', say('Message'), (control) => (
          <TextArea {...control} name="message" placeholder={say('How can we help you?')} maxLength={5_000} required />
        ))}
      </div>
    </div>
  );
}

/** They come after the page, and are asked for again by whoever reaches the field and finds them missing. */
function useCountries(code: string): { all: Country[]; fill: () => void } {
  const [all, setAll] = useState<Country[]>([]);
  const fill = (): void => {
    if (all.length === 0)
      void import('#web/ui/fields/countries.ts').then(
        ({ countries }) => setAll(countries(code)),
        () => undefined,
      );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page lives.
  useEffect(fill, []);
  return { all, fill };
}

/** Machines fill every field that they find. People do not see this one, cannot reach it, and are not read it. */
const Trap = () => (
  <div inert aria-hidden="true" className="sr-only">
    <label>
      Website <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

/** It takes the focus, so that it is read out, and the next Tab reaches the button again. */
function Failure({ failure }: { failure: { text: string } | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) box.current?.focus();
  }, [failure]);
  const { sayWith, known } = useLanguage();
  if (failure === null) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger">
        <p className="font-semibold">{known(failure.text)}</p>
        <p>{withNodes(sayWith('Your message is still in the form. You can also write to {mail}.', { mail: <MailLink /> }))}</p>
      </Notice>
    </div>
  );
}
