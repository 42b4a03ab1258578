/** Why a message was held back. */
import type { Message } from './calls.ts';

export const heldBackWords: Record<NonNullable<Message['heldBackBecause']>, string> = {
  honeypot: 'A hidden field was filled in. Programs do this, but some browsers do too.',
  links: 'It was not sent from our form and contains a web address.',
  too_fast: 'It was sent within three seconds of opening the form.',
  forged: 'Its form token was not issued by us.',
  expired: 'Its form token was more than 24 hours old.',
};
