/** Which messages look automated. */
import { expect, test } from 'vitest';
import { hasLink, suspicionOf } from './rules.ts';

for (const [what, message, suspicion] of [
  ['fine when it was written in our form', { website: '', message: 'Hello' }, null],
  [
    'fine with a link, when it was written in our form',
    { website: '', message: 'My shop is https://kofi.example' },
    null,
  ],
  ['a bot’s when the hidden field is filled', { website: 'x', message: 'Hello' }, 'honeypot'],
  ['fine from a program that says something', { message: 'Hello' }, null],
  ['a machine’s from a program that advertises', { message: 'Cheap: www.shop.example' }, 'links'],
] as const)
  test(`a message is ${what}`, () => expect(suspicionOf(message)).toBe(suspicion));

test('text that mail programs would make clickable counts as a link, and ordinary text does not', () => {
  const links = [
    'see HTTP://a.example',
    'www.a.example',
    '<a href=x>',
    '[url=x]',
    'go to cheap-pills.example/buy',
  ];
  for (const text of links) expect([text, hasLink(text)]).toEqual([text, true]);
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
