/** Emails about the life of an order after its receipt. */
import { site } from '#kernel/site.ts';
import { plainEmail } from './account.ts';
import { type EmailContent, oneLine } from './layout.ts';

export type CompletedOrder = {
  /** As people see it: `S-1001`. */
  number: string;
  firstName: string;
  items: { name: string }[];
  /** The page of its invoice, which needs no log-in. */
  invoiceAddress: string;
  publicOrigin: string;
};

export function orderCompletedEmail({ number, firstName, items, invoiceAddress, publicOrigin }: CompletedOrder): EmailContent {
  const names = items.map(({ name }) => oneLine(name)).join(', ');
  return plainEmail(
    {
      subject: `Order ${number} is complete`,
      preview: `The work for ${names} is done.`,
      title: `Order ${number} is complete`,
      paragraphs: [
        `The work for your order ${number} is done: ${names}.`,
        'We have sent you the documents and details as we received them. If something is missing, reply to this email.',
      ],
      button: { label: 'View the invoice', path: invoiceAddress.slice(publicOrigin.length) },
      notes: [`A question about this order? Write to ${site.email} and name the order.`],
    },
    { firstName, publicOrigin },
  );
}
