/**
 * Previews an email with sample data, as HTML in a sandboxed frame and as plain text. Can send a test to the
 * user.
 */
import { useEffect, useState } from 'react';
import { EmailTextsEdit } from '#contract/admin/email-texts.ts';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type EmailPreview, useStaffEmailPreviewQuery, useStaffEmailTestMutation } from './calls.ts';

type PreviewProps = { kind: string; samples: readonly string[]; texts: Record<string, string> };

export function EmailPreviewPart({ kind, samples, texts }: PreviewProps) {
  const [sample, setSample] = useState(samples[0] ?? '');
  const written = useLastRight(texts);
  const draft = { kind, body: { texts: written, sample } };
  const query = useStaffEmailPreviewQuery(draft);
  return (
    <section aria-label="Preview" className="grid gap-3">
      {samples.length > 1 && (
        <Field label="Sample">
          {(control) => (
            <Select {...control} value={sample} onChange={({ target }) => setSample(target.value)}>
              {samples.map((sample) => (
                <option key={sample}>{sample}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Loaded what="Preview" query={query} skeleton={<Skeleton className="h-96" />}>
        {(preview) => <Shown preview={preview} />}
      </Loaded>
      <SendTest draft={draft} />
    </section>
  );
}

const pauseMs = 400;

/**
 * The latest valid texts, updated after a pause in typing. While a text is invalid, the previous valid texts
 * remain.
 */
function useLastRight(texts: Record<string, string>): Record<string, string> {
  const [right, setRight] = useState(texts);
  useEffect(() => {
    const timer = setTimeout(
      () => EmailTextsEdit.shape.texts.safeParse(texts).success && setRight(texts),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [texts]);
  return right;
}

function Shown({ preview: { subject, text, address } }: { preview: EmailPreview }) {
  const [isPlain, setPlain] = useState(false);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-semibold wrap-anywhere">{subject}</p>
        <fieldset className="flex gap-1.5">
          <legend className="sr-only">Format</legend>
          {[false, true].map((plain) => (
            <button
              key={String(plain)}
              type="button"
              aria-pressed={isPlain === plain}
              className="min-h-8 rounded-full border border-line px-3 text-xs font-medium text-muted hover:border-field hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
              onClick={() => setPlain(plain)}
            >
              {plain ? 'Plain text' : 'HTML'}
            </button>
          ))}
        </fieldset>
      </div>
      {isPlain ? (
        <pre className="rounded-lg border border-line bg-surface p-4 text-xs whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      ) : (
        <iframe
          key={address}
          title={`Preview: ${subject}`}
          src={address}
          sandbox=""
          className="h-150 w-full rounded-lg border border-line bg-surface"
        />
      )}
    </div>
  );
}

function SendTest({ draft }: { draft: Parameters<ReturnType<typeof useStaffEmailTestMutation>[0]>[0] }) {
  const mayWrite = useMay('content.write');
  const act = useAct();
  const [send] = useStaffEmailTestMutation();
  if (!mayWrite) return null;
  const press = async () => {
    const outcome = await act.run(null, () => send(draft));
    if (outcome?.kind === 'done') toasts.success(`Test email sent to ${outcome.data.to}`);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" variant="secondary" isBusy={act.isBusy} onClick={() => void press()}>
        Send test to me
      </Button>
      {act.problem && (
        <Notice tone="danger" role="alert">
          <p>{act.problem.message}</p>
        </Notice>
      )}
    </div>
  );
}
