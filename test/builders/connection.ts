/**
 * A customer whose account is connected to a business in the Factiiv sandbox, and what the sandbox has
 * stored.
 */
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { contract } from '#contract/contract.ts';
import { until } from '#test/until.ts';
import type { Customer } from './customer.ts';
import type { Shop } from './shop.ts';

export type Business = { factId: string; businessId: string; apiKey: string };
export type Connected = { customer: Customer; business: Business };

let businesses = 0;

/** Creates a Factiiv business that has granted us a key for this customer, as the connect page does. */
export async function aFactiivBusiness(
  shop: Pick<Shop, 'control'>,
  connectingUserId: string,
  app = 'stateside',
): Promise<Business> {
  businesses += 1;
  const control = <T>(path: string, body: object) =>
    shop.control('POST', `/control/factiiv${path}`, body) as Promise<T>;
  const email = `founder-${businesses}-${connectingUserId.slice(-6).toLowerCase()}@example.com`;
  const { id } = await control<{ id: string }>('/users', { email, first_name: 'Ama', last_name: 'Boateng' });
  const business = await control<{ id: string }>(`/users/${id}/businesses`, {
    name: `Boateng Trading ${businesses} LLC`,
  });
  const options = { business_id: business.id, connecting_app: app, connecting_user_id: connectingUserId };
  const {
    fact_id: factId,
    business_id: businessId,
    api_key: apiKey,
  } = await control<Record<string, string>>('/keys', options);
  return { factId: factId ?? '', businessId: businessId ?? '', apiKey: apiKey ?? '' };
}

export const connectAs = (
  customer: Pick<Customer, 'call' | 'userId'>,
  { factId, businessId, apiKey }: Business,
) =>
  customer.call(contract.connectFactiiv, {
    params: { id: customer.userId },
    body: { factUserId: factId, factBusinessId: businessId, factApiKey: apiKey, reportingTermsVersion },
  });

export async function connected(shop: Shop, customer: Customer): Promise<Connected> {
  const business = await aFactiivBusiness(shop, customer.userId);
  await connectAs(customer, business);
  return { customer, business };
}

type Activity = {
  id: string;
  activityType: string;
  amount: number;
  daysLate: number;
  date: string;
  reference: string | null;
  withdrawnAt: string | null;
};
export type BookTrade = {
  id: string;
  typeDesc: string;
  relationDescription: string;
  amount: number;
  balance: number;
  reference: string | null;
  withdrawnAt: string | null;
  activities: Activity[];
};

/** Returns the trades that Factiiv has stored, oldest first. */
export async function bookOf(shop: Pick<Shop, 'control'>, businessId: string): Promise<BookTrade[]> {
  const { trades } = (await shop.control('GET', `/control/factiiv/book/${businessId}`)) as {
    trades: BookTrade[];
  };
  return trades.toReversed();
}

/** Accepts all pending trades and activities on both sides. */
export const acceptAll = (shop: Pick<Shop, 'control'>) => shop.control('POST', '/control/factiiv/accept-all');

/** Syncs until no report is on its way: the shop's own job may be sending one at the same time. */
export const syncReports = ({ call }: Pick<Customer, 'call'>): Promise<true> =>
  until('every call to Factiiv is answered', async () => {
    await call(contract.syncTrades);
    return (await call(contract.listReports)).data.every(({ state }) => state !== 'sent');
  });
