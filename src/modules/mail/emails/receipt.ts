/** The email after a paid order: the items, the price, the buyer, and the next steps. */
import { shownEmail } from '#platform/shown-email.ts';
import { spelledPhone } from '#kernel/phone-numbers.ts';
import { countryName } from '#kernel/countries.ts';
import { dayIn, type Language } from '#kernel/language.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import type { Sender } from '#modules/mail/sender.ts';
import {
  type Email,
  type EmailContent,
  escapeHtml,
  frame,
  oneLine,
  spokenBy,
  style,
  textFooter,
} from './layout.ts';
import { type Bought, coverOf, nextSteps, renewalTerms } from './next-steps.ts';

export type ReceiptItem = Bought & { name: string; total: Cents };

export type Receipt = Sender & {
  order: {
    /** The display number: `S-1001`. */
    number: string;
    paidAt: Date;
    subtotal: Cents;
    discount: Cents;
    /** Null without a coupon. */
    discountCode: string | null;
    total: Cents;
    billing: {
      firstName: string;
      lastName: string;
      email: string;
      country: string;
      phone: string;
      addressLine1: string;
    };
  };
  /** Its number, and the address of its page. */
  invoice: { number: string; address: string };
  items: ReceiptItem[];
};

export const receiptEmail = (receipt: Receipt): Email => spokenBy((language) => receiptIn(receipt, language));

function receiptIn(receipt: Receipt, language: Language): EmailContent {
  const { order, publicOrigin, company } = receipt;
  const { say } = language;
  const subject = oneLine(say('Your receipt for order {number}', { number: order.number }));
  const preview =
    order.total === 0
      ? say('Nothing was charged. Here is what happens next.')
      : say('We received your payment of {total}. Here is what happens next.', {
          total: formatMoney(order.total),
        });
  const rows = [
    opening(receipt, language),
    facts(receipt, language),
    itemTable(receipt, language),
    terms(receipt, language),
    steps(receipt, language),
    buyer(receipt, language),
  ].filter((row) => row !== '');
  return {
    subject,
    text: receiptText(receipt, language),
    html: frame({ subject, preview, publicOrigin, company, rows, language }),
  };
}

const thanks = ({ order }: Receipt, { say }: Language): string =>
  order.total === 0
    ? say('Your order is complete. Nothing was charged.')
    : say('We received your payment of {total}.', { total: formatMoney(order.total) });

const greeting = ({ order }: Receipt, { say }: Language): string =>
  say('Thank you, {firstName}', { firstName: oneLine(order.billing.firstName) });

const opening = (
  receipt: Receipt,
  language: Language,
): string => `<tr><td class="pad ink" style="padding:36px 36px 8px;${style.ink}">
<h1 class="title ink" style="margin:0 0 10px;${style.ink}font-size:29px;line-height:1.2;font-weight:700;letter-spacing:-0.02em;">${escapeHtml(greeting(receipt, language))}</h1>
<p style="margin:0;">${escapeHtml(thanks(receipt, language))} ${escapeHtml(language.say('This email is your receipt.'))}</p></td></tr>`;

const facts = (
  { order, invoice }: Receipt,
  { code, say }: Language,
): string => `<tr><td class="pad" style="padding:20px 36px 4px;">
<table role="presentation" class="band" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4efe4;border-radius:10px;${style.font}">
<tr>${fact(say('Order'), `<span style="white-space:nowrap;">${escapeHtml(order.number)}</span>`)}${fact(say('Paid on'), escapeHtml(dayIn(code, order.paidAt.toISOString())))}</tr>
<tr>${fact(say('Invoice'), `<span style="white-space:nowrap;">${escapeHtml(invoice.number)}</span> — ${invoiceLink(invoice.address, say('View or download'))}`, 2)}</tr></table></td></tr>`;

const invoiceLink = (address: string, label: string): string =>
  `<a class="ink" href="${escapeHtml(address)}" style="${style.ink}text-decoration:underline;white-space:nowrap;">${escapeHtml(label)}</a>`;

