/** What the `commit-msg` hook accepts and rejects. */
import { expect, test } from 'vitest';
import { complaintsAbout } from './commit-subject.ts';

test.each([
  ['Reject a second refund while one is pending\n\nTwo presses paid twice.', []],
  ['Merge branch of a very long name that says much more than seventy-two characters would', []],
  ['reject a refund', ['The subject starts with a verb in the imperative and a capital letter.']],
  ['Reject a refund.', ['The subject has no period at its end.']],
  ['Reject a refund\nat once', ['An empty line separates the subject from the body.']],
  [`Reject ${'a'.repeat(70)}`, ['The subject has 77 characters; it has at most 72.']],
  [`Tell ${'some'}${'body'} of refunds`, [`The subject says "${'some'}${'body'}"; name the thing instead.`]],
])('%s', (message, complaints) => expect(complaintsAbout(message)).toEqual(complaints));
