/** Shared parts of the message screens: links between them, and why a message was held back. */
import { SectionLinks } from '#web/features/admin/shell/section-links.tsx';
import type { Message } from './calls.ts';

const screens = [
  { path: '/admin/messages', title: 'Messages' },
  { path: '/admin/messages/templates', title: 'Templates' },
] as const;

export const MessageScreens = ({ now }: { now: (typeof screens)[number]['title'] }) => (
  <SectionLinks label="Messages" screens={screens} now={now} />
);

export const heldBackWords: Record<NonNullable<Message['heldBackBecause']>, string> = {
  honeypot: 'A hidden field was filled in. Programs do this, but some browsers do too.',
  links: 'It was not sent from our form and contains a web address.',
  too_fast: 'It was sent within three seconds of opening the form.',
  forged: 'Its form token was not issued by us.',
  expired: 'Its form token was more than 24 hours old.',
};
