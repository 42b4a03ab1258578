/** Creates, edits, or deletes a reply template. */
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { TemplateDraft, TemplateEdit } from '#contract/admin/messages.ts';
import { fillPlaces } from '#kernel/answer-places.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Section } from '#web/features/admin/form/editor-frame.tsx';
import {
  type FieldsOf,
  formOf,
  longTextField,
  TableFields,
  textField,
} from '#web/features/admin/form/field-table.tsx';
import { EditRecord, NewRecord, type RecordForm } from '#web/features/admin/form/record-form.tsx';
import type { Editor } from '#web/features/admin/form/use-editor.ts';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  type Template,
  useStaffTemplateCreationMutation,
  useStaffTemplateDeletionMutation,
  useStaffTemplateEditMutation,
  useStaffTemplatesQuery,
} from './calls.ts';

const table = {
  name: textField('Name', { hint: 'Visible to the team only.' }),
  text: longTextField('Text', { rows: 8, fresh: 'Hello {firstName},\n\n' }),
};
type TemplateFields = FieldsOf<typeof table>;

const form: RecordForm<TemplateFields, Template> = {
  area: { path: 'messages/templates', title: 'Templates' },
  permission: 'messages.write',
  one: 'template',
  ...formOf(table),
  edit: TemplateEdit,
  draft: TemplateDraft,
  namesOf: () => ({}),
};

export function TemplatePage() {
  const { id = '' } = useParams();
  const query = useStaffTemplatesQuery();
  const reload = async () => {
    const template = (await query.refetch().unwrap()).find((candidate) => candidate.id === id);
    if (template === undefined) throw new Error('the template is gone');
    return template;
  };
  return (
    <Loaded what="The template" query={query} isPage skeleton={<RecordSkeleton />}>
      {(templates) => {
        const template = templates.find((candidate) => candidate.id === id);
        return template === undefined ? (
          <NoSuchScreen />
        ) : (
          <EditTemplate key={id} template={template} reload={reload} />
        );
      }}
    </Loaded>
  );
}

function EditTemplate({ template, reload }: { template: Template; reload: () => Promise<Template> }) {
  const [edit] = useStaffTemplateEditMutation();
  return (
    <EditRecord
      form={form}
      record={template}
      reload={reload}
      send={(body) => edit({ id: template.id, body: body as never })}
      title={template.name}
      mark={null}
      count="For replies to messages"
      actions={() => <DeleteTemplate template={template} />}
      aside={({ fields }) => <Preview text={fields.text} />}
    >
      {(editor) => <TemplateForm editor={editor} />}
    </EditRecord>
  );
}

export function NewTemplate() {
  const [create] = useStaffTemplateCreationMutation();
  return (
    <NewRecord
      form={form}
      send={(body) => create({ body: body as never })}
      aside={({ fields }) => <Preview text={fields.text} />}
    >
      {(editor) => <TemplateForm editor={editor} />}
    </NewRecord>
  );
}

const TemplateForm = ({ editor }: { editor: Editor<TemplateFields> }) => (
  <Section title="Template" hint="{firstName} and {lastName} are replaced with the sender’s name.">
    <TableFields table={table} editor={editor} rows={['name', 'text']} />
  </Section>
);

const Preview = ({ text }: { text: string }) => (
  <section aria-label="Preview for Kofi Mensah" className="rounded-lg border border-line bg-surface p-4">
    <p className="mb-2 text-xs text-muted">Preview for Kofi Mensah</p>
    <p className="whitespace-pre-line wrap-anywhere">
      {fillPlaces(text, { firstName: 'Kofi', lastName: 'Mensah' })}
    </p>
  </section>
);

function DeleteTemplate({ template: { id, name } }: { template: Template }) {
  const may = useMay('messages.write');
  const act = useAct();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [deleteTemplate] = useStaffTemplateDeletionMutation();
  if (!may) return null;
  const confirm = async () => {
    const outcome = await act.run(id, () => deleteTemplate(id));
    if (outcome?.kind !== 'done') return;
    toasts.success('Template deleted');
    void navigate('/admin/messages/templates', { replace: true });
  };
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ActDialog
        title="Delete template?"
        action={`Delete “${name}”`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        act={act}
        onConfirm={() => void confirm()}
      >
        <p>Replies you have sent stay unchanged.</p>
      </ActDialog>
    </>
  );
}