/** `value` must already be HTML. */
const fact = (label: string, value: string, columns = 1): string =>
  `<td class="ink"${columns === 1 ? '' : ` colspan="${columns}"`} style="padding:12px 16px;${style.ink}font-size:16px;font-weight:600;vertical-align:top;">` +
  `<span class="quiet" style="${style.quiet}font-size:13px;font-weight:400;">${escapeHtml(label)}</span><br>${value}</td>`;

function itemTable({ order, items }: Receipt, language: Language): string {
  const { say } = language;
  const sums =
    order.discount === 0
      ? ''
      : sumRow(escapeHtml(say('Subtotal')), formatMoney(order.subtotal)) +
        sumRow(escapeHtml(discountLabel(order, language)), `&minus;${formatMoney(order.discount)}`);
  return `<tr><td class="pad" style="padding:16px 36px 8px;">
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.font}font-size:16px;line-height:1.45;border-collapse:collapse;">
<thead><tr><th class="quiet" scope="col" align="left" style="padding:8px 0;${style.quiet}font-size:13px;font-weight:400;">${escapeHtml(say('Service'))}</th>
<th class="quiet" scope="col" align="right" style="padding:8px 0;${style.quiet}font-size:13px;font-weight:400;">${escapeHtml(say('Price'))}</th></tr></thead>
<tbody>${items.map((item) => itemRow(item, order.paidAt, language)).join('')}${sums}
<tr><th class="ink rule" scope="row" align="left" style="padding:14px 0;border-top:2px solid #10292c;${style.ink}font-size:18px;font-weight:700;">${escapeHtml(say('Total'))}</th>
<td class="ink rule" align="right" style="padding:14px 0 14px 16px;border-top:2px solid #10292c;${style.ink}font-size:18px;font-weight:700;white-space:nowrap;">${formatMoney(order.total)}</td></tr>
</tbody></table></td></tr>`;
}

/** Each on a separate line below the item's name, which matches the invoice. */
function notesOf(item: ReceiptItem, paidAt: Date, { translate, say }: Language): string[] {
  const name = oneLine(item.name);
  const cover = coverOf(item, paidAt);
  return [
    ...(translate(name) === name ? [] : [translate(name)]),
    ...(cover === null ? [] : [say(cover.text, cover.values)]),
  ];
}

const itemRow = (item: ReceiptItem, paidAt: Date, language: Language): string => {
  const notes = notesOf(item, paidAt, language);
  return (
    `<tr><td class="ink line" style="padding:12px 0;${style.line}${style.ink}vertical-align:top;">${escapeHtml(oneLine(item.name))}` +
    `${notes.map((note) => `<br><span class="quiet" style="${style.quiet}font-size:14px;">${escapeHtml(note)}</span>`).join('')}</td>` +
    `<td class="ink line" align="right" style="padding:12px 0 12px 16px;${style.line}${style.ink}vertical-align:top;white-space:nowrap;">${formatMoney(item.total)}</td></tr>`
  );
};

const sumRow = (label: string, amount: string): string =>
  `<tr><th class="quiet line" scope="row" align="left" style="padding:10px 0;${style.line}${style.quiet}font-weight:400;">${label}</th>` +
  `<td class="quiet line" align="right" style="padding:10px 0 10px 16px;${style.line}${style.quiet}white-space:nowrap;">${amount}</td></tr>`;

/** Includes the code, so that the buyer sees which one was applied. */
const discountLabel = ({ discountCode }: Receipt['order'], { say }: Language): string =>
  discountCode === null ? say('Discount') : say('Discount ({code})', { code: oneLine(discountCode) });

function terms({ items, order }: Receipt, language: Language): string {
  const renewal = renewalTerms(items, order, language);
  if (renewal === null) return '';
  const { agreed, meaning } = renewal;
  const beside =
    meaning === ''
      ? escapeHtml(oneLine(agreed))
      : `<span lang="en">${escapeHtml(oneLine(agreed))}</span><br><br>${escapeHtml(oneLine(meaning))}`;
  return `<tr><td class="pad quiet" style="padding:4px 36px 8px;${style.quiet}${style.font}font-size:14px;line-height:1.5;">${beside}</td></tr>`;
}

