/** Validates and sends a message. It imports the contract and its schemas, so it is loaded after the page. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '#web/session/call.ts';
import { type ContactBody, ContactForm, createContact } from '#contract/contacts.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';

/** The form values, including those that are sent without validation. */
export type Typed = Omit<z.input<typeof ContactForm>, 'consent'> & { consent: boolean } & Pick<
    z.input<typeof ContactBody>,
    'smsConsent' | 'website'
  >;

/** Reports errors with the contract's messages and passes valid input unchanged. */
export const check = zodResolver(withPhoneCheck(ContactForm, 'contact') as never, undefined, {
  raw: true,
}) as unknown as Resolver<Typed>;

/** Rejects with a `CallError` if the message was not accepted. */
export async function sendMessage({ consent: _consent, ...values }: Typed): Promise<void> {
  await call(createContact, { body: { ...values, language: document.documentElement.lang } });
}
