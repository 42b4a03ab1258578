/** Connections, scores, and reports are visible only to their own customer. */
import { contract } from '#contract/contract.ts';
import { freshId } from '#kernel/ids.ts';
import { aFactiivBusiness, type Business, connectAs, syncReports } from '#test/builders/connection.ts';
import type { Customer } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { byId, type Case, unusedId, withBody } from './cases.ts';

type World = { shop: () => Shop; owner: () => Customer; paidOrder: () => Promise<string> };

export function reportingCases({ shop, owner, paidOrder }: World): Record<string, Record<string, Case>> {
  const { connectedBusiness, aScore, aReport, body } = ofOwner({ shop, owner, paidOrder });
  const ownScore = ['sign_in_required', 'ok', 'score_not_found', 'score_not_found', 'ok'] as const;
  return {
    'connectFactiiv.id': {
      'the own account': {
        make: async () => ({ params: { id: owner().userId }, body: await body() }),
        missing: () => ({
          params: { id: `usr_${unusedId}` },
          body: { factUserId: 'a', factBusinessId: 'b', factApiKey: 'c' },
        }),
        cells: ['sign_in_required', 'ok', 'not_found', 'not_found', 'impersonation_refused'],
      },
    },
    'readCreditScore.id': {
      'the own score': {
        make: async () => {
          await aScore();
          return { params: { id: owner().userId } };
        },
        missing: () => ({ params: { id: `usr_${unusedId}` } }),
        cells: ownScore,
        answer: () => ({ business: { factiiv: { value: 700 } } }),
      },
    },
    'listCreditScores.businessProfileId': {
      'the own business': {
        make: async () => ({ params: { businessProfileId: await connectedBusiness() } }),
        missing: () => ({ params: { businessProfileId: unusedId } }),
        cells: ownScore,
      },
    },
    'listReports.orderId': {
      'an own order; of any other there are none': {
        make: async () => {
          await aReport();
          return { params: {} };
        },
        missing: () => ({ params: {} }),
        cells: ['sign_in_required', 'ok', 'ok', 'ok', 'ok'],
      },
    },
    'disputeReport.id': {
      'a report': {
        ...withBody({ message: 'The amount is wrong' }, byId(aReport, 'rep')),
        cells: ['sign_in_required', 'ok', 'report_not_found', 'report_not_found', 'impersonation_refused'],
        answer: () => ({ state: 'disputed' }),
      },
    },
  };
}

/** The owner's data, created when it is first requested. */
export function ofOwner({ shop, owner, paidOrder }: World) {
  let business: Business | undefined;
  async function ownBusiness(): Promise<Business> {
    business ??= await aFactiivBusiness(shop(), owner().userId);
    return business;
  }
  async function connectedBusiness(): Promise<string> {
    const business = await ownBusiness();
    if ((await owner().call(contract.readReporting)).connection === null) await connectAs(owner(), business);
    return business.businessId;
  }
  async function aScore(): Promise<string> {
    const [id, profileId] = [freshId('sco'), await connectedBusiness()];
    await shop()
      .db.insertInto('credit_score')
      .values({
        id,
        user_id: owner().userId,
        profile_id: profileId,
        value: 700,
        trade_lines: 1,
        read_at: new Date(),
      })
      .execute();
    return id;
  }
  async function aReport(): Promise<string> {
    await connectedBusiness();
    const orderId = await paidOrder();
    await syncReports(owner());
    const { data } = await owner().call(contract.listReports, { query: { orderId } });
    return data[0]?.id ?? '';
  }
  const body = async (): Promise<Record<string, string>> => {
    const { factId, businessId, apiKey } = await ownBusiness();
    return { factUserId: factId, factBusinessId: businessId, factApiKey: apiKey };
  };
  return { connectedBusiness, aScore, aReport, body };
}
