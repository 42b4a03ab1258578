/** Which addresses are accepted, and in which form they are stored. */
import { afterEach, describe, expect, test } from 'vitest';
import { Email, KnownEmail } from '#contract/values.ts';
import { acceptUnicodeMailboxes, asciiEmail, mailboxRefusal, normalizeEmail } from '#kernel/email-address.ts';

afterEach(() => acceptUnicodeMailboxes(true));

describe('an address is stored in ASCII', () => {
  for (const [typed, stored] of [
    ['info@m\u00fcnchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@mu\u0308nchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@M\u00dcNCHEN.de', 'info@xn--mnchen-3ya.de'],
    ['info@xn--mnchen-3ya.de', 'info@xn--mnchen-3ya.de'],
    ['kontakt@k\u00e4se-und-brot.de', 'kontakt@xn--kse-und-brot-gcb.de'],
    ['user@example.xn--p1ai', 'user@example.xn--p1ai'],
    ['user@example.\u0440\u0444', 'user@example.xn--p1ai'],
    ['test@xn--fiqs8s.xn--fiqz9s', 'test@xn--fiqs8s.xn--fiqz9s'],
    ['a@\u65e5\u672c\u3002jp', 'a@xn--wgv71a.jp'],
    ['info@\u0645\u0648\u0642\u0639.\u0645\u0635\u0631', 'info@xn--4gbrim.xn--wgbh1c'],
    ['a&b@example.com', 'a&b@example.com'],
    ['user/dept@example.com', 'user/dept@example.com'],
    ['Kofi.Mensah+shop@Example.com', 'Kofi.Mensah+shop@Example.com'],
    ['\u202akofi@example.com\u202c', 'kofi@example.com'],
    ['kofi\u200b@example.com', 'kofi@example.com'],
    ['mailto:kofi@example.com', 'kofi@example.com'],
    ['kofi\uff20example.com', 'kofi@example.com'],
    ['RENE\u0301E@example.fr', 'ren\u00e9e@example.fr'],
  ] as const)
    test(JSON.stringify(typed), () => {
      expect(Email('Email is required').parse(typed)).toBe(stored);
      expect(normalizeEmail(stored)).toBe(stored.toLowerCase());
    });
});

test.each([
  'x@xn--x.example',
  'x@xn--.example',
  'kofi',
  'kofi@',
  '@example.com',
  'kofi@example',
  'kofi@example.c',
  'kofi@-example.com',
  'kofi@exa mple.com',
  'kofi@example..com',
  '.kofi@example.com',
  'kofi.@example.com',
  'ko..fi@example.com',
  'kofi@example.com, ama@example.com',
  'Kofi <kofi@example.com>',
  'kofi@127.0.0.1',
  'kofi@m\u00fcnchen.de/x',
  'kofi@m\u00fcnchen.de:25',
  `${'k'.repeat(65)}@example.com`,
])('%j is rejected', (typed) => {
  expect(asciiEmail(typed)).toBeNull();
  expect(Email('Email is required').safeParse(typed).error?.issues[0]?.message).toBe('Invalid email');
});

test('a non-ASCII mailbox needs a server with SMTPUTF8; existing accounts still log in', () => {
  acceptUnicodeMailboxes(false);
  expect(Email('').safeParse('ren\u00e9e@example.fr').error?.issues).toMatchObject([
    { message: mailboxRefusal },
  ]);
  expect(Email('').safeParse('info@m\u00fcnchen.de').success).toBe(true);
  expect(KnownEmail('').safeParse('ren\u00e9e@example.fr').success).toBe(true);
  acceptUnicodeMailboxes(true);
  expect(Email('').safeParse('ren\u00e9e@example.fr').success).toBe(true);
});

test('an empty or invisible address is missing', () => {
  for (const typed of ['', ' ', '\u200b'])
    expect(Email('Email is required').safeParse(typed).error?.issues).toMatchObject([
      { message: 'Email is required' },
    ]);
});
