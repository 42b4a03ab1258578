/**
 * Decides which internet addresses are public. A configured address must not reach what only this machine or
 * its network can: the database, a cloud's metadata, a router (OWASP, server-side request forgery).
 */
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * RFC 6890 and its registries: loopback, private, link-local, shared, test, benchmark, multicast, and
 * reserved networks.
 */
const reserved4 = [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
  ],
  ...[
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
];
/** Only 2000::/3 is allocated. It includes Teredo, documentation, and 6to4, which embed other addresses. */
const reserved6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blocked = new BlockList();
for (const [list, family] of [
  [reserved4, 'ipv4'],
  [reserved6, 'ipv6'],
] as const)
  for (const net of list) {
    const [address = '', bits] = net.split('/');
    blocked.addSubnet(address, Number(bits), family);
  }
const allocated = new BlockList();
allocated.addSubnet('2000::', 3, 'ipv6');

export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false;
  return isIPv6(address)
    ? allocated.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
    : !blocked.check(address, 'ipv4');
};
