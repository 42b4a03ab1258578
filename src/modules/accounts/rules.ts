/** Decisions about accounts: what an address is, how long things live, and what an old refresh token means. */

/** One spelling for an address. Dots and plus signs stay: only the owner's mail server knows what they mean. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export type Purpose = 'confirm_email' | 'reset_password' | 'set_password' | 'change_email_old' | 'change_email_new';

const linkLifetimeMs: Record<Purpose, number> = {
  confirm_email: dayMs,
  reset_password: 30 * minuteMs,
  set_password: dayMs,
  change_email_old: dayMs,
  change_email_new: dayMs,
};

/**
 * How long a link works. A customer without a password bought as a guest, and nobody waits for that email: seven days, whoever asks for
 * it anew, because a newer link voids the older and must not end before it.
 */
export const lifetimeOf = (purpose: Purpose, { role, hasPassword }: { role: 'customer' | 'admin'; hasPassword: boolean }): number =>
  purpose === 'set_password' && role === 'customer' && !hasPassword ? 7 * dayMs : linkLifetimeMs[purpose];

export const accessTokenLifetimeSeconds = 600;
const idleAtMostMs = 14 * dayMs;
const sessionAtMostMs = 30 * dayMs;

/** When a session that is used now ends by itself, and when it ends whatever happens. */
export const sessionEnds = (now: Date, createdAt: Date): { expiresAt: Date; endsAt: Date } => {
  const endsAt = new Date(createdAt.getTime() + sessionAtMostMs);
  const idleUntil = new Date(now.getTime() + idleAtMostMs);
  return { expiresAt: idleUntil < endsAt ? idleUntil : endsAt, endsAt };
};

export type SessionState = {
  generation: number;
  /** Tokens of older generations are from before a new password. */
  firstGeneration: number;
  rotatedAt: Date;
  expiresAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
};

export const isAlive = (session: Pick<SessionState, 'expiresAt' | 'endsAt' | 'revokedAt'>, now: Date): boolean =>
  session.revokedAt === null && now < session.expiresAt && now < session.endsAt;

/** Two tabs, or an answer lost on the way: the last token but one is good for a moment longer, and gives the same successor. */
const graceMs = 20_000;

export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'refuse';

/**
 * `repeat` only for the immediate predecessor, shortly, and only until its successor was used: using the successor makes another
 * generation, so the predecessor is then two behind. Anything older came from somebody who kept a copy, and so did what a new password
 * has made worthless: whoever set it was given a token of the generation after.
 */
export function decideRefresh(session: SessionState, generation: number, now: Date): RefreshDecision {
  if (!isAlive(session, now)) return 'refuse';
  if (generation === session.generation) return 'rotate';
  const isPredecessor = generation === session.generation - 1 && generation >= session.firstGeneration;
  return isPredecessor && now.getTime() - session.rotatedAt.getTime() <= graceMs ? 'repeat' : 'reuse';
}

/** A refresh token says which session and which generation it is; the rest proves that we made it. */
export function readRefreshToken(token: string): { sessionId: string; generation: number; proof: string } | null {
  const [, sessionId, generation, proof] = /^(ses_[A-Za-z0-9_-]{22})\.(0|[1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (sessionId === undefined || proof === undefined) return null;
  return { sessionId, generation: Number(generation), proof };
}

export type Holder = { disabledAt: Date | null; deletedAt: Date | null };
export const mayLogIn = (user: Holder): boolean => user.disabledAt === null && user.deletedAt === null;

const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox on Windows", for people to recognise their own devices. Never a part of what the browser wrote itself. */
export function deviceName(userAgent: string): string {
  const first = (list: [RegExp, string][]): string | undefined => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = first(browsers);
  const system = first(systems);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
