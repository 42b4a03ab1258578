/**
 * Factiiv as a credit bureau. Factiiv publishes no documentation; what we use comes from its public client
 * (design/credit.md). So addresses, the app's name, and field names are settings, and each response is
 * validated.
 */
import {
  type BureauAccess,
  BureauRefused,
  BureauUnavailable,
  type CreditBureau,
  KeyRevoked,
  type Reported,
  type ReportedTrade,
} from '#ports/credit-bureau.ts';
import { z } from 'zod';

export type FactiivSettings = {
  /** Such as https://api.example/api/v1, without a trailing slash. */
  apiBase: string;
  connectAddress: string;
  providerAddress: string;
  appName: string;
  /** Field names that differ in Factiiv's API, by our name. */
  fieldNames?: Readonly<Record<string, string>>;
  timeoutMs?: number;
};

const longestCallMs = 8_000;
const pageSize = 100;
/** Rejections by Factiiv that are temporary. */
const passing = new Set(['activity_pending', 'activity_of_day_exists', 'trade_pending']);

const Problem = z.object({ code: z.string().optional(), message: z.string().optional() });
const Wrapped = z.object({
  payload: z.unknown(),
  errors: z.array(Problem).nullish(),
  message: z.string().nullish(),
});

const verdict = z.enum(['pending', 'accepted', 'rejected']);
const common = {
  id: z.string(),
  adminStatus: verdict,
  rejectedReason: z.string().nullish(),
  reference: z.string().nullish(),
  withdrawnAt: z.string().nullish(),
};
const Activity = z.object({ ...common, activityStatus: verdict });
const Trade = z.object({
  ...common,
  tradeStatus: verdict,
  amount: z.number(),
  balance: z.number(),
  createdAt: z.string().nullish(),
});
const History = z.object({
  data: z.array(Trade.extend({ activities: z.array(Activity).default([]) })),
  total: z.number().int(),
});
const Owner = z.object({
  ...{ userId: z.string(), businessProfileId: z.string(), businessName: z.string().max(500).nullish() },
  ...{ connectingApp: z.string(), connectingUserId: z.string() },
});
const Score = z.object({ score: z.number().nullable(), tradeLines: z.number().int().min(0).nullable() });

const ofTrade = ({ id, tradeStatus, adminStatus, rejectedReason }: z.output<typeof Trade>): Reported => ({
  ...{ ref: id, counterparty: tradeStatus, bureau: adminStatus, reason: rejectedReason ?? null },
});
const ofActivity = ({
  id,
  activityStatus,
  adminStatus,
  rejectedReason,
}: z.output<typeof Activity>): Reported => ({
  ...{ ref: id, counterparty: activityStatus, bureau: adminStatus, reason: rejectedReason ?? null },
});

export function createFactiivBureau({
  apiBase,
  fieldNames = {},
  timeoutMs = longestCallMs,
  ...addresses
}: FactiivSettings): CreditBureau {
  const [toTheirs, toOurs] = [
    fieldNames,
    Object.fromEntries(Object.entries(fieldNames).map(([ownName, bureauName]) => [bureauName, ownName])),
  ];
  const call = <S extends z.ZodType>(
    key: string,
    shape: S,
    method: string,
    path: string,
    body?: object,
  ): Promise<z.output<S>> =>
    ask(
      { url: `${apiBase}${path}`, method, key, body: body && (renamed(body, toTheirs) as object), timeoutMs },
      shape,
      (payload) => renamed(payload, toOurs),
    );
  const at = (profileId: string): string => encodeURIComponent(profileId);
  return {
    ...addresses,
    async readOwner(key) {
      try {
        const {
          userId,
          businessProfileId: profileId,
          businessName,
          connectingApp,
          connectingUserId,
        } = await call(key, Owner, 'GET', '/me');
        return {
          userId,
          profileId,
          businessName: businessName?.trim() || null,
          connectingApp,
          connectingUserId,
        };
      } catch (error) {
        if (error instanceof KeyRevoked) return null;
        throw error;
      }
    },
    async readScore({ profileId, key }) {
      const { score, tradeLines } = await call(key, Score, 'GET', `/scores/${at(profileId)}`);
      return { value: score === null ? null : Math.round(score), tradeLines };
    },
    async *trades({ profileId, key }, since) {
      let oldest = Number.POSITIVE_INFINITY;
      for (let page = 1, read = 0; ; page += 1) {
        const path = `/trades/history/${at(profileId)}?page=${page}&limit=${pageSize}`;
        const { data, total } = await call(key, History, 'GET', path);
        for (const trade of data) {
          yield listed(trade);
          oldest = following(oldest, trade.createdAt);
        }
        read += data.length;
        if (data.length === 0 || read >= total || oldest < since.getTime()) return;
      }
    },
    addTrade: async ({ key }, reference, trade) =>
      ofTrade(await call(key, Trade, 'POST', '/trades', { ...trade, reference })),
    changeTrade: async ({ key }, tradeRef, change) =>
      ofTrade(await call(key, Trade, 'PUT', `/trades/${at(tradeRef)}`, change)),
    withdrawTrade: async ({ key }, tradeRef, reason) =>
      ofTrade(await call(key, Trade, 'POST', `/trades/${at(tradeRef)}/withdraw`, { reason })),
    addActivity: async ({ profileId, key }: BureauAccess, reference, tradeRef, activity) =>
      ofActivity(
        await call(key, Activity, 'POST', `/activities/${at(profileId)}`, {
          ...activity,
          tradeId: tradeRef,
          reference,
        }),
      ),
    withdrawActivity: async ({ profileId, key }, activityRef, reason) =>
      ofActivity(
        await call(key, Activity, 'POST', `/activities/${at(profileId)}/${at(activityRef)}/withdraw`, {
          reason,
        }),
      ),
  };
}

