/**
 * Checking and sending a message. It brings the contract and its schemas along, so it is loaded after the page.
 * The token says when the form was opened; the server takes what comes too soon after that for a machine's.
 */
import { call } from '#web/api.ts';
import { CallError } from '#contract/client.ts';
import { type ContactBody, ContactForm, createContact, readContactForm } from '#contract/contacts.ts';
import { withPhoneCheck } from '#web/ui/fields/phone-check.ts';
import type { z } from 'zod';

const form = withPhoneCheck(ContactForm, 'contact');

export type Problems = Record<string, string>;

type Opened = { token: string; notBeforeMs: number; atMs: number };

/** The server takes a token for a day; a page that was open for half of one asks for another. */
const tokenLastsMs = 12 * 3_600_000;
let opened: Opened | null = null;
let opening: Promise<Opened> | null = null;

/** Asks for the token. Safe to call again: a young one is kept, and while one is asked for no other is. */
export async function openForm(): Promise<Opened> {
  if (opened !== null && Date.now() - opened.atMs < tokenLastsMs) return opened;
  opening ??= ask().finally(() => {
    opening = null;
  });
  opened = await opening;
  return opened;
}

async function ask(): Promise<Opened> {
  const { formToken, notBeforeSeconds } = await call(readContactForm);
  return { token: formToken, notBeforeMs: notBeforeSeconds * 1_000, atMs: Date.now() };
}

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
  const { token, notBeforeMs, atMs } = await openForm();
  // Fields that the browser has filled again after a reload, or a token that came late on a slow line: that person is no machine, and waits.
  await pause(atMs + notBeforeMs - Date.now());
  const { consent: _consent, ...values } = valuesOf(data);
  await call(createContact, { body: { ...(values as z.input<typeof ContactBody>), formToken: token } });
}

const wordless = new Set(['network', 'unknown', 'internal']);

/** What the server said against a message; undefined where it said nothing that a person can use. */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof CallError && !wordless.has(error.code) ? error.message : undefined;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
