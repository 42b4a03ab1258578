/**
 * A valid request for each staff endpoint, sent by the role matrix. The sample of an endpoint without required
 * input follows from its schemas; any other endpoint without a sample fails a test. A sample runs for each
 * request, so an act that works only once gets a new target.
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { billingDetails, buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import type { Customer } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { bulkRefusals, bulkSamples } from './bulk-samples.ts';
import { catalogSamples } from './catalog-samples.ts';
import { creditSamples } from './credit-samples.ts';
import { customerSamples } from './customer-samples.ts';
import { emailTextSamples } from './email-text-samples.ts';
import { staffEndpoints } from './endpoints.ts';
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
  /** Sent instead of a JSON body, for an endpoint that takes a file. */
  bytes?: Uint8Array;
};
export type StaffSample = () => StaffRequest | Promise<StaffRequest>;

const needsNothing = ({ params, query, body }: Endpoint): boolean =>
  [params, query, body].every((schema) => schema.safeParse({}).success);

/** Samples of the endpoints without required input. */
const emptySamples: Record<string, StaffSample> = Object.fromEntries(
  staffEndpoints.filter(([, endpoint]) => needsNothing(endpoint)).map(([name]) => [name, () => ({})]),
);

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
  /** For endpoints that only read. */
  const anyOrder = async (): Promise<StaffRequest> => {
    known ||= await waitingOrder();
    return { params: { id: known } };
  };
  const reporting = ofOwner({ shop, owner: customer, paidOrder });
  return {
    ...emptySamples,
    // A wrong code. Valid codes are covered by the tests of fresh codes.
    giveFreshFactor: () => ({ body: { code: '000000' } }),
    staffSearch: () => ({ query: { q: 'Boateng' } }),
    staffReadFigures: () => ({ query: { days: '7' } }),
    ...healthSamples(shop, () => customer().userId),
    staffListOrders: () => ({
      query: { view: 'in_progress', status: 'in_progress,disputed', sort: 'oldest', from: '2026-01-01' },
    }),
    staffExportOrders: () => ({ query: { view: 'in_progress' } }),
    staffReadOrder: anyOrder,
    staffReadOrderStory: anyOrder,
    ...catalogSamples(shop),
    ...importSamples(shop),
    staffCompleteOrder: async () => ({ params: { id: await paidOrder() } }),
    staffCancelOrder: async () => ({ params: { id: await waitingOrder() } }),
    staffRefundOrder: async () => ({ params: { id: await paidOrder() }, body: { amount: 1.5 } }),
    staffCancelSale: async () => ({
      params: { id: await paidOrder() },
      body: { reason: 'Asked for it', notify: true, refund: { by: 'nothing' } },
    }),
    staffNoteOnOrder: async () => ({ ...(await anyOrder()), body: { text: 'Called, wants it by Friday' } }),
    staffCreateOrder: () => ({
      body: { customerId: customer().userId, productIds: ['ein-filing'], billing: billingDetails },
    }),
    staffSendOrderLink: async () => ({ params: { id: await waitingOrder() } }),
    ...bulkSamples(shop, waitingOrder, async () => {
      const orderId = await paidOrder();
      return (
        await shop()
          .db.selectFrom('mail')
          .select('id')
          .where('order_id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).id;
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

/** These send a body because the input is too long for a URL. They change nothing. */
export const onlyRead: ReadonlySet<string> = new Set([
  'staffPreviewEmail',
  'staffCheckProducts',
  'staffCheckCoupons',
  'staffCheckPosts',
]);

/** The expected error for an allowed caller, if the status is not 200. */
export const expectedRefusals: Record<string, string> = {
  giveFreshFactor: 'code_wrong',
  // No staff member is viewing as this customer. A grant belongs to one person, and each role sends the
  // sample.
  staffStopViewing: 'not_found',
  ...bulkRefusals,
};
