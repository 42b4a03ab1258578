/**
 * Posts alarms over TLS. The name is resolved once, all of its addresses must be public, and the call uses
 * one of these. A later change in DNS therefore has no effect. Redirects are not followed.
 */
import { lookup as systemLookup } from 'node:dns';
import { request as requestTls, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AlarmHook } from '#ports/alarm-hook.ts';
import { isPublicAddress } from './public-address.ts';

const atMostMs = 10_000;

type HookSettings = {
  /** Which addresses may be called. */
  isAllowed?: (address: string) => boolean;
  lookup?: typeof systemLookup;
  /** Certificates to trust besides the default ones. */
  ca?: string;
};

export function createAlarmHook({
  isAllowed = isPublicAddress,
  lookup = systemLookup,
  ca,
}: HookSettings = {}): AlarmHook {
  const publicOnly: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refused =
        error ??
        (addresses.length > 0 && addresses.every(({ address }) => isAllowed(address))
          ? null
          : notPublic(hostname));
      if (refused !== null) return callback(refused, '', 4);
      const [first] = addresses;
      // A caller that asks for all addresses gets all: Node tries one after the other.
      if (options.all) return callback(null, addresses);
      return callback(null, first?.address ?? '', first?.family ?? 4);
    });
  return {
    async post(address, body) {
      const url = new URL(address);
      // An IP address is not resolved, so check it here.
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (url.protocol !== 'https:' || (isIP(host) !== 0 && !isAllowed(host))) throw notPublic(host);
      await send(url, JSON.stringify(body), { lookup: publicOnly, ...(ca === undefined ? {} : { ca }) });
    },
  };
}

const notPublic = (host: string): Error => new Error(`${host} is not a public internet address`);

function send(url: URL, body: string, options: RequestOptions): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'stateside',
  };
  const signal = AbortSignal.timeout(atMostMs);
  return new Promise((resolve, reject) => {
    const call = requestTls(url, { ...options, method: 'POST', headers, signal, agent: false }, (answer) => {
      answer.destroy();
      const { statusCode = 0 } = answer;
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new Error(`it answered ${statusCode}`));
    });
    call.on('error', (error) =>
      reject(signal.aborted ? new Error(`it did not answer within ${atMostMs / 1_000} s`) : error),
    );
    call.end(body);
  });
}
