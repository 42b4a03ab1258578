/**
 * Owners manage staff here. Each change is audited with the previous values. Members cannot change their own
 * role or access, and one owner who can log in always remains. To ensure that, the affected members are
 * locked together with all owners and checked again.
 */
import type * as contract from '#contract/admin/staff.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { isStaff, mayDo, type StaffRole } from '#kernel/permissions.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as links from '#modules/accounts/links/service.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as twoFactor from '#modules/accounts/two-factor/service.ts';
import { makeStaff, setDisabled } from '#modules/admin/people-store.ts';
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Tx } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';
import * as store from './store.ts';

type ReadDeps = Pick<AccountDeps, 'db' | 'clock'>;
type View = Received<typeof contract.staffListStaff>['query']['view'];
type Row = Handled<typeof contract.staffListStaff>['rows'][number];
type Member = Handled<typeof contract.staffReadMember>;

const stateOf = ({ disabled_at: ended, password_hash: hash }: users.User): Row['state'] =>
  ended !== null ? 'ended' : hash === null ? 'invited' : 'active';

const nameOf = ({ first_name: first, last_name: last }: users.User): string => `${first} ${last}`.trim();

const toRow = (member: store.MemberRow): Row => ({
  id: member.id,
  name: nameOf(member),
  email: member.email,
  role: member.role,
  state: stateOf(member),
  hasSecondFactor: member.two_factor_enabled_at !== null,
  sessions: member.sessions,
  lastSeenAt: member.last_seen_at?.toISOString() ?? null,
});

export async function listStaff({ db, clock }: ReadDeps, view: View): Promise<Row[]> {
  const rows = (await store.read(db, clock.now())).map(toRow);
  return view === 'all' ? rows : rows.filter(({ state }) => state === view);
}

/** Throws `not_found` if the id is not a staff member's. */
export async function readMember({ db, clock }: ReadDeps, caller: Person, id: string): Promise<Member> {
  const now = clock.now();
  const [[member], alive] = await Promise.all([store.read(db, now, id), sessions.listAlive(db, id, now)]);
  if (member === undefined) throw new DomainError('not_found');
  const isSelf = caller.userId === id;
  const mayChange = mayDo(caller.role, 'staff.write') && !isSelf;
  const row = toRow(member);
  return {
    ...row,
    version: member.version,
    createdAt: member.created_at.toISOString(),
    endedAt: member.disabled_at?.toISOString() ?? null,
    invitationEndsAt: member.invitation_ends_at?.toISOString() ?? null,
    isSelf,
    acts: {
      changeRole: mayChange && row.state !== 'ended',
      invite: mayChange,
      end: mayChange && row.state !== 'ended',
      endSessions: mayChange && alive.length > 0,
    },
    logIns: alive.map(({ id: sessionId, device, ip, created_at: createdAt, last_used_at: usedAt }) => ({
      ...{
        id: sessionId,
        device,
        address: ip,
        createdAt: createdAt.toISOString(),
        lastUsedAt: usedAt.toISOString(),
      },
    })),
  };
}

type Invitation = Received<typeof contract.staffInvite>['body'];

/**
 * Throws `staff_exists`, and `staff_is_customer` for a customer's address. Staff hold no credit or orders,
 * and a customer's account must not become a staff account without its owner's knowledge.
 */
export async function invite(deps: AccountDeps, caller: Person, invitation: Invitation): Promise<Member> {
  const id = freshId('usr');
  await deps.db.transaction().execute(async (tx) => {
    const { role, firstName, lastName } = invitation;
    const email = normalizeEmail(invitation.email);
    await assertAddressFree(tx, email);
    const unknown = { user_name: '', phone: '', address: '', city: '', country: '', password_hash: null };
    const isNew = await users.insert(
      tx,
      { id, email, first_name: firstName, last_name: lastName, ...unknown },
      deps.clock.now(),
    );
    if (!isNew) throw new DomainError('staff_exists');
    await makeStaff(tx, id, role);
    const user = await users.lock(tx, id);
    if (user === undefined) throw new DomainError('busy');
    await links.invite(tx, deps, user);
    const after = { email, firstName, lastName, role };
    await audit.recordStaffAct(tx, deps, caller, {
      effectiveId: id,
      action: 'staff_invited',
      object: id,
      after,
    });
  });
  return readMember(deps, caller, id);
}

async function assertAddressFree(tx: Tx, email: string): Promise<void> {
  const user = await users.findByEmail(tx, email);
  if (user !== undefined && isStaff(user.role)) throw new DomainError('staff_exists');
  if (user !== undefined || (await store.hasBought(tx, email))) throw new DomainError('staff_is_customer');
}

/**
 * For a lost or expired link, for a member who lost password, app, and recovery codes, or for one who
 * returns.
 */
