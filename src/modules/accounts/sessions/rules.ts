/** How long a session lasts, how an old refresh token is treated, and how a device is named. */
import { freshFactorLastsMinutes } from '#kernel/permissions.ts';

const dayMs = 86_400_000;

export const accessTokenLifetimeSeconds = 600;
const idleAtMostMs = 14 * dayMs;
const sessionAtMostMs = 30 * dayMs;

/** When an idle session expires, and when it ends regardless of use. */
export const sessionEnds = (now: Date, createdAt: Date): { expiresAt: Date; endsAt: Date } => {
  const endsAt = new Date(createdAt.getTime() + sessionAtMostMs);
  const idleUntil = new Date(now.getTime() + idleAtMostMs);
  return { expiresAt: idleUntil < endsAt ? idleUntil : endsAt, endsAt };
};

export type SessionState = {
  generation: number;
  /** Tokens of older generations predate a password change. */
  firstGeneration: number;
  rotatedAt: Date;
  expiresAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
};

export const isAlive = (
  session: Pick<SessionState, 'expiresAt' | 'endsAt' | 'revokedAt'>,
  now: Date,
): boolean => session.revokedAt === null && now < session.expiresAt && now < session.endsAt;

/**
 * Two tabs, or a lost response: the previous token works for this many ms longer and returns the same
 * successor.
 */
const graceMs = 20_000;

export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'refuse';

/**
 * `repeat` applies only to the immediate predecessor, within the grace period, until its successor is used.
 * Using the successor creates another generation, so the predecessor is then two behind. An older token must
 * be a copy. So must one that a password change has invalidated, because the change returned a token of the
 * next generation.
 */
export function decideRefresh(session: SessionState, generation: number, now: Date): RefreshDecision {
  if (!isAlive(session, now)) return 'refuse';
  if (generation === session.generation) return 'rotate';
  const isPredecessor = generation === session.generation - 1 && generation >= session.firstGeneration;
  return isPredecessor && now.getTime() - session.rotatedAt.getTime() <= graceMs ? 'repeat' : 'reuse';
}

/** A refresh token names its session and generation; the rest proves that we issued it. */
export function readRefreshToken(
  token: string,
): { sessionId: string; generation: number; proof: string } | null {
  const [, sessionId, generation, proof] =
    /^(ses_[A-Za-z0-9_-]{22})\.(0|[1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (sessionId === undefined || proof === undefined) return null;
  return { sessionId, generation: Number(generation), proof };
}

/** Until when an app code given at this time counts as fresh. */
export const freshUntil = (givenAt: Date | null): Date | null =>
  givenAt === null ? null : new Date(givenAt.getTime() + freshFactorLastsMinutes * 60_000);

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

/**
 * A label such as "Firefox on Windows" that helps users recognize a device. Never contains text from the user
 * agent itself.
 */
export function deviceName(userAgent: string): string {
  const first = (list: [RegExp, string][]): string | undefined =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = first(browsers);
  const system = first(systems);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
