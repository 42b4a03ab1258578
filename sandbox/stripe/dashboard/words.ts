/** Formats money, times, and statuses for the dashboard. */
import { html, type Html } from '#sandbox/page.ts';
import { moneyInWords } from '#sandbox/stripe/currencies.ts';

export const money = (amount: number, currency: string): string => moneyInWords(amount, currency);

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

export const time = (seconds: number): Html => {
  const date = new Date(seconds * 1_000);
  return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`;
};

const tones: Record<string, string> = {
  active: 'ok',
  issued: 'ok',
  paid: 'ok',
  succeeded: 'ok',
  delivered: 'ok',
  won: 'ok',
  requires_action: 'warn',
  processing: 'warn',
  pending: 'warn',
  held: 'warn',
  needs_response: 'warn',
  under_review: 'warn',
  incomplete: 'warn',
  open: 'warn',
  past_due: 'danger',
  uncollectible: 'danger',
  unpaid: 'danger',
  failed: 'danger',
  dropped: 'danger',
  lost: 'danger',
};

export const badge = (state: string): Html =>
  html`<span class="badge ${tones[state] ?? ''}">${state.replaceAll('_', ' ')}</span>`;
