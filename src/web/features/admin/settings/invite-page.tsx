/** Invites a person to the team. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Invitation } from '#contract/admin/staff.ts';
import type { StaffRole } from '#kernel/permissions.ts';
import { EditorFrame, Section } from '#web/features/admin/form/editor-frame.tsx';
import {
  customField,
  type FieldsOf,
  formOf,
  TableFields,
  textField,
} from '#web/features/admin/form/field-table.tsx';
import { useEditor } from '#web/features/admin/form/use-editor.ts';
import * as toasts from '#web/ui/toasts.ts';
import { RoleChoice } from './role-choice.tsx';
import { type StaffRecord, useStaffInvitationMutation } from './calls.ts';

const invitation = {
  email: textField('Email'),
  firstName: textField('First name'),
  lastName: textField('Last name'),
  role: customField<StaffRole | ''>('Role', '', ({ value, error, onChange }) => (
    <RoleChoice value={value} error={error} onChange={onChange} />
  )),
};
const { labels, fresh, sharedBody } = formOf(invitation);

export function InvitePage() {
  const navigate = useNavigate();
  const [send] = useStaffInvitationMutation();
  const [invited, setInvited] = useState<StaffRecord | null>(null);
  const editor = useEditor<FieldsOf<typeof invitation>, StaffRecord | null>({
    record: null,
    fieldsOf: (record) => (record === null ? fresh : { ...fresh, email: record.email }),
    toBody: sharedBody,
    schema: Invitation,
    send: (body) => send({ body: body as never }),
    reload: async () => null,
    onSaved: setInvited,
  });
  // Runs after the form is marked as saved, so the unsaved-changes guard does not ask.
  useEffect(() => {
    if (invited === null) return;
    toasts.success(`Invitation sent to ${invited.email}`);
    void navigate(`/admin/settings/staff/${invited.id}`, { replace: true });
  }, [invited, navigate]);
  return (
    <EditorFrame
      area={{ path: 'settings/staff', title: 'Staff' }}
      permission="staff.write"
      title="Invite staff"
      action="Send invitation"
      labels={labels}
      editor={editor}
      aside={
        <p className="text-sm text-muted">
          The person gets an email with a single-use link to choose a password, valid for 24 hours. They can
          open the console after turning on two-factor log-in. Use an address without a customer account.
        </p>
      }
    >
      <Section title="Person">
        <TableFields table={invitation} editor={editor} rows={['email', ['firstName', 'lastName'], 'role']} />
      </Section>
    </EditorFrame>
  );
}
