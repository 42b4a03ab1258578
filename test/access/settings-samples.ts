/** Valid requests for the console's settings: staff and the audit log. Each act gets its own staff member. */
import { freshId } from '#kernel/ids.ts';
import { anAccount } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import type { StaffSample } from './staff-samples.ts';

export function settingsSamples(shop: () => Shop): Record<string, StaffSample> {
  const aMember = async (): Promise<{ params: { id: string } }> => ({
    params: { id: (await anAccount(shop(), { role: 'support' })).userId },
  });
  const now = (): Date => shop().deps.clock.now();
  return {
    staffSaveSettings: async () => {
      const newest = await shop()
        .db.selectFrom('setting')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('key', '=', 'policies')
        .executeTakeFirst();
      const value = { privacy: '2026-11-01', terms: null, refunds: '2026-11-01' };
      return { body: { key: 'policies', version: newest?.version ?? 0, value } };
    },
    staffReadAuditEntry: async () => {
      const { id } = await shop().db.selectFrom('audit_log').select('id').limit(1).executeTakeFirstOrThrow();
      return { params: { id: String(id) } };
    },
    staffReadMember: aMember,
    staffInviteAgain: aMember,
    staffChangeRole: aMember,
    staffEndAccess: aMember,
    staffEndMemberSessions: aMember,
    staffEndMemberSession: async () => {
      const { params } = await aMember();
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
  };
}
