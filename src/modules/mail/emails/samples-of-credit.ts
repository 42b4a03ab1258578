/** Samples of emails about Net 30 and Factiiv reporting with made-up data. */
import { cents } from '#kernel/money.ts';
import { type CreditEmailKind, creditEmail, type CreditNews } from './credit.ts';
import * as orders from './credit-order.ts';
import { type ReportingEmailKind, reportingEmail, type ReportingNews } from './reporting.ts';
import type { EmailKind, SampleFacts } from './samples.ts';

const day = (at: Date, days = 0): string =>
  new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const invoice = { id: 'inv_sample', number: 'INV-2026-00003' };
const amount = cents(12_450);
const card = { brand: 'visa', last4: '4242' };

const lateInvoice = (at: Date, days: number) => ({
  invoiceId: invoice.id,
  number: invoice.number,
  owed: amount,
  dueOn: day(at, -days),
});
const creditSample = (news: (at: Date) => CreditNews) => (facts: SampleFacts) =>
  creditEmail(news(facts.at), facts);
const sampleOf = (news: ReportingNews) => (facts: SampleFacts) => reportingEmail(news, facts);
const credit = (title: string, samples: EmailKind['samples']): EmailKind => ({
  group: 'Net 30',
  title,
  samples,
});
const factiiv = (title: string, samples: EmailKind['samples']): EmailKind => ({
  group: 'Factiiv',
  title,
  samples,
});

const reminder = (days: number) =>
  creditSample((at) => ({ kind: 'credit_reminder', days, invoice: lateInvoice(at, days) }));
const declined = (isChange: boolean) =>
  creditSample((at) => ({
    kind: 'credit_declined',
    reasons: ['no_us_entity'],
    againOn: day(at, 90),
    isChange,
  }));
const changed = (from: number, to: number) =>
  creditSample(() => ({
    kind: 'credit_limit_changed',
    from: cents(from),
    to: cents(to),
    reason: 'Every invoice was paid on time',
  }));

const ofAccounts: Record<CreditEmailKind, EmailKind> = {
  credit_approved: credit('An application is approved', {
    Email: creditSample(() => ({ kind: 'credit_approved', limit: cents(100_000) })),
  }),
  credit_in_review: credit('An application is in review', {
    Email: creditSample(() => ({ kind: 'credit_in_review', reasons: ['young_entity'] })),
  }),
  credit_change_in_review: credit('A changed company is in review', {
    Email: creditSample(() => ({ kind: 'credit_change_in_review' })),
  }),
  credit_declined: credit('An application is not approved', {
    'A first application': declined(false),
    'A changed company': declined(true),
  }),
  credit_limit_changed: credit('The limit was changed', {
    Higher: changed(100_000, 150_000),
    Lower: changed(150_000, 100_000),
  }),
  credit_change_approved: credit('A changed company is approved', {
    Email: creditSample(() => ({ kind: 'credit_change_approved' })),
  }),
  credit_frozen: credit('Credit is on hold', {
    'Invoices are late': creditSample((at) => ({ kind: 'credit_frozen', late: [lateInvoice(at, 3)] })),
    'By our team': creditSample(() => ({ kind: 'credit_frozen', late: [] })),
  }),
  credit_unfrozen: credit('The hold has ended', { Email: creditSample(() => ({ kind: 'credit_unfrozen' })) }),
  credit_reminder: credit('Reminder of an invoice', {
    'Before the day': reminder(-5),
    'On the day': reminder(0),
    'Past due': reminder(7),
    'A month past due': reminder(30),
  }),
  credit_written_off: credit('An account was written off', {
    Email: creditSample(() => ({ kind: 'credit_written_off', amount })),
  }),
  credit_closed: credit('An account was closed by its owner', {
    Email: creditSample(() => ({ kind: 'credit_closed' })),
  }),
};

