/** Shared parts of the message screens: links between them and labels for states. */
import { SectionLinks } from '#web/features/admin/shell/section-links.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { Message, MessageRow } from './messages-api.ts';

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
  honeypot: 'A field that nobody sees was filled in, as programs do. Some browsers fill it in for their people, too.',
  links: 'It did not come from our form, and names an address of the web.',
  too_fast: 'It was sent within three seconds after the form was opened.',
  forged: 'It brought a mark of our form that we did not make.',
  expired: 'It brought a mark of our form that was older than a day.',
};
