/**
 * Requests a list as a file by email, and downloads it. Only the requester can download it, while they have
 * the permission.
 */
import type * as contract from '#contract/admin/exports.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { mayDo } from '#kernel/permissions.ts';
import { retentionOf } from '#kernel/retention.ts';
import { fileNameOf, recordExport } from '#modules/admin/lists/export.ts';
import * as audit from '#platform/audit.ts';
import type { CsvFile } from '#platform/csv.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { kindOf, type ExportRequest } from './kinds.ts';
import * as store from './store.ts';

type Wire = Handled<typeof contract.staffReadListFile>;

/** Counted from when the file is ready, or from the request if it never gets ready. */
export const storedForMs = retentionOf.listFileDays * 86_400_000;

/** The storage key of a part. */
export const partOf = ({ id }: Pick<store.ListFile, 'id'>, ofTry: number, part: number): string =>
  `export/${id}/${ofTry}-${part}.csv`;

/** Recorded in the audit log like a direct download. */
export async function emailList(deps: Deps, caller: Person, request: ExportRequest): Promise<Wire> {
  const { db, clock, jobs } = deps;
  const { list } = kindOf(request.list).asFile(deps, request.query);
  const id = freshId('exp');
  const at = clock.now();
  await db.transaction().execute(async (tx) => {
    const file = { id, wanted: request, madeBy: caller.userId, at, fileName: fileNameOf(deps, list.name) };
    await store.insert(tx, { ...file, until: new Date(at.getTime() + storedForMs) });
    await jobs.enqueue(tx, 'make-list-file', { fileId: id });
    await recordExport(
      tx,
      deps,
      caller,
      { name: list.name, filter: list.filter, sort: list.sort.name },
      { byEmail: true, file: id },
    );
  });
  return readListFile(deps, caller, id);
}

/** Throws `not_found`, also for another person's file and for an expired one. */
export const readListFile = async (deps: Deps, caller: Person, id: string): Promise<Wire> =>
  toWire(await findOwn(deps, caller, id));

/** Throws `not_found`, `permission_missing` and `export_not_ready`. */
export async function takeListFile(deps: Deps, caller: Person, id: string): Promise<CsvFile> {
  const file = await findOwn(deps, caller, id);
  if (!mayDo(caller.role, kindOf(file.list).permission)) throw new DomainError('permission_missing');
  if (file.state !== 'ready') throw new DomainError('export_not_ready');
  const entry = {
    actorId: caller.userId,
    action: 'list_file_taken',
    object: id,
    detail: { list: file.list },
  };
  await deps.db.transaction().execute((tx) => audit.record(tx, deps, entry));
  return { fileName: file.fileName, written: partsOf(deps, file) };
}

async function* partsOf({ files }: Pick<Deps, 'files'>, file: store.ListFile): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= file.parts; part += 1) {
    const content = await files.read(partOf(file, file.try, part));
    if (content === null) throw new Error(`part ${part} of ${file.id} is not in the file store`);
    yield content;
  }
}

async function findOwn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Person,
  id: string,
): Promise<store.ListFile> {
  const file = await store.find(db, id);
  if (file === null || file.madeBy !== caller.userId || file.until <= clock.now())
    throw new DomainError('not_found');
  return file;
}

const toWire = ({ id, list, state, askedAt, rows, readyAt, until }: store.ListFile): Wire => ({
  ...{ id, list, state, rows },
  askedAt: askedAt.toISOString(),
  readyAt: readyAt?.toISOString() ?? null,
  until: readyAt === null ? null : until.toISOString(),
});
