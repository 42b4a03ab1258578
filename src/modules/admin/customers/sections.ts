/** The read-only sections of a customer: cards, carts, sessions, consents, reports, emails, subscriptions. */
import type * as customers from '#contract/admin/customers.ts';
import type * as contract from '#contract/admin/customer-sections.ts';
import type { Handled } from '#contract/endpoint.ts';
import { renewalConsent, renewalTermsVersion } from '#kernel/renewal-terms.ts';
import { reportingConsent, reportingTermsVersion } from '#kernel/reporting-terms.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as reports from '#modules/credit-reporting/view.ts';
import * as cards from '#modules/payments/cards.ts';
import * as subscriptions from '#modules/subscriptions/view.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as grants from '#modules/admin/grant-store.ts';
import { customerOf } from './record.ts';
import * as store from './section-store.ts';

/** Throws `not_found`, and `cards_unavailable` when the processor is unavailable. */
export async function readCards(
  deps: Deps,
  id: string,
): Promise<Handled<typeof contract.staffListCustomerCards>> {
  await customerOf(deps.db, id);
  return { cards: await cards.list(deps, { userId: id }) };
}

export async function readCarts(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof contract.staffListCustomerCarts>> {
  await customerOf(db, id);
  const rows = await store.cartsOf(db, id);
  return { carts: rows.map(({ updated_at: at, ...cart }) => ({ ...cart, updatedAt: at.toISOString() })) };
}

export async function readSessions(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  caller: Person,
  id: string,
): Promise<Handled<typeof contract.staffListCustomerSessions>> {
  await customerOf(db, id);
  const now = clock.now();
  const [alive, live] = await Promise.all([sessions.listAlive(db, id, now), grants.listLive(db, id, now)]);
  return {
    sessions: alive.map(({ id: sessionId, device, ip, created_at: createdAt, last_used_at: usedAt }) => ({
      ...{
        id: sessionId,
        device,
        address: ip,
        createdAt: createdAt.toISOString(),
        lastUsedAt: usedAt.toISOString(),
      },
    })),
    support: live.map(({ id: grantId, by, byId, reason, expiresAt }) => ({
      ...{ id: grantId, by, isMine: byId === caller.userId, reason, endsAt: expiresAt.toISOString() },
    })),
  };
}

/** Kinds whose text is not stored per version have only the current wording; older versions are unknown. */
const wordsOf = ({ kind, version, text }: store.ConsentRow): string | null => {
  if (kind === 'reporting') return version === reportingTermsVersion ? reportingConsent : null;
  if (kind === 'renewal') return version === renewalTermsVersion ? renewalConsent : null;
  return text;
};

export async function readConsents(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof contract.staffListCustomerConsents>> {
  const { email } = await customerOf(db, id);
  const rows = await store.consentsOf(db, { userId: id, email });
  return {
    consents: rows.map((row) => ({
      ...{ id: row.id, kind: row.kind, version: row.version, text: wordsOf(row), about: row.about },
      givenAt: row.given_at.toISOString(),
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    })),
  };
}

export async function readReports(
  deps: Deps,
  id: string,
): Promise<Handled<typeof contract.staffListCustomerReports>> {
  await customerOf(deps.db, id);
  const [{ connection }, { data, nextCursor }] = await Promise.all([
    reports.readReporting(deps, { userId: id }),
    reports.listReports(deps, { userId: id }, {}),
  ]);
  return { connection, reports: data, hasMore: nextCursor !== null };
}

export async function readSubscriptions(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof contract.staffListCustomerSubscriptions>> {
  await customerOf(db, id);
  return { subscriptions: await subscriptions.listSubscriptions({ db }, { userId: id }, {}) };
}

export async function readEmails(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof customers.staffListCustomerEmails>> {
  const { email } = await customerOf(db, id);
  const rows = await store.emailsTo(db, email);
  return {
    emails: rows.map(
      ({ id: mailId, kind, subject, created_at: at, sent_at: sent, failed_at: failed, repeatable }) => ({
        ...{ id: mailId, kind, subject, writtenAt: at.toISOString() },
        state:
          sent !== null ? ('sent' as const) : failed !== null ? ('given_up' as const) : ('waiting' as const),
        settledAt: (sent ?? failed)?.toISOString() ?? null,
        sendAgain: repeatable,
      }),
    ),
  };
}