const toPay = (at: Date) => ({ ...invoice, amount, dueOn: day(at, 30) });
const received = (facts: SampleFacts, rest: number, by: typeof card | null) =>
  orders.invoicePaymentEmail({ ...facts, invoice, amount, rest: cents(rest), card: by, paidAt: facts.at });
const autopay = (isQuestion: boolean) => (facts: SampleFacts) =>
  orders.autopayFailedEmail({ ...facts, invoice, owed: amount, dueOn: day(facts.at), isQuestion });

const ofOrders: Record<orders.CreditOrderEmailKind, EmailKind> = {
  credit_invoice: credit('An invoice on Net 30', {
    'The order and its first half': (facts) =>
      orders.creditOrderEmail({
        ...facts,
        number: 'S-1001',
        names: ['EIN filing'],
        total: cents(24_900),
        invoice: toPay(facts.at),
        rest: amount,
      }),
    'The second half': (facts) =>
      orders.secondHalfEmail({ ...facts, number: 'S-1001', invoice: toPay(facts.at) }),
  }),
  invoice_payment: credit('A payment of an invoice', {
    'In full, by card': (facts) => received(facts, 0, card),
    'A part, otherwise': (facts) => received(facts, 5_000, null),
  }),
  invoice_void: credit('An invoice is void', {
    Email: (facts) => orders.invoiceVoidEmail({ ...facts, invoice: { ...invoice, amount } }),
  }),
  invoice_reopened: credit('An invoice is open again', {
    Email: (facts) =>
      orders.invoiceReopenedEmail({
        ...facts,
        invoice: { ...invoice, dueOn: day(facts.at, 10) },
        amount,
        due: amount,
      }),
  }),
  credit_order_canceled: credit('An order on Net 30 was canceled', {
    Email: (facts) => orders.creditOrderCanceledEmail({ ...facts, number: 'S-1001', total: cents(24_900) }),
  }),
  autopay_failed: credit('An automatic payment did not go through', {
    Declined: autopay(false),
    'The bank asks': autopay(true),
  }),
  autopay_on: credit('Automatic payments are on', {
    Email: (facts) => orders.autopayOnEmail({ ...facts, card }),
  }),
  autopay_off: credit('Automatic payments are off', { Email: (facts) => orders.autopayOffEmail(facts) }),
};

const month = {
  kind: 'reporting_month',
  month: '2026-10',
  reported: 3,
  accepted: 2,
  rejected: 0,
  waiting: 1,
} as const;

const ofReports: Record<ReportingEmailKind, EmailKind> = {
  report_rejected: factiiv('A report was rejected', {
    'With a reason': sampleOf({
      kind: 'report_rejected',
      what: 'Invoice INV-2026-00003',
      reason: 'Not known to the customer',
    }),
    'Without a reason': sampleOf({ kind: 'report_rejected', what: 'Invoice INV-2026-00003', reason: '' }),
  }),
  score_changed: factiiv('The score has changed', {
    Email: sampleOf({ kind: 'score_changed', from: 620, to: 645 }),
    'The first score': sampleOf({ kind: 'score_changed', from: null, to: 620 }),
  }),
  bureau_revoked: factiiv('The connection has ended', {
    'Taken back': sampleOf({ kind: 'bureau_revoked', cause: 'taken_back' }),
    'Lost by us': sampleOf({ kind: 'bureau_revoked', cause: 'lost' }),
  }),
  report_answered: factiiv('Our answer about a report', {
    Email: sampleOf({
      kind: 'report_answered',
      what: 'Invoice INV-2026-00003',
      answer: 'You are right: we have withdrawn it.',
    }),
  }),
  reporting_month: factiiv('Monthly summary', {
    Email: sampleOf({ ...month, takenBack: 0 }),
    'With reports that were withdrawn': sampleOf({ ...month, takenBack: 1 }),
  }),
};

export const creditSamples: Record<
  CreditEmailKind | orders.CreditOrderEmailKind | ReportingEmailKind,
  EmailKind
> = {
  ...ofAccounts,
  ...ofOrders,
  ...ofReports,
};
