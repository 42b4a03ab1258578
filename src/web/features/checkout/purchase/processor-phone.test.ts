/** The processor rejects a phone number of more than 20 characters. */
import { expect, test } from 'vitest';
import { processorPhone } from './processor-phone.ts';

test('the processor gets the number in E.164, in any typed form', async () => {
  for (const [country, phoneNumber, sent] of [
    ['DE', '+49 (0) 151 / 23 45 67 89', '+4915123456789'],
    ['CA', '+1 780-459-5656 ext. 725', '+17804595656'],
    ['GH', '\u202a+233 20 123 4567\u202c', '+233201234567'],
    ['GH', 'call me', ''],
  ] as const)
    expect(await processorPhone({ phoneNumber, country })).toBe(sent);
});
