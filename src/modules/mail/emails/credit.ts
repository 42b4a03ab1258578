/** Emails about credit: what was decided on an application, what the limit is now, freezes, and reminders. None of them carries an EIN. */
import { formatDate } from '#kernel/dates.ts';
import { decisionReasons, type DecisionReason } from '#kernel/credit-words.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { site } from '#kernel/site.ts';
import { plainEmail } from './account.ts';
import type { Words } from './account-words.ts';
import type { EmailContent } from './layout.ts';

export type LateInvoice = { invoiceId: string; number: string; dueOn: string; owed: Cents };

export type CreditNews =
  | { kind: 'credit_approved'; limit: Cents }
  | { kind: 'credit_in_review'; reasons: readonly DecisionReason[] }
  | { kind: 'credit_change_in_review' }
  | { kind: 'credit_declined'; reasons: readonly DecisionReason[]; againOn: string; isChange: boolean }
  | { kind: 'credit_limit_changed'; from: Cents; to: Cents; reason: string }
  | { kind: 'credit_change_approved' }
  /** Without late invoices: staff froze it. */
  | { kind: 'credit_frozen'; late: readonly LateInvoice[] }
  | { kind: 'credit_unfrozen' }
  /** `days`: from the due day; below zero before it. */
  | { kind: 'credit_reminder'; days: number; invoice: LateInvoice }
  | { kind: 'credit_written_off'; amount: Cents }
  | { kind: 'credit_closed' };

export type CreditEmailKind = CreditNews['kind'];
type News<Kind extends CreditEmailKind> = Extract<CreditNews, { kind: Kind }>;

const page = '/profile/credit';
const see = { label: 'See your credit', path: page };
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
const line = ({ number, dueOn, owed }: LateInvoice): string => `${number}: ${formatMoney(owed)}, due on ${formatDate(dueOn)}.`;

