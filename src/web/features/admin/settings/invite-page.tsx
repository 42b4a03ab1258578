/** Invites a person to the team. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Invitation } from '#contract/admin/staff.ts';
import type { StaffRole } from '#kernel/permissions.ts';
import { EditorFrame, Section, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { useEditor } from '#web/features/admin/form/use-editor.ts';
import * as toasts from '#web/ui/toasts.ts';
import { RoleChoice } from './role-choice.tsx';
import { type StaffRecord, useStaffInvitationMutation } from './calls.ts';

type InvitationFields = { email: string; firstName: string; lastName: string; role: StaffRole | '' };

const emptyInvitation: InvitationFields = { email: '', firstName: '', lastName: '', role: '' };
const labels: Record<keyof InvitationFields, string> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
};

export function InvitePage() {
  const navigate = useNavigate();
  const [send] = useStaffInvitationMutation();
  const [invited, setInvited] = useState<StaffRecord | null>(null);
  const editor = useEditor<InvitationFields, StaffRecord | null>({
    record: null,
    fieldsOf: (record) => (record === null ? emptyInvitation : { ...emptyInvitation, email: record.email }),
    toBody: (fields) => fields,
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
  const { fields, errors, set } = editor;
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
        <Typed
          label={labels.email}
          error={errors.email}
          value={fields.email}
          onChange={(email) => set('email', email)}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Typed
            label={labels.firstName}
            error={errors.firstName}
            value={fields.firstName}
            onChange={(name) => set('firstName', name)}
          />
          <Typed
            label={labels.lastName}
            error={errors.lastName}
            value={fields.lastName}
            onChange={(name) => set('lastName', name)}
          />
        </div>
        <RoleChoice value={fields.role} error={errors.role} onChange={(role) => set('role', role)} />
      </Section>
    </EditorFrame>
  );
}
