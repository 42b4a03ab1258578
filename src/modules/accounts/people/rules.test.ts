/** Rules about accounts. */
import { expect, test } from 'vitest';
import { normaliseEmail } from './rules.ts';

test('an address has one spelling', () => {
  expect(normaliseEmail('  Ama.Boateng+Shop@Example.COM ')).toBe('ama.boateng+shop@example.com');
});
