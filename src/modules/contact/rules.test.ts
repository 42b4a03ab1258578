/** Which messages look like a machine's, and that a token says only what we signed. */
import { describe, expect, test } from 'vitest';
import { issueToken, readToken } from './form-token.ts';
import { type Clues, hasLink, suspicionOf } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const openedBefore = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const clues = (changes: Partial<Clues> = {}): Clues => ({ website: '', opened: openedBefore(40), message: 'Hello', now, ...changes });

describe('a message is', () => {
  for (const [what, changes, suspicion] of [
    ['fine when a person had time to write it', {}, null],
    ['fine with a link, when it was written in our form', { message: 'My shop is https://kofi.example' }, null],
    ['fine three seconds after the form was opened', { opened: openedBefore(3) }, null],
    ['too fast before that', { opened: openedBefore(2.9) }, 'too_fast'],
    ['too fast with a token from the future', { opened: openedBefore(-60) }, 'too_fast'],
    ['a machine’s when the field that nobody sees is filled', { website: 'x' }, 'honeypot'],
    ['a machine’s with a token that is not ours', { opened: 'forged' }, 'forged'],
    ['a machine’s with a token of yesterday', { opened: openedBefore(86_401) }, 'expired'],
    ['fine from a program that says something', { opened: 'none' }, null],
    ['a machine’s from a program that advertises', { opened: 'none', message: 'Cheap: www.shop.example' }, 'links'],
  ] as const satisfies [string, Partial<Clues>, unknown][]) {
    test(what, () => expect(suspicionOf(clues(changes))).toBe(suspicion));
  }
});

test('what mail programs would make clickable counts as a link, and ordinary writing does not', () => {
  const links = ['see HTTP://a.example', 'www.a.example', '<a href=x>', '[url=x]', 'go to cheap-pills.example/buy'];
  const names = [
    'pills-shop.com',
    'Buy at Pills-Shop.COM.',
    '(pills.co.uk)',
    'pills.co.zw',
    'пилюли.рф',
    'xn--h1ajbp9d.xn--p1ai',
    'a@b.c pills.top',
  ];
  for (const text of [...links, ...names]) expect([text, hasLink(text)]).toEqual([text, true]);
  const writing = [
    'I pay 1.5/month.',
    'a Delaware C-Corp. Then?',
    'and/or',
    'I need an EIN.Can you help me.Is it soon?',
    'e.g. an L.L.C.',
    'St. Tv',
  ];
  const mail = [
    'kofi@mensah.example',
    'kofi@mensah.com',
    'kofi.co@mensah.com',
    'kofi.com.gh@mensah.co.uk',
    'kofi+pills.com@mensah.com',
    'me@a-b.com, you@c.net',
  ];
  for (const text of [...writing, ...mail]) expect([text, hasLink(text)]).toEqual([text, false]);
});

describe('a token', () => {
  test('says when the form was opened', () => expect(readToken('secret', issueToken('secret', now))).toEqual(now));
  test('cannot be made older, taken from another shop, cut or invented', () => {
    const [moment = '', salt, signed] = issueToken('secret', now).split('.');
    const older = (Number.parseInt(moment, 36) - 60_000).toString(36);
    for (const token of [
      `${older}.${salt}.${signed}`,
      issueToken('other', now),
      `${moment}.${salt}`,
      `${moment}.${salt}.`,
      'x',
      '..',
      '….…',
    ])
      expect([token, readToken('secret', token)]).toEqual([token, 'forged']);
  });
  test('that is missing is no token', () => expect([readToken('secret', undefined), readToken('secret', '')]).toEqual(['none', 'none']));
});
