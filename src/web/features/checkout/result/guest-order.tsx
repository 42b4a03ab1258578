/**
 * Shows the full receipt address and lets the buyer correct a typo, in the browser that placed the order as a
 * guest. Another browser with the order's link does not have the purchase key and sees neither.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CorrectionForm, correctGuestEmail, readGuestOrder } from '#contract/guest-orders.ts';
import type { Answer } from '#contract/endpoint.ts';
import { phrase } from '#kernel/language.ts';
import { addressFor } from '#kernel/page-languages.ts';
import { useLanguage, withNodes } from '#web/language.tsx';
import { call } from '#web/session/call.ts';
import { useSending } from '#web/session/sending.ts';
import { Button } from '#web/ui/button.tsx';
import { useEmailAdvice } from '#web/ui/fields/use-email-advice.tsx';
import { Field } from '#web/ui/field.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type GuestOrderFacts = Answer<typeof readGuestOrder>;
type Props = { orderId: string; purchaseKey: string; onCorrected: (email: string) => void };

const linkStyle = 'font-semibold underline underline-offset-4 hover:text-accent';

export default function GuestOrder({ orderId, purchaseKey, onCorrected }: Props) {
  const { say, sayWith } = useLanguage();
  const [facts, setFacts] = useState<GuestOrderFacts | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCorrected, setCorrected] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isCurrent = true;
    call(readGuestOrder, { params: { id: orderId }, headers: { 'purchase-key': purchaseKey } })
      .then((found) => isCurrent && setFacts(found))
      // The page is complete without it.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [orderId, purchaseKey]);
  if (facts === null) return null;
  const address = <strong className="wrap-anywhere">{facts.email}</strong>;
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const finish = (next: GuestOrderFacts) => {
    // The same address again changes nothing, and its links still work.
    if (next.email === facts.email) return close();
    setFacts(next);
    setCorrected(true);
    setOpen(false);
    onCorrected(next.email);
    heading.current?.focus();
  };
  return (
    <section
      aria-labelledby="guest-heading"
      className="grid w-full gap-3 rounded-lg border border-line p-6 print:hidden"
    >
      <h2 id="guest-heading" ref={heading} tabIndex={-1} className="text-xl">
        {say('Your receipt and your account')}
      </h2>
      <p role="status">
        {withNodes(
          isCorrected
            ? sayWith(
                'Address corrected. We have sent the receipt to {address}. Links in our earlier emails no longer work.',
                { address },
              )
            : sayWith('We have sent the receipt to {address}.', { address }),
        )}
      </p>
      {facts.correctableUntil !== null && !isOpen && (
        <div className="-my-2">
          <Button ref={opener} variant="text" onClick={() => setOpen(true)}>
            {say('Wrong address? Correct it')}
          </Button>
        </div>
      )}
      {isOpen && (
        <Correction {...{ orderId, purchaseKey }} email={facts.email} onDone={finish} onCancel={close} />
      )}
      <Ways orderId={orderId} invoice={facts.invoice} />
    </section>
  );
}

function Ways({ orderId, invoice }: { orderId: string; invoice: GuestOrderFacts['invoice'] }) {
  const { code, say, sayWith } = useLanguage();
  return (
    <>
      <p>
        {withNodes(
          sayWith(
            'To see this order in your account, {login}, or choose a password with the link that we have sent to the same address.',
            {
              login: (
                <SiteLink to={addressFor(code, '/login')} className={linkStyle}>
                  {say('log in')}
                </SiteLink>
              ),
            },
          ),
        )}
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <SiteLink to={addressFor(code, `/payment/success?orderId=${orderId}`)} className={linkStyle}>
          {say('Link to this order')}
        </SiteLink>
        {invoice !== null && (
          <SiteLink to={`/invoices/${invoice.id}`} className={linkStyle}>
            {say('Invoice {number}', { number: invoice.number })}
          </SiteLink>
        )}
      </p>
    </>
  );
}

type CorrectionProps = Omit<Props, 'onCorrected'> & {
  email: string;
  onDone: (facts: GuestOrderFacts) => void;
  onCancel: () => void;
};

function Correction({ orderId, purchaseKey, email, onDone, onCancel }: CorrectionProps) {
  const { say } = useLanguage();
  const form = useForm({ resolver: zodResolver(CorrectionForm), defaultValues: { email } });
  const { advice, ...watch } = useEmailAdvice(
    () => form.getValues('email'),
    (corrected) => {
      form.setValue('email', corrected, { shouldValidate: true, shouldDirty: true });
      form.setFocus('email');
    },
  );
  useEffect(() => form.setFocus('email'), [form]);
  const sending = useSending();
  const submit = form.handleSubmit((body) =>
    sending.run(async () => {
      onDone(
        await call(correctGuestEmail, {
          params: { id: orderId },
          headers: { 'purchase-key': purchaseKey },
          body,
        }),
      );
    }),
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 pb-3">
      <ProblemBox problem={sending.problem} />
      <Field
        label={phrase('Email')}
        hint={phrase(
          'We will send the receipt and the link to your account there. You can correct the address up to three times within 24 hours.',
        )}
        error={form.formState.errors.email?.message}
        advice={advice}
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="email"
            maxLength={254}
            {...form.register('email', watch)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={sending.isBusy}>
          {say('Correct address')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {say('Cancel')}
        </Button>
      </div>
    </form>
  );
}
