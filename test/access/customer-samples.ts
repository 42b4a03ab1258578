/** Valid requests for the console's customer endpoints. Each act gets its own customer. */
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { anAccount } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { anApplicationInReview } from '#test/builders/application.ts';
import type { StaffSample } from './staff-samples.ts';

export function customerSamples(shop: () => Shop): Record<string, StaffSample> {
  const aCustomer = async (): Promise<{ params: { id: string } }> => ({
    params: { id: (await anAccount(shop())).userId },
  });
  const change = async (
    set: { disabled_at: Date } | { two_factor_secret: string; two_factor_enabled_at: Date },
  ) => {
    const sample = await aCustomer();
    await shop().db.updateTable('app_user').set(set).where('id', '=', sample.params.id).execute();
    return sample;
  };
  const onRequest = async () => {
    const { userId, email } = await anAccount(shop());
    return { params: { id: userId }, body: { email, reason: 'Asked for it by email today' } };
  };
  const now = (): Date => shop().deps.clock.now();
  return {
    staffReadCart: async () => {
      const { id } = await shop().call(contract.createCart, {
        body: { productIds: ['ein-filing'], email: 'kojo@example.com' },
      });
      return { params: { id } };
    },
    staffReadCustomer: aCustomer,
    staffEditCustomer: aCustomer,
    staffListCustomerEmails: aCustomer,
    staffListCustomerNotes: aCustomer,
    staffNoteOnCustomer: aCustomer,
    staffReadCustomerCredit: aCustomer,
    staffListCustomerCards: aCustomer,
    staffListCustomerCarts: aCustomer,
    staffListCustomerSessions: aCustomer,
    staffEndCustomerSession: async () => {
      const { params } = await aCustomer();
      const [sessionId, ends] = [freshId('ses'), new Date(now().getTime() + 86_400_000)];
      const times = {
        rotated_at: now(),
        created_at: now(),
        last_used_at: now(),
        expires_at: ends,
        ends_at: ends,
      };
      await shop()
        .db.insertInto('session')
        .values({ id: sessionId, user_id: params.id, ...times })
        .execute();
      return { params: { ...params, sessionId } };
    },
    staffListCustomerConsents: aCustomer,
    staffListCustomerReports: aCustomer,
    staffListCustomerSubscriptions: aCustomer,
    staffRevealEin: async () => ({ params: { id: (await anApplicationInReview(shop())).userId } }),
    staffViewAs: aCustomer,
    staffStopViewing: aCustomer,
    staffExportArchive: onRequest,
    staffDeleteCustomer: onRequest,
    staffDisableCustomer: aCustomer,
    staffEnableCustomer: () => change({ disabled_at: now() }),
    staffEndCustomerSessions: aCustomer,
    staffResetCustomerFactor: () => change({ two_factor_secret: 'sealed', two_factor_enabled_at: now() }),
  };
}
