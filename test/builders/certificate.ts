/** Generates a self-signed certificate for one name, for tests that serve over TLS. */
import { generateKeyPairSync, sign } from 'node:crypto';

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
/** Encodes a date as `YYMMDDHHMMSSZ`. */
const time = (at: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );
const derTrue = der(0x01, Buffer.from([0xff]));

const dayMs = 86_400_000;

/**
 * Writes the minimum of RFC 5280 that a client checks: ECDSA with SHA-256, a subject alternative name, and
 * the certificate as its own CA.
 */
export function aCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const subject = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
  const valid = sequence(time(new Date(Date.now() - dayMs)), time(new Date(Date.now() + dayMs)));
  const names = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))));
  const authority = sequence(oid('551d13'), derTrue, der(0x04, sequence(derTrue)));
  const serial = der(0x02, Buffer.from([1]));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const content = sequence(
    version,
    serial,
    algorithm,
    subject,
    valid,
    subject,
    spki,
    der(0xa3, sequence(names, authority)),
  );
  const proof = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, algorithm, proof).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
