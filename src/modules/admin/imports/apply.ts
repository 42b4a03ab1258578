/** Imports a file that was checked: every row in one transaction, or none. */
import type * as contract from '#contract/admin/imports.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';
import type { ImportDeps, ImportKind } from './kind.ts';
import { type Compared, compare, countsOf, hashOf, type UploadedFile } from './plan.ts';

/**
 * Throws `import_unreadable`, `changed_meanwhile` if a record has changed since the check, and
 * `import_refused`.
 */
export async function importFile<Draft>(
  { db, ...deps }: ImportDeps,
  caller: Person,
  kind: ImportKind<Draft>,
  { plan, ...file }: UploadedFile & { plan: string },
): Promise<Handled<typeof contract.staffImportProducts>> {
  // Read before the transaction, because a large file takes a while and must not hold locks.
  const read = await kind.read(deps, file.content, file.name);
  return db.transaction().execute(async (tx) => {
    const comparison = await compare(tx, kind, file, read);
    if (comparison.plan !== plan)
      throw new DomainError(
        'changed_meanwhile',
        'Records in this file have changed since you checked it. Nothing was imported',
      );
    for (const row of inOrder(comparison.rows)) await saveRow(tx, deps, caller, kind, row);
    const counts = countsOf(comparison.rows);
    await audit.recordStaffAct(tx, deps, caller, {
      action: `${kind.name}_imported`,
      object: kind.name,
      after: { file: file.name },
      detail: { ...counts, sha256: hashOf(file.content) },
    });
    return counts;
  });
}

/**
 * Orders existing records by key, so that concurrent imports lock them in the same order. New records keep
 * the order of the file.
 */
function inOrder<Draft>(rows: Compared<Draft>[]): Compared<Draft>[] {
  const existing = rows.filter(({ stored }) => stored !== null).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return [...existing, ...rows.filter(({ stored }) => stored === null)];
}

async function saveRow<Draft>(
  tx: Tx,
  deps: Omit<ImportDeps, 'db'>,
  caller: Person,
  kind: ImportKind<Draft>,
  row: Compared<Draft>,
): Promise<void> {
  if (row.outcome === 'same') return;
  if (row.draft === null || row.outcome === 'refused') throw refusal(row, row.problems[0]?.message ?? '');
  try {
    await kind.save(tx, deps, caller, row.draft, row.stored);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'changed_meanwhile') throw error;
    throw refusal(row, error.message);
  }
}

const refusal = ({ row, file }: Compared<unknown>, message: string): DomainError =>
  new DomainError('import_refused', `Nothing was imported. ${file || `Row ${row}`}: ${message}`);
