/**
 * The reply box of a message. It has the focus when the message opens, Ctrl+Enter sends, and sending can be
 * undone for 8 seconds. If a coworker replied first, the server rejects the reply and the text stays.
 */
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { fillPlaces } from '#kernel/answer-places.ts';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { UnsavedGuard } from '#web/features/admin/form/unsaved-guard.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import {
  type Message,
  useStaffMessageAnswerMutation,
  useStaffMessageQuery,
  useStaffTemplatesQuery,
} from './calls.ts';

type AnswerBoxProps = { message: Message; draft: string; onDraft: (text: string) => void };

function useAnswer(message: Message, draft: string, onDraft: (text: string) => void) {
  const [closes, setCloses] = useState(true);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = useAct();
  const [send] = useStaffMessageAnswerMutation();
  const { refetch } = useStaffMessageQuery(message.id);
  const answer = async () => {
    const text = draft.trim();
    if (text === '') return setRefusal('Write reply');
    setRefusal(null);
    const body = { text, close: closes, version: message.version };
    const outcome = await act.run(body, (key) => send({ id: message.id, key, body }));
    if (outcome?.kind === 'done') onDraft('');
    if (outcome?.kind === 'refused') setRefusal(outcome.error.message);
    if (outcome?.kind === 'changed') {
      await refetch();
      setRefusal(`${outcome.error.message}. Review the message before you send the reply.`);
    }
  };
  return { closes, setCloses, refusal, isBusy: act.isBusy, answer };
}

export function AnswerBox({ message, draft, onDraft }: AnswerBoxProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { closes, setCloses, refusal, isBusy, answer } = useAnswer(message, draft, onDraft);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void answer();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void answer();
  };
  return (
    <form aria-label="Reply" className="grid gap-3" onSubmit={onSubmit}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          Reply to {message.firstName || message.email}
        </label>
        <Templates
          onChosen={(text) => {
            onDraft(draft.trim() === '' ? text : `${draft.trimEnd()}\n\n${text}`);
            box.current?.focus();
          }}
          message={message}
        />
      </div>
      <LongText
        ref={box}
        id={id}
        rows={5}
        maxLength={5_000}
        value={draft}
        aria-describedby={`${id}-where`}
        onChange={({ target }) => onDraft(target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-where`} className="text-xs text-muted">
        The reply is sent by email with the original message below it. Further emails from{' '}
        {message.firstName || 'the customer'} go to {message.answersArriveAt} and are not shown here.
      </p>
      {refusal !== null && (
        <Notice tone="danger" role="alert">
          <p>{refusal}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="small" isBusy={isBusy}>
          Send reply
          <KeyHint keys="Mod+Enter" />
        </Button>
        {message.state === 'open' && (
          <label className="flex min-h-6 items-center gap-2.5">
            <input
              type="checkbox"
              className="tick-box"
              checked={closes}
              onChange={({ target }) => setCloses(target.checked)}
            />
            Close message after sending
          </label>
        )}
      </div>
      <UnsavedGuard isDirty={draft.trim() !== ''} />
    </form>
  );
}

function Templates({ message, onChosen }: { message: Message; onChosen: (text: string) => void }) {
  const { data: templates = [] } = useStaffTemplatesQuery();
  if (templates.length === 0) return null;
  return (
    <Select
      aria-label="Use template"
      className="min-h-9 text-sm"
      value=""
      onChange={({ target }) => {
        const template = templates.find(({ id }) => id === target.value);
        if (template !== undefined) onChosen(fillPlaces(template.text, message));
      }}
    >
      <option value="">Template…</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
