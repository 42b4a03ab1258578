/** Shared parts of the message screens: links between them and labels for states. */
import { SectionLinks } from '#web/features/admin/shell/section-links.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { Message, MessageRow } from './calls.ts';

const screens = [
  { path: '/admin/messages', title: 'Messages' },
  { path: '/admin/messages/templates', title: 'Templates' },
] as const;

export const MessageScreens = ({ now }: { now: (typeof screens)[number]['title'] }) => (
  <SectionLinks label="Messages" screens={screens} now={now} />
);

const states: Record<MessageRow['state'], { words: string; tone: Tone }> = {
  open: { words: 'Open', tone: 'warn' },
  closed: { words: 'Closed', tone: 'plain' },
  held_back: { words: 'Held back', tone: 'danger' },
  spam: { words: 'Spam', tone: 'danger' },
};

export const MessageMark = ({ state }: Pick<MessageRow, 'state'>) => (
  <span className="shrink-0 whitespace-nowrap">
    <Badge tone={states[state].tone}>{states[state].words}</Badge>
  </span>
);

export const heldBackWords: Record<NonNullable<Message['heldBackBecause']>, string> = {
  honeypot: 'A hidden field was filled in. Programs do this, but some browsers do too.',
  links: 'It was not sent from our form and contains a web address.',
  too_fast: 'It was sent within three seconds of opening the form.',
  forged: 'Its form token was not issued by us.',
  expired: 'Its form token was more than 24 hours old.',
};
