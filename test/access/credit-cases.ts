/** Who may pay an invoice on credit, with whose card, and whose card may be charged automatically. */
import { contract } from '#contract/contract.ts';
import { termsOf } from '#modules/credit/application/terms.ts';
import { findOf } from '#modules/credit/ledger/store.ts';
import { approve } from '#test/builders/credit-account.ts';
import { buyOnAccount, sentInvoice } from '#test/builders/credit-buyer.ts';
import type { Customer } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { type Case, unusedId } from './cases.ts';

type World = {
  shop: () => Shop;
  owner: () => Customer;
  ownCard: () => Promise<string>;
  othersCard: () => string;
};

const refused = [
  'sign_in_required',
  'ok',
  'credit_invoice_unknown',
  'credit_invoice_unknown',
  'impersonation_refused',
] as const;
const cardRefused = [
  'sign_in_required',
  'ok',
  'card_not_found',
  'card_not_found',
  'impersonation_refused',
] as const;

export function creditCases({
  shop,
  owner,
  ownCard,
  othersCard,
}: World): Record<string, Record<string, Case>> {
  async function ownInvoice(): Promise<string> {
    if ((await findOf(shop().db, owner().userId)) === null) await approve(shop(), owner().userId);
    const { orderId } = await buyOnAccount(shop(), owner());
    const id = (await owner().call(contract.readOrder, { params: { id: orderId } })).invoices[0]?.id ?? '';
    await sentInvoice(shop(), id);
    return id;
  }
  let invoiceId = '';
  return {
    'payCreditInvoices.invoiceIds': {
      'an open invoice': {
        make: async () => ({ body: { invoiceIds: [await ownInvoice()], paymentMethodId: await ownCard() } }),
        missing: () => ({ body: { invoiceIds: [`inv_${unusedId}`], paymentMethodId: `pm_${unusedId}` } }),
        cells: refused,
        answer: () => ({ results: [{ status: 'paid' }] }),
      },
    },
    'payCreditInvoices.paymentMethodId': {
      'a card of another customer': {
        make: async () => {
          invoiceId = await ownInvoice();
          return { body: { invoiceIds: [invoiceId], paymentMethodId: othersCard() } };
        },
        missing: () => ({ body: { invoiceIds: [invoiceId], paymentMethodId: `pm_${unusedId}` } }),
        cells: [
          'sign_in_required',
          'card_not_found',
          'credit_invoice_unknown',
          'credit_invoice_unknown',
          'impersonation_refused',
        ],
      },
    },
    'turnOnAutopay.paymentMethodId': {
      'a card': {
        make: async () => ({
          body: {
            paymentMethodId: await ownCard(),
            termsVersion: termsOf('autopay').version,
            termsAgreed: true,
          },
        }),
        missing: () => ({
          body: {
            paymentMethodId: `pm_${unusedId}`,
            termsVersion: termsOf('autopay').version,
            termsAgreed: true,
          },
        }),
        cells: cardRefused,
      },
    },
  };
}
