/** Settings of the purge endpoint of a cache in front of the shop. */
import { type PurgeCall, type PurgeSettings, purgeCalls } from '#adapters/edge/purge-call.ts';
import { z } from 'zod';

export const edgeSettings = {
  /** Both, or neither. With neither, no purge calls are sent, and such a cache stores pages for a minute. */
  EDGE_PURGE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  EDGE_PURGE_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must be 16 characters or more, without spaces')
    .optional(),
  EDGE_PURGE_CALL: z.enum(purgeCalls, `must be one of ${purgeCalls.join(', ')}`).default('varnish'),
};

type Settings = { EDGE_PURGE_URL?: string | undefined; EDGE_PURGE_TOKEN?: string | undefined; EDGE_PURGE_CALL?: PurgeCall };

export function readEdge({
  EDGE_PURGE_URL: url,
  EDGE_PURGE_TOKEN: token,
  EDGE_PURGE_CALL: call = 'varnish',
}: Settings): PurgeSettings | null {
  return url === undefined || token === undefined ? null : { call, url, token };
}

export const guardEdge = ({ EDGE_PURGE_URL: url, EDGE_PURGE_TOKEN: token }: Settings): string[] =>
  (url === undefined) === (token === undefined) ? [] : ['EDGE_PURGE_URL, EDGE_PURGE_TOKEN: set both, or neither'];
