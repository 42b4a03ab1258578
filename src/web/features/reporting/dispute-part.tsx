/** "Report a mistake": the owner's dispute, and our reply within 30 days. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { disputeReport } from '#contract/reporting.ts';
import { formatDate } from '#kernel/dates.ts';
import { refusalText } from '#web/session/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type Report, useDisputeMutation } from './reporting-api.ts';

export function DisputePart({ report }: { report: Report }) {
  const [isOpen, setOpen] = useState(false);
  const { dispute, sentAt } = report;
  const isWaiting = dispute !== null && dispute.answer === null;
  return (
    <>
      {dispute !== null && <DisputeDetails dispute={dispute} />}
      {sentAt !== null && !isWaiting && !isOpen && (
        <div>
          <Button variant="text" size="small" onClick={() => setOpen(true)}>
            Report a mistake
          </Button>
        </div>
      )}
      {isOpen && !isWaiting && <DisputeForm id={report.id} onClose={() => setOpen(false)} />}
    </>
  );
}

const DisputeDetails = ({
  dispute: { openedAt, answerBy, message, answer },
}: {
  dispute: NonNullable<Report['dispute']>;
}) => (
  <Notice
    tone={answer === null ? 'info' : 'ok'}
    title={answer === null ? `We will reply by ${formatDate(answerBy)}` : 'Our answer'}
  >
    {answer !== null && <p className="whitespace-pre-line wrap-anywhere">{answer}</p>}
    <p className="text-sm">
      You wrote on {formatDate(openedAt)}:{' '}
      <span className="whitespace-pre-line wrap-anywhere">{message}</span>
    </p>
  </Notice>
);

type Form = z.input<typeof disputeReport.body>;

function DisputeForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [send, { isLoading }] = useDisputeMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Form>({ resolver: zodResolver(disputeReport.body), defaultValues: { message: '' } });
  const submit = form.handleSubmit(async ({ message }) => {
    if (isLoading) return;
    const refused = await send({ id, message })
      .unwrap()
      .then(() => null, refusalText);
    setProblem(refused);
    if (refused !== null) return void toasts.error(refused, 'factiiv');
    toasts.success('Sent. We will reply within 30 days', 'factiiv');
    onClose();
  });
  return (
    <form aria-label="Report a mistake" className="grid gap-4" onSubmit={submit} noValidate>
      {problem !== null && (
        <Notice tone="danger">
          <p>{problem}</p>
        </Notice>
      )}
      <Field
        label="What is wrong?"
        hint="For example the amount, the date, or that it was refunded."
        error={form.formState.errors.message?.message}
      >
        {(control) => <TextArea rows={4} maxLength={1_000} {...control} {...form.register('message')} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={isLoading}>
          Send
        </Button>
        <Button variant="text" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
