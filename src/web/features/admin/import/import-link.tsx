/** Link from a list to its import, for users with write permission. */
import type { Permission } from '#kernel/permissions.ts';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export const ImportLink = ({ to, permission }: { to: string; permission: Permission }) =>
  useMay(permission) ? (
    <ButtonLink size="small" variant="secondary" to={to}>
      <ConsoleIcon name="upload" className="size-4" />
      Import
    </ButtonLink>
  ) : null;
