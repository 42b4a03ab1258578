/**
 * The job that writes a list to the file store in parts and notifies the requester. Each attempt writes under
 * separate names, recorded before each part. The next attempt cleans up after one that died, and a stalled
 * one cannot write into its successor's file.
 */
import { mayDo } from '#kernel/permissions.ts';
import { tableOf } from '#modules/admin/lists/export.ts';
import { staffPersonOf } from '#modules/admin/staff-person.ts';
import { listFileEmail } from '#modules/mail/emails/staff.ts';
import { senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import { csvBytes, type CsvTable } from '#platform/csv.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Attempt } from '#platform/jobs.ts';
import { kindOf } from './kinds.ts';
import { storedForMs, partOf } from './service.ts';
import * as store from './store.ts';

/** A part is held in memory while it is written or read. */
const partBytes = 4_000_000;

export async function makeListFile(
  deps: Deps,
  fileId: string,
  { signal }: Pick<Attempt, 'signal'>,
): Promise<void> {
  const { db, clock } = deps;
  const file = await store.find(db, fileId);
  if (file === null || file.state !== 'waiting') return;
  const kind = kindOf(file.list);
  const person = await staffPersonOf(db, file.madeBy);
  if (person === null || !mayDo(person.role, kind.permission)) return store.refuse(db, fileId);
  if (!(await store.beginTry(db, file))) throw new Error(`${fileId} is being written by another worker`);
  await removeParts(deps, file);
  const ofTry = file.try + 1;
  const { table, rows } = counted(tableOf(deps, kind.asFile(deps, file.query)));
  let part = 0;
  for await (const bytes of inParts(csvBytes(table))) {
    if (signal.aborted) throw new Error(`${fileId} was interrupted and is requeued`);
    if (!(await store.addPart(db, fileId, ofTry)))
      throw new Error(`${fileId} is being written by another worker`);
    part += 1;
    await deps.files.write(partOf(file, ofTry, part), bytes, 'text/csv; charset=utf-8');
  }
  await db.transaction().execute(async (tx) => {
    const at = clock.now();
    const until = new Date(at.getTime() + storedForMs);
    if (!(await store.finish(tx, fileId, ofTry, { rows: rows(), at, until }))) return;
    const { email: to, firstName } = person;
    const email = listFileEmail({ ...file, rows: rows(), until, firstName, ...senderOf(deps) });
    await mail.queue(tx, deps, { kind: 'list_file', orderId: null, to, email });
  });
}

function counted({ head, batches }: CsvTable): { table: CsvTable; rows: () => number } {
  let count = 0;
  async function* through() {
    for await (const rows of batches) {
      count += rows.length;
      yield rows;
    }
  }
  return { table: { head, batches: through() }, rows: () => count };
}

/** Joins chunks into parts of at least `atLeastBytes`; only the last may be smaller. */
export async function* inParts(
  pieces: AsyncIterable<Uint8Array>,
  atLeastBytes = partBytes,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.byteLength;
    if (size < atLeastBytes) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

async function removeParts({ files }: Pick<Deps, 'files'>, file: store.ListFile): Promise<void> {
  for (let part = 1; part <= file.parts; part += 1) await files.remove(partOf(file, file.try, part));
}

/**
 * Deletes expired files, parts before rows. Returns the number of files. Idempotent and safe to interrupt.
 */
export async function deleteOldListFiles(deps: Pick<Deps, 'db' | 'files' | 'clock'>): Promise<number> {
  const expired = await store.listExpired(deps.db, deps.clock.now());
  for (const file of expired) {
    await removeParts(deps, file);
    await store.remove(deps.db, file.id);
  }
  return expired.length;
}
