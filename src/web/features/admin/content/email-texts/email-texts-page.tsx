/**
 * Edits the texts of one kind of email: the built-in text with its replacement, a preview, a test email, and
 * earlier versions.
 */
import { useParams } from 'react-router';
import { EmailTextsEdit } from '#contract/admin/email-texts.ts';
import { EditorFrame, Section } from '#web/features/admin/form/editor-frame.tsx';
import { type Editor, useEditor } from '#web/features/admin/form/use-editor.ts';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { LastChange } from '#web/features/admin/form/version-history.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { EmailPreviewPart } from './email-preview.tsx';
import { type EmailTexts, useStaffEmailTextsEditMutation, useStaffEmailTextsQuery } from './calls.ts';
import { EmailVersions, formatOwnTexts } from './email-versions.tsx';

/** Replacements by built-in text; empty if the built-in text is used. */
export type Texts = Record<string, string>;

const area = { path: 'content/email-texts', title: 'Email texts' };

export function EmailTextsPage() {
  const { kind = '' } = useParams();
  const query = useStaffEmailTextsQuery(kind);
  return (
    <Loaded what="The email" query={query} isPage skeleton={<RecordSkeleton />}>
      {(email) => <EditTexts key={email.kind} email={email} reload={() => query.refetch().unwrap()} />}
    </Loaded>
  );
}

const textsOf = ({ parts }: EmailTexts): Texts =>
  Object.fromEntries(parts.map(({ ours, theirs }) => [ours, theirs]));

function EditTexts({ email, reload }: { email: EmailTexts; reload: () => Promise<EmailTexts> }) {
  const [edit] = useStaffEmailTextsEditMutation();
  const editor = useEditor<Texts, EmailTexts>({
    record: email,
    fieldsOf: textsOf,
    toBody: (texts, { version }) => ({ texts, version }),
    schema: EmailTextsEdit,
    send: (body) => edit({ kind: email.kind, body: body as never }),
    reload,
    onSaved: ({ own }) =>
      toasts.success(own === 0 ? 'Default texts restored' : 'Saved. New emails use these texts'),
  });
  const { changed, own } = email;
  return (
    <EditorFrame
      area={area}
      permission="content.write"
      title={email.title}
      mark={<Badge tone={own > 0 ? 'credit' : 'plain'}>{formatOwnTexts(own)}</Badge>}
      below={<LastChange changed={changed} />}
      action="Save"
      labels={Object.fromEntries(email.parts.map(({ ours }) => [ours, ours]))}
      editor={editor}
      by={changed?.by ?? undefined}
      aside={
        <>
          <EmailPreviewPart kind={email.kind} samples={email.samples} texts={editor.fields} />
          <EmailVersions
            email={email}
            onUse={(texts) => fillEditor(editor, email, texts)}
            onBack={() => void editor.save(Object.fromEntries(email.parts.map(({ ours }) => [ours, ''])))}
          />
        </>
      }
    >
      <Section
        title="Email content"
        hint="An empty field uses the default text shown above it. Values in braces are filled in automatically."
      >
        {email.parts.map((part, place) => (
          <Part
            key={part.ours}
            part={part}
            label={part.isSubject ? 'Subject' : `Text ${place + 1}`}
            editor={editor}
          />
        ))}
      </Section>
      {email.unused.length > 0 && <Unused texts={email.unused} />}
    </EditorFrame>
  );
}

function fillEditor(editor: Editor<Texts>, { parts }: EmailTexts, texts: Texts): void {
  for (const { ours } of parts) editor.set(ours, texts[ours] ?? '');
}

type PartProps = { part: EmailTexts['parts'][number]; label: string; editor: Editor<Texts> };

function Part({ part: { ours, places }, label, editor: { fields, set, errors } }: PartProps) {
  const mayWrite = useMay('content.write');
  const error = errors[`texts.${ours}`];
  const value = fields[ours] ?? '';
  return (
    <div className="grid gap-1.5">
      <p className="rounded-md bg-sunk px-3 py-2 wrap-anywhere">{ours}</p>
      <Field
        label={label}
        {...(places.length === 0
          ? {}
          : { hint: `Placeholders: ${places.map((name) => `{${name}}`).join(', ')}` })}
        {...(error === undefined ? {} : { error })}
      >
        {(control) => (
          <LongText
            {...control}
            rows={2}
            placeholder="Default text"
            className="min-h-14"
            value={value}
            onChange={({ target }) => set(ours, target.value)}
          />
        )}
      </Field>
      {mayWrite && value === '' && (
        <p>
          <Button size="small" variant="text" className="px-0" onClick={() => set(ours, ours)}>
            Copy default text<span className="sr-only">: {label}</span>
          </Button>
        </p>
      )}
    </div>
  );
}

const Unused = ({ texts }: { texts: EmailTexts['unused'] }) => (
  <Section
    title="Unused texts"
    hint="The default texts have changed, so these custom texts have no effect. They are removed the next time you save."
  >
    <ul className="grid gap-3">
      {texts.map(({ ours, theirs }) => (
        <li key={ours}>
          <p className="text-muted line-through wrap-anywhere">{ours}</p>
          <p className="wrap-anywhere">{theirs}</p>
        </li>
      ))}
    </ul>
  </Section>
);
