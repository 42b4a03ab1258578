/** SQL for account changes that only an operator may make. */
import type { StaffRole } from '#kernel/permissions.ts';
import type { Tx } from '#platform/database.ts';

/** Not reachable through the API. */
export async function makeStaff(tx: Tx, id: string, role: StaffRole): Promise<void> {
  await tx.updateTable('app_user').set({ role }).where('id', '=', id).execute();
}

/** `at` null enables the account again. */
export async function setDisabled(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.updateTable('app_user').set({ disabled_at: at }).where('id', '=', id).execute();
}
