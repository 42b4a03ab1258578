/** The stored form of a change: enough to understand it, and nothing that grants access. */
import { expect, test } from 'vitest';
import { masked, textOf } from './masking.ts';

test('secrets are masked everywhere, and long numbers to their last four digits', () => {
  const change = {
    company: { einSealed: 'v1.x', ein: '92-7046183', legalName: 'Volta Trading LLC' },
    note: 'Card 4242 4242 4242 4242, phone +233 20 123 4567, EIN 92-7046183',
    accessToken: 'eyJ',
    passwordHash: '$argon2id$',
    status: 'in_progress',
    dueOn: '2026-11-24',
    amountCents: 14_950,
    at: new Date('2026-11-24T10:00:00Z'),
    lines: [{ apiKey: 'k', total: 1 }, null],
  };
  const text = JSON.stringify(masked(change));
  for (const masked of ['7046183', '4242 4242', '20 123', 'eyJ', 'argon2', 'v1.x'])
    expect(text).not.toContain(masked);
  expect(masked(change)).toMatchObject({
    company: { ein: '[masked]', legalName: 'Volta Trading LLC' },
    status: 'in_progress',
    dueOn: '2026-11-24',
    amountCents: 14_950,
    at: '2026-11-24T10:00:00.000Z',
    lines: [{ apiKey: '[masked]', total: 1 }, null],
  });
});

test('equal changes are equal texts, for any key order, before and after storage', () => {
  const stored = textOf({ b: 1, a: { d: 2, c: 'x' } });
  expect(textOf({ a: { c: 'x', d: 2 }, b: 1 })).toBe(stored);
  expect(textOf(JSON.parse(stored))).toBe(stored);
});
