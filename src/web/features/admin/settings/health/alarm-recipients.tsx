/** Recipients of alarms: email addresses and webhook addresses. */
import { type FormEvent, useState } from 'react';
import { NewAlarmRecipient } from '#contract/admin/health.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  type Recipient,
  useStaffAlarmRecipientAdditionMutation,
  useStaffAlarmRecipientRemovalMutation,
  useStaffAlarmRecipientsQuery,
  useStaffAlarmRecipientTryMutation,
} from './calls.ts';

const pollMs = 10_000;

export function AlarmRecipients() {
  const query = useStaffAlarmRecipientsQuery(undefined, {
    pollingInterval: pollMs,
    refetchOnMountOrArgChange: true,
  });
  const mayWrite = useMay('settings.write');
  return (
    <section aria-labelledby="told" className="grid gap-3">
      <div>
        <h2 id="told" className="font-sans text-base font-semibold">
          Alarm recipients
        </h2>
        <p className="text-sm text-muted">
          Each recipient gets each alarm once, within a minute. An alarm that occurs again after it was
          resolved is sent again.
        </p>
      </div>
      <Loaded what="Alarm recipients" query={query} skeleton={<Skeleton className="h-24" />}>
        {(recipients) => <Recipients recipients={recipients} mayWrite={mayWrite} />}
      </Loaded>
      {mayWrite && <AddRecipient />}
    </section>
  );
}

const Recipients = ({ recipients, mayWrite }: { recipients: Recipient[]; mayWrite: boolean }) =>
  recipients.length === 0 ? (
    <p className="rounded-lg border border-dashed border-line px-6 py-6 text-muted">
      No recipients yet. Alarms are only visible in the console.
    </p>
  ) : (
    <ul className="overflow-hidden rounded-lg border border-line bg-surface text-sm">
      {recipients.map((recipient) => (
        <li
          key={recipient.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line px-4 py-2.5 not-last:border-b"
        >
          <div className="min-w-0 grow">
            <p className="font-medium wrap-anywhere">{recipient.address}</p>
            <p className="text-xs text-muted">
              {recipient.kind === 'email' ? 'Email' : 'Webhook'}, added by {recipient.by}
              {recipient.lastToldAt !== null && (
                <>
                  {' · Last sent '}
                  <Moment at={recipient.lastToldAt} full />
                </>
              )}
            </p>
            {recipient.problem !== '' && (
              <p className="text-xs text-danger wrap-anywhere">
                The last alarm was not delivered: {recipient.problem}. Delivery is retried for 24 hours.
              </p>
            )}
          </div>
          {mayWrite && <RecipientActs recipient={recipient} />}
        </li>
      ))}
    </ul>
  );

function RecipientActs({ recipient: { id, address } }: { recipient: Recipient }) {
  const [isAsking, setAsking] = useState(false);
  const trying = useAct();
  const removing = useAct();
  const [sendTest] = useStaffAlarmRecipientTryMutation();
  const [remove] = useStaffAlarmRecipientRemovalMutation();
  const onTry = async () => {
    const outcome = await trying.run(null, () => sendTest(id));
    if (outcome?.kind === 'done') toasts.success(`Test alarm sent to ${address}`);
    if (outcome?.kind === 'refused') toasts.error(outcome.error.message);
  };
  const onRemove = async () => {
    const outcome = await removing.run(id, () => remove(id));
    if (outcome?.kind === 'done') toasts.success(`${address} removed from alarm recipients`);
  };
  return (
    <>
      <Button size="small" variant="secondary" isBusy={trying.isBusy} onClick={() => void onTry()}>
        Send test<span className="sr-only"> to {address}</span>
      </Button>
      <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
        Remove<span className="sr-only"> {address}</span>
      </Button>
      <ActDialog
        title={`Remove ${address}?`}
        action={`Remove ${address}`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        act={removing}
        onConfirm={() => void onRemove()}
      >
        <p>Pending alarms are not sent to this address either.</p>
      </ActDialog>
    </>
  );
}

function AddRecipient() {
  const [kind, setKind] = useState<Recipient['kind']>('email');
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const act = useAct();
  const [add] = useStaffAlarmRecipientAdditionMutation();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = NewAlarmRecipient.safeParse({ kind, address });
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? 'Enter an address');
    const outcome = await act.run(checked.data, () => add({ body: checked.data }));
    if (outcome?.kind === 'refused') setError(outcome.error.message);
    if (outcome?.kind !== 'done') return;
    setAddress('');
    toasts.success(`${outcome.data.address} added to alarm recipients`);
  };
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-4 gap-y-2"
      onSubmit={(event) => void onSubmit(event)}
    >
      <div className="w-full sm:w-48">
        <Field label="Method">
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={({ target }) => setKind(target.value as Recipient['kind'])}
            >
              <option value="email">Email</option>
              <option value="webhook">Webhook</option>
            </Select>
          )}
        </Field>
      </div>
      <div className="min-w-0 grow basis-64">
        <Field
          label={kind === 'email' ? 'Email address' : 'Webhook URL'}
          {...(kind === 'email'
            ? {}
            : { hint: 'Starts with https:// and receives each alarm as JSON. Chat apps show its text.' })}
          {...(error === null ? {} : { error })}
        >
          {(control) => (
            <TextInput
              {...control}
              type={kind === 'email' ? 'email' : 'url'}
              autoComplete="off"
              value={address}
              onChange={({ target }) => {
                setAddress(target.value);
                setError(null);
              }}
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="small" className="mt-7" isBusy={act.isBusy}>
        Add
      </Button>
    </form>
  );
}
