/** The specification's texts for a refusal without a text of its own. */
import { tryLater } from '#contract/client.ts';

export const fallbackTexts = {
  login: 'Email or password is incorrect',
  register: tryLater,
  newPassword: 'An error occurred. Please try again.',
} as const;
