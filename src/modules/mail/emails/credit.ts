/**
 * Emails about credit: application decisions, limits, freezes, and reminders. None of them contains an EIN.
 */
import { decisionReasons, type DecisionReason } from '#content/credit-words.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { type Message, worded } from '#kernel/language.ts';
import { type Addressee, plainEmail } from './account.ts';
import { dayOf, type Words } from './account-words.ts';
import type { Email } from './layout.ts';

export type LateInvoice = { invoiceId: string; number: string; dueOn: string; owed: Cents };

export type CreditNews =
  | { kind: 'credit_approved'; limit: Cents }
  | { kind: 'credit_in_review'; reasons: readonly DecisionReason[] }
  | { kind: 'credit_change_in_review' }
  | { kind: 'credit_declined'; reasons: readonly DecisionReason[]; againOn: string; isChange: boolean }
  | { kind: 'credit_limit_changed'; from: Cents; to: Cents; reason: string }
  | { kind: 'credit_change_approved' }
  /** Without late invoices: frozen by staff. */
  | { kind: 'credit_frozen'; late: readonly LateInvoice[] }
  | { kind: 'credit_unfrozen' }
  /** `days`: relative to the due date; negative before it. */
  | { kind: 'credit_reminder'; days: number; invoice: LateInvoice }
  | { kind: 'credit_written_off'; amount: Cents }
  | { kind: 'credit_closed' };

export type CreditEmailKind = CreditNews['kind'];
type News<Kind extends CreditEmailKind> = Extract<CreditNews, { kind: Kind }>;

const page = '/profile/credit';
const see = { label: worded('See your credit'), path: page };
const line = ({ number, dueOn, owed }: LateInvoice): Message =>
  worded('{number}: {owed}, due on {dueOn}.', { number, owed: formatMoney(owed), dueOn: dayOf(dueOn) });

