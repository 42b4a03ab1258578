/** One message: its text, the reply box, and everything since. */
import { useParams } from 'react-router';
import { NoteBox } from '#web/features/admin/form/note-box.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Timeline } from '#web/features/admin/detail/timeline.tsx';
import { MessageMark } from '#web/features/admin/records/message-mark.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { useState } from 'react';
import { AnswerBox } from './answer-box.tsx';
import { useMessageActs } from './message-acts.tsx';
import { MessageFacts } from './message-facts.tsx';
import { entriesOf, messageFilters } from './message-story.tsx';
import { type Message, useStaffMessageNoteMutation, useStaffMessageQuery } from './calls.ts';

const area = { path: 'messages', title: 'Messages' };
const askEveryMs = 2_000;

export function MessagePage() {
  const { id = '' } = useParams();
  const messageQuery = useStaffMessageQuery(id);
  // Polls until the reply is sent, because the user is waiting for that.
  const isWaiting =
    messageQuery.data?.said.some(
      ({ state, delivery }) => state === 'undoable' || delivery?.state === 'waiting',
    ) ?? false;
  const query = useStaffMessageQuery(id, {
    pollingInterval: isWaiting ? askEveryMs : 0,
    skipPollingIfUnfocused: true,
  });
  return (
    <Loaded what="The message" query={query} isPage skeleton={<RecordSkeleton />}>
      {(message) => <Conversation key={message.id} message={message} />}
    </Loaded>
  );
}

function Conversation({ message }: { message: Message }) {
  const mayWrite = useMay('messages.write');
  const [draft, setDraft] = useState('');
  const { primary, acts, dialogs } = useMessageActs(message);
  const [write] = useStaffMessageNoteMutation();
  const { id, name, email, state } = message;
  const isAnswerable = mayWrite && (state === 'open' || state === 'closed');
  return (
    <RecordPage
      area={area}
      id={id}
      title={name || email}
      mark={<MessageMark state={state} />}
      below={<p className="text-muted wrap-anywhere">{email}</p>}
      primary={primary}
      acts={acts}
      factsLast
      facts={<MessageFacts message={message} />}
    >
      {dialogs}
      <section aria-label="The message" className="rounded-lg border border-line bg-surface p-4">
        <p className="max-w-line whitespace-pre-line wrap-anywhere">{message.message}</p>
      </section>
      {isAnswerable && <AnswerBox message={message} draft={draft} onDraft={setDraft} />}
      <Timeline entries={entriesOf(message, isAnswerable ? setDraft : null)} filters={messageFilters}>
        {mayWrite && <NoteBox onWrite={(text) => write({ id, body: { text } })} />}
      </Timeline>
    </RecordPage>
  );
}
