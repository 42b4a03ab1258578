/** Settings of the purge endpoint of a cache in front of the shop. */
import { type PurgeCall, type PurgeSettings, purgeCalls } from '#adapters/edge/purge-call.ts';
import { z } from 'zod';
import { httpAddress } from './setting-values.ts';

export const edgeSettings = {
  EDGE_PURGE_URL: httpAddress
    .optional()
    .meta({ description: 'Purge endpoint of the CDN. Without it, the CDN stores pages for one minute.' }),
  EDGE_PURGE_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must be 16 characters or more, without spaces')
    .optional()
    .meta({ description: 'Token for the purge endpoint. Set it together with `EDGE_PURGE_URL`.' }),
  EDGE_PURGE_CALL: z
    .enum(purgeCalls, `must be one of ${purgeCalls.join(', ')}`)
    .default('varnish')
    .meta({ description: `Format of purge calls: ${purgeCalls.map((call) => `\`${call}\``).join(', ')}.` }),
};

type Settings = {
  EDGE_PURGE_URL?: string | undefined;
  EDGE_PURGE_TOKEN?: string | undefined;
  EDGE_PURGE_CALL?: PurgeCall;
};

export function readEdge({
  EDGE_PURGE_URL: url,
  EDGE_PURGE_TOKEN: token,
  EDGE_PURGE_CALL: call = 'varnish',
}: Settings): PurgeSettings | null {
  return url === undefined || token === undefined ? null : { call, url, token };
}

export const guardEdge = ({ EDGE_PURGE_URL: url, EDGE_PURGE_TOKEN: token }: Settings): string[] =>
  (url === undefined) === (token === undefined)
    ? []
    : ['EDGE_PURGE_URL, EDGE_PURGE_TOKEN: set both, or neither'];
