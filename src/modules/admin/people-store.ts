/** SQL for what only an operator may do to an account. */
import type { StaffRole } from '#kernel/permissions.ts';
import type { Tx } from '#platform/database.ts';

/** Nothing on the wire leads here. */
export async function makeStaff(tx: Tx, id: string, role: StaffRole): Promise<void> {
  await tx.updateTable('app_user').set({ role }).where('id', '=', id).execute();
}

/** Null: open again. */
export async function setDisabled(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.updateTable('app_user').set({ disabled_at: at }).where('id', '=', id).execute();
}