const steps = (
  { items }: Receipt,
  { say }: Language,
): string => `<tr><td class="pad ink" style="padding:20px 36px 4px;${style.ink}">
<h2 class="ink" style="margin:0 0 12px;${style.ink}font-size:18px;line-height:1.3;font-weight:700;">${escapeHtml(say('What happens next'))}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.font}font-size:16px;line-height:1.5;">
${nextSteps(items)
  .map(({ text, values }, index) => stepRow(say(text, values), index))
  .join('\n')}
</table></td></tr>`;

const stepRow = (step: string, index: number): string =>
  `<tr><td width="40" style="padding:0 0 14px;vertical-align:top;"><div class="step" style="width:26px;height:26px;border-radius:13px;` +
  `background:#10292c;color:#ffffff;font-size:14px;font-weight:700;line-height:26px;text-align:center;">${index + 1}</div></td>` +
  `<td class="ink" style="padding:1px 0 14px;${style.ink}vertical-align:top;">${escapeHtml(step)}</td></tr>`;

const buyer = (
  { order: { billing } }: Receipt,
  { code, say }: Language,
): string => `<tr><td class="pad" style="padding:12px 36px 34px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.font}font-size:16px;line-height:1.5;"><tr>
<td class="half ink line" width="50%" style="padding:18px 16px 0 0;${style.line}${style.ink}vertical-align:top;"><span class="quiet" style="${style.quiet}font-size:13px;">${escapeHtml(say('Billed to'))}</span><br>
${[`${billing.firstName} ${billing.lastName}`, billing.addressLine1, countryName(billing.country, code)].map(person).join('<br>')}</td>
<td class="half ink line" width="50%" style="padding:18px 0 0;${style.line}${style.ink}vertical-align:top;"><span class="quiet" style="${style.quiet}font-size:13px;">${escapeHtml(say('We reach you at'))}</span><br>
${[shownEmail(billing.email), spelledPhone(billing.phone)].map(person).join('<br>')}</td>
</tr></table></td></tr>`;

const person = (text: string): string =>
  `<span style="overflow-wrap:anywhere;word-break:break-word;">${escapeHtml(oneLine(text))}</span>`;

function receiptText(receipt: Receipt, language: Language): string {
  const { order, invoice, items } = receipt;
  const { billing } = order;
  const { code, say } = language;
  const terms = renewalTerms(items, order, language);
  const amounts = [
    ...items.map(
      (item) => [oneLine(item.name), formatMoney(item.total), notesOf(item, order.paidAt, language)] as const,
    ),
    ...(order.discount === 0
      ? []
      : ([
          [say('Subtotal'), formatMoney(order.subtotal), []],
          [discountLabel(order, language), `-${formatMoney(order.discount)}`, []],
        ] as const)),
    [say('Total'), formatMoney(order.total), []] as const,
  ];
  return [
    greeting(receipt, language),
    '',
    thanks(receipt, language),
    language.say('This email is your receipt.'),
    '',
    ...inColumns([
      [say('Order'), order.number],
      [say('Paid on'), dayIn(code, order.paidAt.toISOString())],
    ]),
    `${say('Invoice')} ${invoice.number} — ${say('View or download')}: ${invoice.address}`,
    '',
    ...amounts.flatMap(([label, amount, notes]) => [
      `${label}: ${amount}`,
      ...notes.map((note) => `  ${note}`),
    ]),
    ...(terms === null
      ? []
      : ['', oneLine(terms.agreed), ...(terms.meaning === '' ? [] : ['', oneLine(terms.meaning)])]),
    '',
    language.say('What happens next').toUpperCase(),
    ...nextSteps(items).map(({ text, values }, index) => `${index + 1}. ${language.say(text, values)}`),
    '',
    say('Billed to').toUpperCase(),
    ...[
      `${billing.firstName} ${billing.lastName}`,
      billing.addressLine1,
      countryName(billing.country, code),
      shownEmail(billing.email),
      spelledPhone(billing.phone),
    ].map(oneLine),
    '',
    textFooter(receipt, language),
    '',
  ].join('\n');
}

const inColumns = (rows: [label: string, value: string][]): string[] => {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => `${label}:`.padEnd(width) + value);
};
