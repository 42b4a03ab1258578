/** Rules about accounts. */
import { expect, test } from 'vitest';
import { normalizeEmail } from './rules.ts';

test('an address has one spelling', () => {
  expect(normalizeEmail('  Ama.Boateng+Shop@Example.COM ')).toBe('ama.boateng+shop@example.com');
});
