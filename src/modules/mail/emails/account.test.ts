/** What account emails contain, where their links lead, and that user input stays plain text. */
import { describe, expect, test } from 'vitest';
import { defaultCompany } from '#content/site.ts';
import { accountEmail, type AccountEmailKind, tokenPlace } from './account.ts';
import { english } from '#kernel/language.ts';
import { spanOf } from './account-words.ts';

const facts = {
  publicOrigin: 'https://shop.example',
  company: defaultCompany,
  firstName: 'Adwoa',
  at: new Date('2026-11-21T16:05:00Z'),
  lifetimeMs: 1_800_000,
};

const emails: [AccountEmailKind, string, string][] = [
  ['confirm_email', 'Please confirm your email address', `/complete-registration?confirmToken=${tokenPlace}`],
  ['reset_password', 'Set a new password', `/reset-password?resetToken=${tokenPlace}`],
  ['set_password', 'Choose a password for your account', `/set-password?confirmToken=${tokenPlace}`],
  ['staff_invited', 'You are invited to join the Stateside team', `/set-password?confirmToken=${tokenPlace}`],
  ['account_exists', 'You already have an account', '/login'],
  ['password_changed', 'Your password was changed', '/login'],
];

describe('an email links to the shop’s own address, in both of its parts:', () => {
  for (const [kind, subject, path] of emails) {
    test(subject, () => {
      const email = accountEmail(kind, facts);
      expect(email.subject).toBe(subject);
      expect(email.text).toContain(`\nhttps://shop.example${path}\n`);
      expect(email.html.split(`href="https://shop.example${path}"`)).toHaveLength(3);
      expect(email.text).toContain('Hello Adwoa,');
      expect(email.text.includes('within the next 30 minutes')).toBe(path.includes(tokenPlace));
      const elsewhere = [...email.html.matchAll(/href="([^"]*)"/g)]
        .map(([, to = '']) => to)
        .filter((to) => !/^(https:\/\/shop\.example\/|mailto:|tel:)/.test(to));
      expect(elsewhere).toEqual([]);
    });
  }
});

test('a name is text, on one line, and may be missing', () => {
  const email = accountEmail('confirm_email', {
    ...facts,
    firstName: '<a href="https://evil.example">Ada</a>\r\nSubject: x',
  });
  expect(email.html).not.toContain('<a href="https://evil.example"');
  expect(email.text).toContain('Hello <a href="https://evil.example">Ada</a> Subject: x,\n');
  expect(accountEmail('set_password', { ...facts, firstName: '  ' }).text).toContain('\nHello,\n');
});

test('a button label is readable in dark mode: no rule for links in text applies to it', () => {
  for (const [kind] of emails)
    expect(accountEmail(kind, facts).html).not.toMatch(
      /class="[^"]*\bink\b[^"]*"[^>]*>\s*<table[^>]*><tr><td class="step"/,
    );
});

test('lifetimes are shown in common units', () => {
  expect(
    [1_800_000, 7_200_000, 86_400_000, 7 * 86_400_000]
      .map(spanOf)
      .map(({ text, values }) => english.say(text, values)),
  ).toEqual(['30 minutes', '2 hours', '24 hours', '7 days']);
});

test('the email about a changed password shows the time', () => {
  expect(accountEmail('password_changed', facts).text).toContain(
    'was changed on 21st November 2026 at 16:05 UTC',
  );
});