/** Milliseconds. NaN after the first trade without a creation time, or newer than the one before it. */
function following(before: number, createdAt: string | null | undefined): number {
  const at = Date.parse(createdAt ?? '');
  return at <= before ? at : Number.NaN;
}

const timeOf = (written: string | null | undefined): Date | null => {
  const at = Date.parse(written ?? '');
  return Number.isNaN(at) ? null : new Date(at);
};

const listed = (trade: z.output<typeof History>['data'][number]): ReportedTrade => ({
  ...ofTrade(trade),
  reference: trade.reference ?? null,
  createdAt: timeOf(trade.createdAt),
  amount: trade.amount,
  balance: trade.balance,
  isWithdrawn: typeof trade.withdrawnAt === 'string',
  activities: trade.activities.map((activity) => ({
    ...ofActivity(activity),
    reference: activity.reference ?? null,
    isWithdrawn: typeof activity.withdrawnAt === 'string',
  })),
});

/** Returns the same value with its fields renamed, at any depth. */
function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names[name] ?? name, renamed(inner, names)]),
  );
}

type Request = { url: string; method: string; key: string; body: object | undefined; timeoutMs: number };

/** The key is sent only in a header, and no error includes it. */
async function ask<S extends z.ZodType>(
  { url, method, key, body, timeoutMs }: Request,
  shape: S,
  toOwnNames: (payload: unknown) => unknown,
): Promise<z.output<S>> {
  const { status, text, retryAfter } = await send({ url, method, key, body, timeoutMs });
  if (status === 401) throw new KeyRevoked('the bureau does not take this key');
  if (status === 429) throw new BureauUnavailable('too many calls', retryAfter);
  if (status >= 500) throw new BureauUnavailable(`the bureau answered ${status}`);
  const wrapped = Wrapped.safeParse(parse(text));
  if (!wrapped.success) throw new BureauUnavailable('the bureau answered with something else');
  if (status >= 400) {
    const code =
      wrapped.data.errors?.find((problem) => problem.code !== undefined)?.code ?? `status_${status}`;
    const words = wrapped.data.errors?.map(({ message }) => message).filter(Boolean) ?? [];
    throw new BureauRefused(code, words.join('. ') || (wrapped.data.message ?? 'refused'), passing.has(code));
  }
  const payload = shape.safeParse(toOwnNames(wrapped.data.payload));
  if (!payload.success) throw new BureauUnavailable('the bureau answered with something else');
  return payload.data;
}

async function send({
  url,
  method,
  key,
  body,
  timeoutMs,
}: Request): Promise<{ status: number; text: string; retryAfter: number | null }> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: Number.isFinite(seconds) ? seconds : null,
    };
  } catch (error) {
    throw new BureauUnavailable(error instanceof Error ? error.message : String(error));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