const words: { [Kind in CreditEmailKind]: (news: News<Kind>, to: Addressee) => Words } = {
  credit_approved: ({ limit }) => ({
    subject: worded('Your Net 30 account is approved'),
    preview: worded('Your first limit is {limit}.', { limit: formatMoney(limit) }),
    title: worded('You are approved'),
    paragraphs: [
      worded('Your Net 30 account is open. Your limit is {limit}.', { limit: formatMoney(limit) }),
      worded(
        'Choose Purchase with Credit at checkout. Half of an order is invoiced at once and half when the work is done. Each invoice is due 30 days after its date.',
      ),
    ],
    button: see,
    notes: [worded('Pay every invoice of an order on time, and your limit rises by 10% of its total.')],
  }),
  credit_in_review: ({ reasons }) => ({
    subject: worded('Your Net 30 application is in review'),
    preview: worded('A person is reviewing it. You do not need to do anything.'),
    title: worded('Your application is in review'),
    paragraphs: [
      worded(
        'We have your application. Someone on our team will review it and decide within 30 days, usually within a few days. Under review:',
      ),
      ...saidOf(reasons),
    ],
    button: { label: worded('See your application'), path: `${page}/apply` },
    notes: [worded('You can change your details or withdraw the application until it is decided.')],
  }),
  credit_change_in_review: (_news, { company }) => ({
    subject: worded('The change to your company details is in review'),
    preview: worded('Until then your Net 30 account works as before.'),
    title: worded('The change is in review'),
    paragraphs: [
      worded(
        'You changed your company details after we approved them. Someone on our team will review the new details and decide within 30 days, usually within a few days.',
      ),
      worded('Until then your Net 30 account works as before, and your limit stays the same.'),
    ],
    button: { label: worded('See your application'), path: `${page}/apply` },
    notes: [worded('If this was not you, write to {ourEmail} right away.', { ourEmail: company.email })],
  }),
  credit_declined: ({ reasons, againOn, isChange }, { company }) => ({
    subject: isChange
      ? worded('The change to your company details was not approved')
      : worded('Your Net 30 application was not approved'),
    preview: worded('You may apply again from {againOn}.', { againOn: dayOf(againOn) }),
    title: isChange ? worded('The change was not approved') : worded('We could not approve your application'),
    paragraphs: [
      isChange
        ? worded(
            'We could not approve the change to your company details. Purchases on credit are on hold. The reasons:',
          )
        : worded('We could not open a Net 30 account this time. The reasons:'),
      ...saidOf(reasons),
      isChange
        ? worded('Please write to {ourEmail}.', { ourEmail: company.email })
        : worded('You may apply again from {againOn}.', { againOn: dayOf(againOn) }),
    ],
    button: { label: worded('See your application'), path: `${page}/apply` },
    notes: [
      worded('If you think this is wrong, write to {ourEmail} and a person will review it again.', {
        ourEmail: company.email,
      }),
    ],
  }),
  credit_limit_changed: ({ from, to, reason }) => ({
    subject: worded('Your credit limit is now {to}', { to: formatMoney(to) }),
    preview: worded('It was {from}.', { from: formatMoney(from) }),
    title: to > from ? worded('Your credit limit is higher') : worded('Your credit limit is lower'),
    paragraphs: [
      worded('Your credit limit was {from}. It is now {to}.', {
        from: formatMoney(from),
        to: formatMoney(to),
      }),
      worded('The reason: {reason}', { reason }),
    ],
    button: see,
    notes: [worded('“How your limit is set” in your profile shows every change.')],
  }),
  credit_change_approved: () => ({
    subject: worded('The change to your company details is approved'),
    preview: worded('Your Net 30 account works as before.'),
    title: worded('The change is approved'),
    paragraphs: [
      worded(
        'We have reviewed your new company details. Your Net 30 account uses them from now on, and your limit stays the same.',
      ),
    ],
    button: see,
    notes: [],
  }),
  credit_frozen: ({ late }, { company }) => ({
    subject: worded('Your credit is on hold'),
    preview:
      late.length === 0
        ? worded('You cannot buy on credit for now.')
        : worded('{late, plural, one {# invoice} other {# invoices}} past due.', { late: late.length }),
    title: worded('Your credit is on hold'),
    paragraphs:
      late.length === 0
        ? [
            worded(
              'Purchases on credit are on hold. Please write to {ourEmail} to find out why and what to do. You can still buy by card.',
              { ourEmail: company.email },
            ),
          ]
        : [
            worded(
              'An invoice was not paid by its due date, so you cannot buy on credit for now. You can still buy by card.',
            ),
            ...late.map(line),
            worded('Pay everything that is past due, and the hold ends as soon as the payment settles.'),
          ],
    button: late.length === 0 ? see : { label: worded('Pay now'), path: page },
    notes: [],
  }),
  credit_unfrozen: () => ({
    subject: worded('You can buy on credit again'),
    preview: worded('The hold has ended.'),
    title: worded('The hold has ended'),
    paragraphs: [worded('You can buy on credit again. Thank you.')],
    button: see,
    notes: [],
  }),
  credit_reminder: ({ days, invoice }, { company }) => ({
    subject: subjectOf(days, invoice.number),
    preview: worded('{owed}, due on {dueOn}.', {
      owed: formatMoney(invoice.owed),
      dueOn: dayOf(invoice.dueOn),
    }),
    title:
      days < 0
        ? worded('An invoice is due soon')
        : days === 0
          ? worded('An invoice is due today')
          : worded('An invoice is past due'),
    paragraphs: [
      days > 0
        ? worded('{owed} of invoice {number} was due on {dueOn}.', dueOf(invoice))
        : worded('{owed} of invoice {number} is due on {dueOn}.', dueOf(invoice)),
      afterwards(days),
    ],
    button: { label: worded('Pay the invoice'), path: page },
    notes: [
      worded(
        'If you have already paid, you do not need to do anything. A payment can take a moment to arrive.',
      ),
      worded('If you cannot pay now, write to {ourEmail}.', { ourEmail: company.email }),
    ],
  }),
  credit_written_off: ({ amount }, { company }) => ({
    subject: worded('Your Net 30 account is closed'),
    preview: worded('{amount} was not paid.', { amount: formatMoney(amount) }),
    title: worded('Your Net 30 account is closed'),
    paragraphs: [
      worded('{amount} was not paid, so we closed your Net 30 account. You can still buy by card.', {
        amount: formatMoney(amount),
      }),
    ],
    button: see,
    notes: [
      worded('If you have paid, or think this is wrong, write to {ourEmail}.', { ourEmail: company.email }),
    ],
  }),
  credit_closed: (_news, { company }) => ({
    subject: worded('Your Net 30 account is closed'),
    preview: worded('As you asked.'),
    title: worded('Your Net 30 account is closed'),
    paragraphs: [
      worded(
        'We have closed your Net 30 account, as you asked. You can still buy by card, and apply again at any time.',
      ),
    ],
    button: see,
    notes: [worded('If this was not you, write to {ourEmail} right away.', { ourEmail: company.email })],
  }),
};

const dueOf = ({ owed, number, dueOn }: LateInvoice) => ({
  owed: formatMoney(owed),
  number,
  dueOn: dayOf(dueOn),
});

/** Each reason and what the customer can do about it. */
const saidOf = (reasons: readonly DecisionReason[]): Message[] =>
  reasons.map((reason) => {
    const { found, change } = decisionReasons[reason];
    return change === ''
      ? { text: found }
      : worded('{found} {change}', { found: { text: found }, change: { text: change } });
  });

function subjectOf(days: number, number: string): Message {
  if (days < 0)
    return worded('Invoice {number} is due in {days, plural, one {# day} other {# days}}', {
      number,
      days: -days,
    });
  return days === 0
    ? worded('Invoice {number} is due today', { number })
    : worded('Invoice {number} is {days, plural, one {# day} other {# days}} past due', { number, days });
}

function afterwards(days: number): Message {
  if (days <= 0)
    return worded(
      'A payment by the end of that day (UTC) is on time and counts toward the bonus on your limit.',
    );
  return days >= 30
    ? worded(
        'Please pay it now, or write to us about your options. Credit purchases stay on hold until you pay everything that is past due.',
      )
    : worded(
        'Credit purchases are on hold until you pay everything that is past due. The hold ends as soon as the payment settles.',
      );
}

export const creditEmail = (news: CreditNews, to: Addressee): Email =>
  plainEmail((words[news.kind] as (news: CreditNews, to: Addressee) => Words)(news, to), to);
