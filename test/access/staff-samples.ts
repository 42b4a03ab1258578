/**
 * For each row of staff a request that is right: the matrix of roles sends it. A row without a sample fails a test. `make` is asked anew for
 * each request, so that an act that can happen once finds something to happen to.
 */
import { billingDetails, buyAs, confirm, intentOf, statusOf } from '#test/a-buyer.ts';
import type { Customer } from '#test/a-customer.ts';
import type { Shop } from '#test/a-shop.ts';
import { until } from '#test/until.ts';
import { bulkRefusals, bulkSamples } from './bulk-samples.ts';
import { catalogueSamples } from './catalogue-samples.ts';
import { creditSamples } from './credit-samples.ts';
import { customerSamples } from './customer-samples.ts';
import { emailTextSamples } from './email-text-samples.ts';
import { messageSamples } from './message-samples.ts';
import { importSamples } from './import-samples.ts';
import { healthSamples } from './health-samples.ts';
import { moneySamples } from './money-samples.ts';
import { postSamples } from './post-samples.ts';
import { ofOwner } from './reporting-cases.ts';
import { settingsSamples } from './settings-samples.ts';

export type StaffRequest = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Instead of a body of JSON, of a row whose body is a file. */
  bytes?: Uint8Array;
};
export type StaffSample = () => StaffRequest | Promise<StaffRequest>;

type World = { shop: () => Shop; customer: () => Customer };

export function staffSamples({ shop, customer }: World): Record<string, StaffSample> {
  async function waitingOrder(): Promise<string> {
    return (await buyAs(customer())).orderId;
  }
  async function paidOrder(): Promise<string> {
    const answer = await buyAs(customer());
    await confirm(shop(), intentOf(answer));
    await until('the order is paid', async () => (await statusOf(shop(), answer.orderId)).status === 'paid');
    return answer.orderId;
  }
  let known = '';
  /** Of a row that only reads. */
  const anyOrder = async (): Promise<StaffRequest> => {
    known ||= await waitingOrder();
    return { params: { id: known } };
  };
  const reporting = ofOwner({ shop, owner: customer, paidOrder });
  return {
    readStaffPerson: () => ({}),
    // A wrong code: the right ones are tried where fresh codes are.
    giveFreshFactor: () => ({ body: { code: '000000' } }),
    staffSearch: () => ({ query: { q: 'Boateng' } }),
    staffReadTodo: () => ({}),
    staffReadFigures: () => ({ query: { days: '7' } }),
    ...healthSamples(shop, () => customer().userId),
    staffListOrders: () => ({ query: { view: 'in_progress', status: 'in_progress,disputed', sort: 'oldest', from: '2026-01-01' } }),
    staffExportOrders: () => ({ query: { view: 'in_progress' } }),
    staffReadOrder: anyOrder,
    staffReadOrderStory: anyOrder,
    ...catalogueSamples(shop),
    ...importSamples(shop),
    staffCompleteOrder: async () => ({ params: { id: await paidOrder() } }),
    staffCancelOrder: async () => ({ params: { id: await waitingOrder() } }),
    staffRefundOrder: async () => ({ params: { id: await paidOrder() }, body: { amount: 1.5 } }),
    staffCancelSale: async () => ({
      params: { id: await paidOrder() },
      body: { reason: 'Asked for it', notify: true, refund: { by: 'nothing' } },
    }),
    staffNoteOnOrder: async () => ({ ...(await anyOrder()), body: { text: 'Called, wants it by Friday' } }),
    staffCreateOrder: () => ({ body: { customerId: customer().userId, productIds: ['ein-filing'], billing: billingDetails } }),
    staffSendOrderLink: async () => ({ params: { id: await waitingOrder() } }),
    ...bulkSamples(shop, waitingOrder, async () => {
      const orderId = await paidOrder();
      return (await shop().db.selectFrom('mail').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()).id;
    }),
    ...creditSamples(shop),
    ...messageSamples(shop),
    ...emailTextSamples(shop),
    ...moneySamples({ shop, paidOrder }),
    ...customerSamples(shop),
    ...settingsSamples(shop),
    ...postSamples(shop),
    rereadCreditScore: async () => {
      await reporting.connectedBusiness();
      return { body: { userId: customer().userId } };
    },
    deleteCreditScore: async () => ({ params: { id: await reporting.aScore() } }),
  };
}

/** They ask with a body, which is too long for an address, and change nothing. */
export const onlyRead: ReadonlySet<string> = new Set(['staffPreviewEmail', 'staffCheckProducts', 'staffCheckCoupons', 'staffCheckPosts']);

/** What a sample is answered by whoever may call it, where that is not 200. */
export const expectedRefusals: Record<string, string> = {
  giveFreshFactor: 'code_wrong',
  // Nobody views as this customer yet: a leave belongs to one person, and the sample is sent by each role.
  staffStopViewing: 'not_found',
  ...bulkRefusals,
};
