/**
 * Finds the client address that rate limits count by. `X-Forwarded-For` is trusted only for the number of
 * proxies that the operator has configured. With none, the header is ignored and the address is that of the
 * connection.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const connection = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return grouped(connection);
  // Every proxy appends the address that it saw. Entries further left were written by the client.
  const seen = [...String(request.headers['x-forwarded-for'] ?? '').split(','), connection]
    .map((part) => part.trim())
    .filter(Boolean);
  const claimed = seen[Math.max(0, seen.length - 1 - trustedProxies)] ?? connection;
  return grouped(isIP(claimed) === 0 ? connection : claimed);
}

/** An IPv6 customer owns a whole /64, so all of it counts as one client. */
function grouped(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return `${[...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::`;
}