const words: { [Kind in CreditEmailKind]: (news: News<Kind>) => Words } = {
  credit_approved: ({ limit }) => ({
    subject: 'Your Net 30 account is approved',
    preview: `Your first limit is ${formatMoney(limit)}.`,
    title: 'You are approved',
    paragraphs: [
      `Your Net 30 account is open. Your limit is ${formatMoney(limit)}.`,
      'Choose Purchase with Credit at checkout. Half of an order is invoiced at once and half when the work is done. Each invoice is due 30 days after its date.',
    ],
    button: see,
    notes: ['Pay every invoice of an order on time, and your limit rises by 10% of its total.'],
  }),
  credit_in_review: ({ reasons }) => ({
    subject: 'Your Net 30 application is in review',
    preview: 'A person looks at it. You need to do nothing.',
    title: 'Your application is in review',
    paragraphs: [
      'We have your application. Someone on our team reviews it and decides within 30 days, usually within a few days. What they look at:',
      ...saidOf(reasons),
    ],
    button: { label: 'See your application', path: `${page}/apply` },
    notes: ['You can change your details or withdraw the application until it is decided.'],
  }),
  credit_change_in_review: () => ({
    subject: 'The change of your company is in review',
    preview: 'Until then your Net 30 account works as before.',
    title: 'The change is in review',
    paragraphs: [
      'You have changed your company after it was approved. Someone on our team reviews the new details and decides within 30 days, usually within a few days.',
      'Until then your Net 30 account works as before, and your limit stays as it is.',
    ],
    button: { label: 'See your application', path: `${page}/apply` },
    notes: [`If this was not you, write to ${site.email} at once.`],
  }),
  credit_declined: ({ reasons, againOn, isChange }) => ({
    subject: isChange ? 'The change of your company was not approved' : 'Your Net 30 application was not approved',
    preview: `You may apply again from ${formatDate(againOn)}.`,
    title: isChange ? 'The change was not approved' : 'We could not approve your application',
    paragraphs: [
      isChange
        ? 'We could not approve the change of your company. Purchases on credit are on hold. The reasons:'
        : 'We could not open a Net 30 account this time. The reasons:',
      ...saidOf(reasons),
      isChange ? `Please write to ${site.email}.` : `You may apply again from ${formatDate(againOn)}.`,
    ],
    button: { label: 'See your application', path: `${page}/apply` },
    notes: [`If you think that this is wrong, write to ${site.email}, and a person reviews it again.`],
  }),
  credit_limit_changed: ({ from, to, reason }) => ({
    subject: `Your credit limit is now ${formatMoney(to)}`,
    preview: `It was ${formatMoney(from)}.`,
    title: to > from ? 'Your credit limit is higher' : 'Your credit limit is lower',
    paragraphs: [`Your credit limit was ${formatMoney(from)} and is ${formatMoney(to)} now.`, `The reason: ${reason}`],
    button: see,
    notes: ['“Why is my limit this?” in your profile shows every change.'],
  }),
  credit_change_approved: () => ({
    subject: 'The change of your company is approved',
    preview: 'Your Net 30 account works as before.',
    title: 'The change is approved',
    paragraphs: [
      'We have read the new details of your company. Your Net 30 account works with them from now on, and your limit stays as it is.',
    ],
    button: see,
    notes: [],
  }),
  credit_frozen: ({ late }) => ({
    subject: 'Your credit is on hold',
    preview: late.length === 0 ? 'You cannot buy on credit for now.' : `${plural(late.length, 'invoice')} past due.`,
    title: 'Your credit is on hold',
    paragraphs:
      late.length === 0
        ? [`Purchases on credit are on hold. Please write to ${site.email} to find out why and what to do. You can still buy by card.`]
        : [
            'An invoice was not paid by its due date, so you cannot buy on credit for now. You can still buy by card.',
            ...late.map(line),
            'Pay all that is past due, and the hold ends the moment the payment settles.',
          ],
    button: late.length === 0 ? see : { label: 'Pay now', path: page },
    notes: [],
  }),
  credit_unfrozen: () => ({
    subject: 'You can buy on credit again',
    preview: 'The hold has ended.',
    title: 'The hold has ended',
    paragraphs: ['Purchases on credit are open again. Thank you.'],
    button: see,
    notes: [],
  }),
  credit_reminder: ({ days, invoice }) => ({
    subject: subjectOf(days, invoice.number),
    preview: `${formatMoney(invoice.owed)}, due on ${formatDate(invoice.dueOn)}.`,
    title: days < 0 ? 'An invoice is due soon' : days === 0 ? 'An invoice is due today' : 'An invoice is past due',
    paragraphs: [
      `${formatMoney(invoice.owed)} of invoice ${invoice.number} ${days > 0 ? 'was' : 'is'} due on ${formatDate(invoice.dueOn)}.`,
      afterwards(days),
    ],
    button: { label: 'Pay the invoice', path: page },
    notes: [
      'If you have already paid, you need to do nothing. A payment may take a moment to arrive.',
      `If you cannot pay now, write to ${site.email}.`,
    ],
  }),
  credit_written_off: ({ amount }) => ({
    subject: 'Your Net 30 account is closed',
    preview: `${formatMoney(amount)} was not paid.`,
    title: 'Your Net 30 account is closed',
    paragraphs: [`${formatMoney(amount)} was not paid, and we have closed your Net 30 account. You can still buy by card.`],
    button: see,
    notes: [`If you have paid, or think that this is wrong, write to ${site.email}.`],
  }),
  credit_closed: () => ({
    subject: 'Your Net 30 account is closed',
    preview: 'As you asked.',
    title: 'Your Net 30 account is closed',
    paragraphs: ['We have closed your Net 30 account, as you asked. You can still buy by card, and apply again at any time.'],
    button: see,
    notes: [`If this was not you, write to ${site.email} at once.`],
  }),
};

/** What was found, and what can be done about it. */
const saidOf = (reasons: readonly DecisionReason[]): string[] =>
  reasons.map((reason) => `${decisionReasons[reason].found} ${decisionReasons[reason].change}`.trim());

function subjectOf(days: number, number: string): string {
  if (days < 0) return `Invoice ${number} is due in ${plural(-days, 'day')}`;
  return days === 0 ? `Invoice ${number} is due today` : `Invoice ${number} is ${plural(days, 'day')} past due`;
}

function afterwards(days: number): string {
  if (days <= 0) return 'A payment by the end of that day (UTC) is on time and counts toward the bonus on your limit.';
  return days >= 30
    ? 'Please pay it now, or write to us about what is possible. Credit purchases stay on hold until all that is past due is paid.'
    : 'Credit purchases are on hold until all that is past due is paid. The hold ends the moment the payment settles.';
}

export const creditEmail = (news: CreditNews, facts: { publicOrigin: string; firstName: string }): EmailContent =>
  plainEmail((words[news.kind] as (news: CreditNews) => Words)(news), facts);
