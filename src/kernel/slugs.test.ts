/** Titles in Latin letters keep their words in an address. */
import { expect, test } from 'vitest';
import { slugFrom } from './slugs.ts';

test.each([
  ['Đăng ký công ty', 'dang-ky-cong-ty'],
  ['Ünïcödé Straße', 'unicode-strasse'],
  ['Łódź Søren', 'lodz-soren'],
  ['ÐÞÆŒ ıİ ŊŦ', 'dthaeoe-ii-ngt'],
  ['EIN: what it is', 'ein-what-it-is'],
  ['  -- 5472 -- ', '5472'],
  ['Ｆｕｌｌ ｗｉｄｔｈ ﬁ', 'full-width-fi'],
  ['تأسيس شركة', ''],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('%s becomes %s', (title, slug) => {
  expect(slugFrom(title, 60)).toBe(slug);
  expect(slugFrom(slugFrom(title, 60), 60)).toBe(slug);
});
