/**
 * Alarms over the wire: what arrives, what counts as a failure, and which addresses are never called under
 * any name.
 */
import type { lookup as systemLookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { aCertificate } from '#test/builders/certificate.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAlarmHook } from './alarm-hook.ts';
import { isPublicAddress } from './public-address.ts';

const { key, cert } = aCertificate('hooks.example.com');
let server: Server;
let port = 0;
let received: { method: string; type: string; body: string }[] = [];
beforeAll(async () => {
  server = createServer({ key, cert }, (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ method: request.method ?? '', type: request.headers['content-type'] ?? '', body });
      if (request.url === '/moved') response.writeHead(302, { location: 'https://hooks.example.com/' });
      else response.writeHead(request.url === '/broken' ? 500 : 204);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** Every name resolves to these addresses. */
const resolvesTo = (...addresses: string[]) =>
  ((
    _name: string,
    _options: unknown,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof systemLookup;

test('an alarm is posted as JSON, and only a 2xx counts', async () => {
  received = [];
  const hook = createAlarmHook({ isAllowed: () => true, lookup: resolvesTo('127.0.0.1'), ca: cert });
  await hook.post(`https://hooks.example.com:${port}/alarms`, { text: 'Ä "quoted"', id: 'aln_1' });
  expect(received).toEqual([
    { method: 'POST', type: 'application/json', body: '{"text":"Ä \\"quoted\\"","id":"aln_1"}' },
  ]);
  await expect(hook.post(`https://hooks.example.com:${port}/broken`, {})).rejects.toThrow('it answered 500');
  await expect(hook.post(`https://hooks.example.com:${port}/moved`, {})).rejects.toThrow('it answered 302');
  expect(received).toHaveLength(3);
});

test('a name that resolves to this machine or its network is never called, even among several addresses', async () => {
  received = [];
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['169.254.169.254'], ['::1'], []]) {
    const hook = createAlarmHook({ lookup: resolvesTo(...addresses), ca: cert });
    await expect(hook.post(`https://hooks.example.com:${port}/`, {}), addresses.join()).rejects.toThrow(
      'is not a public internet address',
    );
  }
  const hook = createAlarmHook();
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001', '2130706433', '10.0.0.1'])
    await expect(hook.post(`https://${host}:${port}/`, {}), host).rejects.toThrow(
      'is not a public internet address',
    );
  await expect(hook.post('http://hooks.example.com/', {})).rejects.toThrow(
    'is not a public internet address',
  );
  expect(received).toEqual([]);
});

test('public addresses are public, and no others', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of [
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.16.0.1',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
    ],
    ...[
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '64:ff9b::7f00:1',
      '2001:db8::1',
      '2002:7f00:1::',
      'name',
    ],
  ])
    expect(isPublicAddress(address), address).toBe(false);
});
