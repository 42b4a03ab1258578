/** Selects a role and shows its permissions. */
import { type StaffRole, staffRoleNames, staffRoles } from '#kernel/permissions.ts';
import { roleDescriptions } from './settings-parts.tsx';

type RoleChoiceProps = {
  value: StaffRole | '';
  error?: string | undefined;
  onChange: (role: StaffRole) => void;
};

export const RoleChoice = ({ value, error, onChange }: RoleChoiceProps) => (
  <fieldset className="grid gap-2" aria-describedby={error === undefined ? undefined : 'role-error'}>
    <legend className="mb-1 font-medium">Role</legend>
    {staffRoles.map((role) => (
      <label key={role} className="flex min-h-6 items-start gap-2.5">
        <input
          type="radio"
          name="role"
          className="mt-1 size-4 shrink-0"
          checked={value === role}
          aria-invalid={error !== undefined || undefined}
          onChange={() => onChange(role)}
        />
        <span>
          <span className="font-medium">{staffRoleNames[role]}</span>
          <span className="block text-sm text-muted">{roleDescriptions[role]}</span>
        </span>
      </label>
    ))}
    {error !== undefined && (
      <p id="role-error" role="alert" className="text-sm font-medium text-danger">
        {error}
      </p>
    )}
  </fieldset>
);
