/** Checking and sending a message. It brings the contract and its schemas along, so it is loaded after the page. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '#web/session/call.ts';
import { type ContactBody, ContactForm, createContact } from '#contract/contacts.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';

/** What the form holds: what is checked here, and what only travels. */
export type Typed = Omit<z.input<typeof ContactForm>, 'consent'> & { consent: boolean } & Pick<
    z.input<typeof ContactBody>,
    'smsConsent' | 'website'
  >;

/** Says what is wrong in the contract's words, and lets through what was typed as it is. */
export const check = zodResolver(withPhoneCheck(ContactForm, 'contact') as never, undefined, { raw: true }) as unknown as Resolver<Typed>;

/** Rejects with a `CallError` when the message was not taken. */
export async function sendMessage({ consent: _consent, ...values }: Typed): Promise<void> {
  await call(createContact, { body: { ...values, language: document.documentElement.lang } });
}
