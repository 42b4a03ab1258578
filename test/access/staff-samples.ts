/**
 * A valid request for each staff endpoint, sent by the role matrix. It follows from the schemas as far as
 * possible. The rest, such as the ID of a record, is added by hand, and an endpoint without it fails a test.
 * A sample runs for each request, so an act that works only once gets a new target.
 */
import { billingDetails, buyAs, confirm, intentOf, statusOf } from '#test/builders/buyer.ts';
import type { Customer } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { bulkRefusals, bulkSamples } from './bulk-samples.ts';
import { catalogSamples } from './catalog-samples.ts';
import { creditSamples } from './credit-samples.ts';
import { customerSamples } from './customer-samples.ts';
import { derivedRequest } from './derived-samples.ts';
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

type World = { shop: () => Shop; customer: () => Customer };

export function staffSamples(world: World): Record<string, StaffSample> {
  const byHand = samplesByHand(world);
  const derived = staffEndpoints.flatMap(([name, endpoint]): [string, StaffSample][] => {
    const added = byHand[name];
    if (added === undefined && !derivedRequest(endpoint).isComplete) return [];
    return [[name, async () => ({ ...derivedRequest(endpoint).parts, ...(await added?.()) })]];
  });
  return { ...byHand, ...Object.fromEntries(derived) };
}

/** The parts of a request that replace the derived ones. */
function samplesByHand({ shop, customer }: World): Record<string, StaffSample> {
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
    // A wrong code. Valid codes are covered by the tests of fresh codes.
    giveFreshFactor: () => ({ body: { code: '000000' } }),
    ...healthSamples(shop, () => customer().userId),
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
    staffNoteOnOrder: anyOrder,
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
