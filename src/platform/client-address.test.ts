/** The address of a request: a client cannot fake it with a header. */
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const address = (connection: string, forwarded: string | undefined, proxies: number): string =>
  clientAddress(
    {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: connection } as never,
    },
    proxies,
  );

test('without a proxy the header is ignored', () => {
  expect(address('203.0.113.9', '198.51.100.1', 0)).toBe('203.0.113.9');
});
for (const [proxies, forwarded, expected] of [
  [1, '198.51.100.1', '198.51.100.1'],
  [1, '10.9.9.9, 198.51.100.1', '198.51.100.1'],
  [2, '10.9.9.9, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
  [2, '198.51.100.1', '198.51.100.1'],
  [1, undefined, '203.0.113.9'],
  [1, 'nonsense"\n', '203.0.113.9'],
] as const) {
  test(`behind ${proxies} with "${forwarded}" it is ${expected}`, () =>
    expect(address('203.0.113.9', forwarded, proxies)).toBe(expected));
}
for (const [connection, expected] of [
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::6', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
] as const) {
  test(`${connection} counts as ${expected}`, () => expect(address(connection, undefined, 0)).toBe(expected));
}
