/** Which addresses are recognized as typos, and the suggested corrections. */
import { expect, test } from 'vitest';
import { correctedEmail } from './email-slips.ts';

test('a typo in the domain of a mail service is corrected, and the rest of the address stays', () => {
  const typed = [
    'Ama.B+x@gmial.com',
    'a@GMAIL.CON',
    ' a@gmail.co ',
    'a@yaho.com',
    'a@hotmial.com',
    'a@outlok.com',
    'a@icloud.con',
  ];
  expect(typed.map(correctedEmail)).toEqual([
    'Ama.B+x@gmail.com',
    'a@gmail.com',
    'a@gmail.com',
    'a@yahoo.com',
    'a@hotmail.com',
    'a@outlook.com',
    'a@icloud.com',
  ]);
});

test('every other address is left alone', () => {
  for (const email of [
    'a@gmail.com',
    'a@ymail.com',
    'a@mygmial.com',
    'gmial.com',
    '@gmial.com',
    '',
    'a@yahoo.co.uk',
  ])
    expect(correctedEmail(email)).toBeNull();
});
