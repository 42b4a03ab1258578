/** Converts the history of a message to timeline entries, newest first. */
import type { TimelineEntry } from '#web/features/admin/detail/timeline.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Message } from './calls.ts';

export const messageFilters = [
  { id: 'said', title: 'Messages' },
  { id: 'email', title: 'Emails' },
  { id: 'staff', title: 'Notes and staff' },
] as const;

type Delivery = Message['emails'][number]['delivery'];

const tones = { waiting: 'warn', given_up: 'danger' } as const;
const toneOf = ({ state }: Delivery): Pick<TimelineEntry, 'tone'> =>
  state === 'waiting' || state === 'given_up' ? { tone: tones[state] } : {};

function Left({ delivery: { state, at, problem } }: { delivery: Delivery }) {
  if (state === 'waiting') return <p>Not sent yet</p>;
  if (state === 'given_up') return <p className="text-danger">It could not be delivered. {problem}</p>;
  if (at === null) return null;
  return (
    <p>
      Sent <Moment at={at} full />
      {state === 'gone' && '; the email has been deleted'}
    </p>
  );
}

const kinds: Record<string, string> = {
  contact_message: 'Forwarded to the mailbox',
  contact_received: 'Acknowledged',
  copy: 'Email resent',
};

const actionTexts: Record<string, string> = {
  message_closed: 'Closed',
  message_opened_again: 'Reopened',
  message_released: 'Marked as not spam',
  message_called_spam: 'Marked as spam',
  message_assigned: 'Assigned',
  message_given_up: 'Unassigned',
};

/** `onUse`: puts the text of an undone reply back into the reply box; null if the user may not reply. */
export function entriesOf(message: Message, onUse: ((text: string) => void) | null): TimelineEntry[] {
  const received: TimelineEntry = {
    id: 'received',
    at: message.receivedAt,
    kind: 'said',
    icon: 'person',
    title: 'Received from the contact form',
  };
  const entries = [
    ...message.said.map((answer) => saidEntry(answer, onUse)),
    ...message.emails.map(
      ({ id, kind, to, subject, at, delivery }): TimelineEntry => ({
        ...{ id, at, kind: 'email', icon: 'mail', ...toneOf(delivery) },
        title: kinds[kind] ?? subject,
        body: (
          <>
            <p>{to}</p>
            <Left delivery={delivery} />
          </>
        ),
      }),
    ),
    ...message.notes.map(
      ({ id, text, at, by }): TimelineEntry => ({
        ...{ id, at, by, kind: 'staff', icon: 'note', title: 'Note' },
        body: <p className="whitespace-pre-line">{text}</p>,
      }),
    ),
    ...message.acts.map(
      ({ id, what, at, by }): TimelineEntry => ({
        id,
        at,
        by,
        kind: 'staff',
        icon: 'person',
        title: actionTexts[what] ?? what,
      }),
    ),
  ];
  return [...entries.toSorted((a, b) => b.at.localeCompare(a.at)), received];
}

const titles = { undoable: 'Reply, sending soon', taken_back: 'Reply, undone', written: 'Reply' } as const;

function saidEntry(
  { id, text, at, by, state, delivery }: Message['said'][number],
  onUse: ((text: string) => void) | null,
): TimelineEntry {
  return {
    ...{ id, at, by: by.name, kind: 'said', icon: 'mail', title: titles[state] },
    ...(state === 'written' && delivery !== null ? toneOf(delivery) : { tone: 'warn' as const }),
    body: (
      <div className="grid gap-1.5">
        <p
          className={`max-w-line whitespace-pre-line ${state === 'taken_back' ? 'line-through' : 'text-ink'}`}
        >
          {text}
        </p>
        {delivery !== null && <Left delivery={delivery} />}
        {state === 'taken_back' && onUse !== null && (
          <p>
            <Button size="small" variant="secondary" onClick={() => onUse(text)}>
              Use text
            </Button>
          </p>
        )}
      </div>
    ),
  };
}
