/** SQL for what only an operator may do to an account. */
import type { Tx } from '#platform/database.ts';

/** Nothing on the wire leads here. */
export async function makeAdministrator(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('app_user').set({ role: 'admin' }).where('id', '=', id).execute();
}

/** Null: open again. */
export async function setDisabled(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.updateTable('app_user').set({ disabled_at: at }).where('id', '=', id).execute();
}
