/** The state of a message. */
import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { MessageRow } from './messages.ts';

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
