/** One customer, section by section, and the actions that staff may take on the account. */
import type * as contract from '#contract/admin/customers.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { mayDo } from '#kernel/permissions.ts';
import { spelledPhone } from '#kernel/phone-numbers.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import * as applications from '#modules/credit/application/store.ts';
import { approvedOf } from '#modules/credit/ledger/rules.ts';
import * as credit from '#modules/credit/ledger/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as notes from '#modules/admin/orders/note-store.ts';
import type { CustomerByStaff } from '#modules/admin/people.ts';
import { rowsOf } from './list.ts';

type Customer = Handled<typeof contract.staffReadCustomer>;

/** Throws `not_found`, also for staff accounts. */
export async function customerOf(db: Database | Tx, id: string): Promise<users.User> {
  const user = await users.find(db, id);
  if (user?.role !== 'customer' || user.deleted_at !== null) throw new DomainError('not_found');
  return user;
}

/** Throws `not_found`, also for staff accounts. */
export async function readCustomer(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  caller: Person,
  id: string,
): Promise<Customer> {
  const user = await customerOf(db, id);
  const [[row], alive, changed] = await Promise.all([
    rowsOf(db, [id]),
    sessions.listAlive(db, id, clock.now()),
    changeOf(db, id),
  ]);
  if (row === undefined) throw new DomainError('not_found');
  const mayWrite = mayDo(caller.role, 'customers.write');
  return {
    ...row,
    firstName: user.first_name,
    lastName: user.last_name,
    version: user.version,
    changed,
    phone: user.phone === '' ? '' : spelledPhone(user.phone),
    address: user.address,
    city: user.city,
    confirmedAt: user.email_confirmed_at?.toISOString() ?? null,
    disabledAt: user.disabled_at?.toISOString() ?? null,
    hasSecondFactor: user.two_factor_enabled_at !== null,
    sessions: alive.length,
    acts: {
      edit: mayWrite,
      viewAs: mayDo(caller.role, 'customers.view_as') && user.disabled_at === null,
      disable: mayWrite && user.disabled_at === null,
      enable: mayWrite && user.disabled_at !== null,
      endSessions: mayWrite && alive.length > 0,
      resetSecondFactor: mayWrite && user.two_factor_enabled_at !== null,
      note: mayWrite,
    },
  };
}

/** Returns the latest change of the details. */
async function changeOf(db: Database, id: string): Promise<Customer['changed']> {
  const row = await db
    .selectFrom('audit_log')
    .leftJoin('app_user', 'app_user.id', 'actor_id')
    .select(['at', 'actor_id', 'app_user.first_name'])
    .where('object', '=', id)
    .where('action', '=', 'details_changed')
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        at: row.at.toISOString(),
        by: row.actor_id === id ? 'the customer' : (row.first_name ?? row.actor_id),
      };
}

/** Runs an action as the caller and returns the updated customer. */
export async function act(
  deps: AccountDeps,
  caller: Person,
  customerId: string,
  work: (deps: AccountDeps, whom: CustomerByStaff) => Promise<unknown>,
): Promise<Customer> {
  await work(deps, { customerId, actorId: caller.userId });
  return readCustomer(deps, caller, customerId);
}

export async function readNotes(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof contract.staffListCustomerNotes>> {
  await customerOf(db, id);
  const rows = await notes.notesOf(db, { kind: 'customer', id });
  return {
    notes: rows.map(({ id: noteId, text, created_at: at, first_name: first, last_name: last }) => ({
      ...{ id: noteId, text, at: at.toISOString(), by: `${first} ${last}`.trim() },
    })),
  };
}

export async function note(
  deps: Deps,
  caller: Person,
  id: string,
  text: string,
): Promise<Handled<typeof contract.staffNoteOnCustomer>> {
  await customerOf(deps.db, id);
  await deps.db.transaction().execute(async (tx) => {
    const about = { kind: 'customer', id } as const;
    await notes.insert(tx, {
      id: freshId('note'),
      about,
      text,
      authorId: caller.userId,
      now: deps.clock.now(),
    });
    const entry = {
      actorId: caller.userId,
      effectiveId: id,
      action: 'note_written',
      object: id,
      after: { text },
    };
    await audit.record(tx, deps, { ...entry, isStored: true });
  });
  return readNotes(deps, id);
}

export async function readCredit(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<Handled<typeof contract.staffReadCustomerCredit>> {
  await customerOf(db, id);
  const [account, application, company] = await Promise.all([
    credit.findOf(db, id),
    applications.newestOf(db, id),
    companies.findOf(db, id),
  ]);
  return {
    account: account && {
      ...{ id: account.id, status: account.status, approvedCredit: approvedOf(account) },
      ...{ availableCredit: account.available, owed: account.owed },
    },
    company: company && { legalName: company.legal_name, einLast4: company.ein_last4 ?? '' },
    application: application && { id: application.id, state: application.state },
  };
}
