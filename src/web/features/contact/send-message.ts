/** Checking and sending a message. It brings the contract and its schemas along, so it is loaded after the page. */
import { call } from '#web/session/call.ts';
import { CallError } from '#contract/client.ts';
import { type ContactBody, ContactForm, createContact } from '#contract/contacts.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';
import type { z } from 'zod';

const form = withPhoneCheck(ContactForm, 'contact');

export type Problems = Record<string, string>;

/** What the form holds, as the schemas want it. Boxes that are not ticked are not in the data of a form. */
const valuesOf = (data: FormData) => ({
  ...Object.fromEntries([...data].filter(([, value]) => typeof value === 'string')),
  consent: data.has('consent'),
  smsConsent: data.has('smsConsent'),
});

/** The first problem of each field, in the contract's words. */
export async function problemsIn(data: FormData): Promise<Problems> {
  const { error } = await form.safeParseAsync(valuesOf(data));
  const problems: Problems = {};
  for (const { path, message } of error?.issues ?? []) problems[String(path[0])] ??= message;
  return problems;
}

/** Rejects with a `CallError` when the message was not taken. */
export async function sendMessage(data: FormData): Promise<void> {
  const { consent: _consent, ...values } = valuesOf(data);
  await call(createContact, { body: { ...(values as z.input<typeof ContactBody>), language: document.documentElement.lang } });
}

const wordless = new Set(['network', 'unknown', 'internal']);

/** What the server said against a message; undefined where it said nothing that a person can use. */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof CallError && !wordless.has(error.code) ? error.message : undefined;