export const reinvite = (deps: AccountDeps, caller: Person, id: string): Promise<Member> =>
  withMember(deps, caller, id, async (tx, { member, others }) => {
    const now = deps.clock.now();
    if (stateOf(member) === 'active') assertOwnerLeft(member, others);
    await store.restoreAccess(tx, id, now);
    if (member.two_factor_enabled_at !== null) await twoFactor.removeSecondFactor(tx, deps, member);
    await endEverything(tx, deps, id);
    await links.invite(tx, deps, { ...member, password_hash: null });
    return { action: 'staff_invited_again', before: { state: stateOf(member) }, after: { state: 'invited' } };
  });

/** Takes effect with the next call, because each one reads the role. Throws `changed_meanwhile`. */
export const changeRole = (
  deps: AccountDeps,
  caller: Person,
  id: string,
  { role, version }: Received<typeof contract.staffChangeRole>['body'],
): Promise<Member> =>
  withMember(deps, caller, id, async (tx, { member, others }) => {
    assertUnchanged({ version: member.version, changedAt: null, changedBy: null }, version);
    if (role !== 'owner') assertOwnerLeft(member, others);
    await store.changeRole(tx, id, role, deps.clock.now());
    return { action: 'staff_role_changed', before: { role: member.role }, after: { role } };
  });

/** Disables the account, ends its sessions, and invalidates links that were sent. */
export const endAccess = (deps: AccountDeps, caller: Person, id: string): Promise<Member> =>
  withMember(deps, caller, id, async (tx, { member, others }) => {
    assertOwnerLeft(member, others);
    await setDisabled(tx, id, deps.clock.now());
    const ended = await endEverything(tx, deps, id);
    return {
      action: 'staff_ended',
      before: { state: stateOf(member) },
      after: { state: 'ended' },
      detail: { sessionsEnded: ended },
    };
  });

export const endSessions = (deps: AccountDeps, caller: Person, id: string): Promise<Member> =>
  withMember(deps, caller, id, async (tx) => {
    const ended = await sessions.revokeAll(tx, id, null, 'ended_by_admin', deps.clock.now());
    return { action: 'staff_sessions_ended', before: { sessions: ended }, after: { sessions: 0 } };
  });

/** Throws `not_found` if the session has ended or belongs to another member. */
export const endSession = (
  deps: AccountDeps,
  caller: Person,
  id: string,
  sessionId: string,
): Promise<Member> =>
  withMember(deps, caller, id, async (tx) => {
    const session = await sessions.lock(tx, sessionId);
    if (session?.user_id !== id || session.revoked_at !== null) throw new DomainError('not_found');
    await sessions.revoke(tx, sessionId, 'ended_by_admin', deps.clock.now());
    const { device } = session;
    return {
      action: 'staff_session_ended',
      before: { device },
      after: { device: null },
      detail: { session: sessionId },
    };
  });

async function endEverything(tx: Tx, deps: AccountDeps, id: string): Promise<number> {
  const now = deps.clock.now();
  await tokens.voidAll(
    tx,
    id,
    ['confirm_email', 'reset_password', 'set_password', 'change_email_old', 'change_email_new'],
    now,
  );
  return sessions.revokeAll(tx, id, null, 'ended_by_admin', now);
}

type Concerned = { member: users.User & { role: StaffRole }; others: users.User[] };
type Change = Pick<audit.AuditEntry, 'action' | 'before' | 'after' | 'detail'>;

/**
 * Runs an action with the affected members locked, audits it, and returns the updated member. Throws
 * `not_found` if the id is not a staff member's, `staff_self`, and `permission_missing` if the caller was
 * demoted or disabled in the meantime.
 */
async function withMember(
  deps: AccountDeps,
  caller: Person,
  id: string,
  work: (tx: Tx, concerned: Concerned) => Promise<Change>,
): Promise<Member> {
  if (caller.userId === id) throw new DomainError('staff_self');
  await deps.db.transaction().execute(async (tx) => {
    const locked = await store.lockWithOwners(tx, [id, caller.userId]);
    const member = locked.find((user) => user.id === id);
    if (member === undefined || !isStaff(member.role)) throw new DomainError('not_found');
    const others = locked.filter((user) => user.id !== id);
    const change = await work(tx, { member: { ...member, role: member.role }, others });
    const actor = others.find((user) => user.id === caller.userId);
    if (actor === undefined || actor.disabled_at !== null || !mayDo(actor.role, 'staff.write'))
      throw new DomainError('permission_missing');
    await audit.record(tx, deps, {
      actorId: caller.userId,
      effectiveId: id,
      object: id,
      ...change,
      isStored: true,
    });
  });
  return readMember(deps, caller, id);
}

const canLogIn = (user: users.User): boolean =>
  user.disabled_at === null && user.password_hash !== null && user.two_factor_enabled_at !== null;

/** Throws `staff_last_owner` if no other owner could restore access. */
function assertOwnerLeft(member: users.User, others: users.User[]): void {
  if (member.role !== 'owner' || others.some((user) => user.role === 'owner' && canLogIn(user))) return;
  throw new DomainError('staff_last_owner');
}
