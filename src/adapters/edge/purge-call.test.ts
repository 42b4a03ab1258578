/** Purge calls over the wire: what each cache receives, and which responses count as failures. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPurgeCall, type PurgeCall } from './purge-call.ts';

type PurgeRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
let server: Server;
let requests: PurgeRequest[] = [];
const answer = { status: 200, body: '{"success":true}', headers: {} as Record<string, string> };
const token = 'a token of a test';
const address = (): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/zones/z/purge_cache`;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  requests = [];
  Object.assign(answer, { status: 200, body: '{"success":true}', headers: {} });
});

const purge = (call: PurgeCall, url = address()): Promise<void> =>
  createPurgeCall({ call, url, token }).purge(['pages', 'posts']);

test.each<[PurgeCall, Partial<PurgeRequest>, Record<string, string>]>([
  [
    'varnish',
    { method: 'PURGE', body: '' },
    { authorization: `Bearer ${token}`, 'surrogate-key': 'pages posts' },
  ],
  [
    'fastly',
    { method: 'POST', body: '' },
    { 'fastly-key': token, 'surrogate-key': 'pages posts', 'fastly-soft-purge': '1' },
  ],
  [
    'cloudflare',
    { method: 'POST', body: '{"tags":["pages","posts"]}' },
    { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  ],
])('%s gets a purge request in its own format', async (call, request, headers) => {
  await purge(call);
  expect(requests).toMatchObject([{ ...request, path: '/zones/z/purge_cache', headers }]);
});

test('an unconfirmed purge is an error that names neither token nor path', async () => {
  for (const status of [403, 404, 500, 503]) {
    answer.status = status;
    for (const call of ['varnish', 'fastly', 'cloudflare'] as const)
      await expect(purge(call), call).rejects.toThrow(
        new RegExp(`^The cache at 127\\.0\\.0\\.1:\\d+ answered ${status} to a purge$`),
      );
  }
  Object.assign(answer, { status: 200, body: '{"success":false,"errors":[{"code":10000}]}' });
  await expect(purge('cloudflare')).rejects.toThrow('answered 200 to a purge');
  answer.body = 'not JSON';
  await expect(purge('cloudflare')).rejects.toThrow('answered 200 to a purge');
  await expect(purge('varnish', 'http://127.0.0.1:1/')).rejects.toThrow(
    'The cache at 127.0.0.1:1 could not be reached',
  );
});

test('a redirect is not followed with the token', async () => {
  Object.assign(answer, { status: 307, headers: { location: `${address()}/elsewhere` } });
  await expect(purge('varnish')).rejects.toThrow('could not be reached');
  expect(requests).toHaveLength(1);
});
