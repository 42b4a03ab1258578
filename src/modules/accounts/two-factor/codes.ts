/**
 * Checks and consumes second-factor codes. The caller must lock the user's row, so that two requests with the
 * same code are serialized. Audit entries are returned, because the audit log is written last.
 */
import type * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as links from '#modules/accounts/links/service.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { User } from '#modules/accounts/people/store.ts';

export type CodeDeps = links.LinkDeps;
export type Accepted = { factor: 'app' | 'recovery_code'; auditEntries: audit.AuditEntry[] };

const placeOf = (userId: string): string[] => ['app_user', 'two_factor_secret', userId];

export const seal = ({ keys }: Pick<Deps, 'keys'>, userId: string, secret: string): string =>
  keys.seal('two-factor', placeOf(userId), secret);

/** Consumes the code and returns its kind; null when it is neither an app code nor a recovery code. */
export async function accept(tx: Tx, deps: CodeDeps, user: User, code: string): Promise<Accepted | null> {
  if (await acceptFromApp(tx, deps, user, code)) return { factor: 'app', auditEntries: [] };
  const auditEntry = await acceptRecoveryCode(tx, deps, user, code);
  return auditEntry === null ? null : { factor: 'recovery_code', auditEntries: [auditEntry] };
}

/** Checks a code without consuming it, for work that can still fail for another reason. */
export async function isRight(
  db: Database,
  deps: Pick<Deps, 'keys' | 'clock'>,
  user: User,
  code: string,
): Promise<boolean> {
  return stepOf(deps, user, code) !== null || (await findOnPaper(db, deps, user.id, code)) !== null;
}

/**
 * Accepts only an app code, which proves that the user is present now. A recovery code on paper may be in
 * other hands.
 */
export async function acceptFromApp(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  user: User,
  code: string,
): Promise<boolean> {
  const found = stepOf(deps, user, code);
  if (found === null) return false;
  await store.rememberStep(tx, user.id, found.step, seal(deps, user.id, found.secret));
  return true;
}

function stepOf(
  deps: Pick<Deps, 'keys' | 'clock'>,
  user: User,
  code: string,
): { step: number; secret: string } | null {
  const secret = user.two_factor_secret === null ? null : opened(deps, user.id, user.two_factor_secret);
  const step =
    secret === null ? null : rules.acceptedStep(secret, code, deps.clock.now(), user.two_factor_last_step);
  return secret === null || step === null ? null : { step, secret };
}

/** Null when it was sealed with a retired key. The user then needs a recovery code or an operator. */
export function opened({ keys }: Pick<Deps, 'keys'>, userId: string, sealed: string): string | null {
  try {
    return keys.open('two-factor', placeOf(userId), sealed);
  } catch {
    return null;
  }
}

async function findOnPaper(db: Database | Tx, { keys }: Pick<Deps, 'keys'>, userId: string, typed: string) {
  const code = rules.readRecoveryCode(typed);
  if (code === null) return null;
  const unused = await store.unusedRecoveryCodes(db, userId);
  const hash = unused.find((candidate) => keys.isMacOf(candidate, 'recovery-code', userId, code));
  return hash === undefined ? null : { hash, left: unused.length - 1 };
}

async function acceptRecoveryCode(
  tx: Tx,
  deps: CodeDeps,
  user: User,
  typed: string,
): Promise<audit.AuditEntry | null> {
  const found = await findOnPaper(tx, deps, user.id, typed);
  if (found === null) return null;
  await store.useRecoveryCode(tx, user.id, found.hash, deps.clock.now());
  await links.write(tx, deps, user, 'recovery_code_used');
  return { actorId: user.id, action: 'recovery_code_used', object: user.id, detail: { left: found.left } };
}
