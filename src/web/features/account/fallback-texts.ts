/** The specification's texts for rejections without a message. */
import { phrase } from '#kernel/language.ts';
import { tryLater } from '#contract/client.ts';

export const fallbackTexts = {
  login: phrase('Email or password is incorrect'),
  register: tryLater,
  newPassword: phrase('An error occurred. Please try again.'),
} as const;
