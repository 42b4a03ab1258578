/**
 * Calls that purge a cache in front of the shop, in the formats of the common ones. Where possible, a cache
 * may still serve purged content once more while the shop is down: Fastly's soft purge, and the rules in
 * `deploy/varnish`.
 */
import type { Edge } from '#ports/edge.ts';

/**
 * Documentation: fastly.com/documentation/reference/api/purging, developers.cloudflare.com/api (purge by
 * tags).
 */
export const purgeCalls = ['varnish', 'fastly', 'cloudflare'] as const;
export type PurgeCall = (typeof purgeCalls)[number];

export type PurgeSettings = { call: PurgeCall; url: string; token: string };

type Call = { method: string; headers: Record<string, string>; body?: string };

const calls: Record<PurgeCall, (keys: string[], token: string) => Call> = {
  varnish: (keys, token) => ({
    method: 'PURGE',
    headers: { authorization: `Bearer ${token}`, 'surrogate-key': keys.join(' ') },
  }),
  fastly: (keys, token) => ({
    method: 'POST',
    headers: {
      'fastly-key': token,
      'fastly-soft-purge': '1',
      'surrogate-key': keys.join(' '),
      accept: 'application/json',
    },
  }),
  cloudflare: (keys, token) => ({
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags: keys }),
  }),
};

const atMostMs = 5_000;

export function createPurgeCall({ call, url, token }: PurgeSettings): Edge {
  return {
    async purge(keys) {
      const answer = await fetch(url, {
        ...calls[call]([...keys], token),
        redirect: 'error',
        signal: AbortSignal.timeout(atMostMs),
      }).catch((error: unknown) => {
        throw new Error(`The cache at ${new URL(url).host} could not be reached: ${reasonOf(error)}`, {
          cause: error,
        });
      });
      const text = await answer.text();
      if (!answer.ok || (call === 'cloudflare' && !isSuccess(text)))
        throw new Error(`The cache at ${new URL(url).host} answered ${answer.status} to a purge`);
    },
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it did not answer within ${atMostMs / 1_000} s`;
  return error.cause instanceof Error
    ? error.cause.message || String((error.cause as NodeJS.ErrnoException).code)
    : error.message;
};

/** Cloudflare answers 200 to some errors too. */
const isSuccess = (text: string): boolean => {
  try {
    return (JSON.parse(text) as { success?: unknown } | null)?.success === true;
  } catch {
    return false;
  }
};
