/**
 * Reminders of an abandoned cart. They show the cart's items but nothing typed into its form: the address may
 * be a stranger's. Each has an unsubscribe link that works without a log-in.
 */
import { type Cents, formatMoney } from '#kernel/money.ts';
import { type Language, worded } from '#kernel/language.ts';
import { site } from '#content/site.ts';
import { unsubscribePath, unsubscribePlace } from '#modules/mail/unsubscribe.ts';
import { type Addressee, plainEmail } from './account.ts';
import type { Words } from './account-words.ts';
import { escapeHtml, type Email, oneLine, style } from './layout.ts';

export type LeftCart = Addressee & {
  cartId: string;
  /** The second is the last. */
  number: 1 | 2;
  items: { name: string; price: Cents; period: 'month' | 'year' | null }[];
};

/** The first name is empty unless the address is confirmed. */
export function cartReminderEmail({ cartId, number, items, ...to }: LeftCart): Email {
  const reminder: Words = {
    ...words[number],
    button: { label: worded('Return to your cart'), path: `/checkout?cartId=${cartId}` },
    notes: [
      worded('These are today’s prices. Checkout shows the price that applies when you order.'),
      worded(
        'You received this email because someone entered this address at checkout on {shop}. If it was not you, ignore this email: nothing was ordered or charged.',
        { shop: site.name },
      ),
    ],
  };
  return plainEmail(reminder, to, (language) => ({
    rows: [table(items, language), stopRow(to.publicOrigin, language)],
    lines: lines(items, to.publicOrigin, language),
  }));
}

const words: Record<1 | 2, Pick<Words, 'subject' | 'preview' | 'title' | 'paragraphs'>> = {
  1: {
    subject: worded('Your cart is still here'),
    preview: worded('We saved it for you. Pick up where you left off.'),
    title: worded('Your cart is still here'),
    paragraphs: [
      worded(
        'You left some services in your cart. We saved them, so you can pick up where you left off, on any device.',
      ),
    ],
  },
  2: {
    subject: worded('Still interested? Your cart is saved'),
    preview: worded('This is our last email about this cart.'),
    title: worded('Your cart is saved for a while'),
    paragraphs: [
      worded(
        'These services are still in your cart. If you have a question before you order, reply to this email and a person will answer.',
      ),
      worded('This is our last email about this cart.'),
    ],
  },
};

const firstOf = ({ say }: Language, period: 'month' | 'year'): string =>
  period === 'month' ? say('The first month') : say('The first year');

const table = (
  items: LeftCart['items'],
  language: Language,
): string => `<tr><td class="pad" style="padding:8px 36px 4px;">
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.font}font-size:16px;line-height:1.45;border-collapse:collapse;"><tbody>${items
  .map(
    ({ name, price, period }) =>
      `<tr><td class="ink line" style="padding:12px 0;${style.line}${style.ink}vertical-align:top;">${escapeHtml(oneLine(name))}${
        period === null
          ? ''
          : `<br><span class="quiet" style="${style.quiet}font-size:14px;">${escapeHtml(firstOf(language, period))}</span>`
      }</td>` +
      `<td class="ink line" align="right" style="padding:12px 0 12px 16px;${style.line}${style.ink}vertical-align:top;white-space:nowrap;">${formatMoney(price)}</td></tr>`,
  )
  .join('')}</tbody></table></td></tr>`;

const stopPath = unsubscribePath(unsubscribePlace);

const stopRow = (
  publicOrigin: string,
  { say }: Language,
): string => `<tr><td class="pad quiet" style="padding:4px 36px 0;${style.quiet}${style.font}font-size:14px;">
${escapeHtml(say('Want to stop cart reminders?'))} <a class="quiet" href="${escapeHtml(publicOrigin + stopPath)}" style="${style.quiet}white-space:nowrap;">${escapeHtml(say('Stop these emails'))}</a></td></tr>`;

/** "- US phone number: $10.00 for the first month" */
function itemLine({ name, price, period }: LeftCart['items'][number], { say }: Language): string {
  const values = { name: oneLine(name), price: formatMoney(price) };
  if (period === null) return say('- {name}: {price}', values);
  return period === 'month'
    ? say('- {name}: {price} for the first month', values)
    : say('- {name}: {price} for the first year', values);
}

const lines = (items: LeftCart['items'], publicOrigin: string, language: Language): string[] => [
  ...items.map((item) => itemLine(item, language)),
  '',
  `${language.say('Want to stop cart reminders?')} ${language.say('Stop these emails')}:`,
  `${publicOrigin}${stopPath}`,
  '',
];
