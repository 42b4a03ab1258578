/**
 * Edits the text of emails for staff. Each change creates a version, and names the version it is based on.
 */
import * as audit from '#platform/audit.ts';
import { assertUnchanged } from '#platform/changed-meanwhile.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import { assertOwn, type OwnTexts } from './words.ts';
import * as store from './words-store.ts';

type Edit = { kind: string; texts: OwnTexts; version: number };

/** Throws `not_found`, `invalid_request` and `changed_meanwhile`. */
export async function editWords(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  caller: Person,
  { kind, texts, version }: Edit,
): Promise<void> {
  assertOwn(kind, texts);
  await deps.db.transaction().execute(async (tx) => {
    await store.lock(tx, kind);
    const before = await store.newest(tx, kind);
    assertUnchanged(
      { version: before?.version ?? 0, changedAt: before?.at ?? null, changedBy: before?.by ?? null },
      version,
    );
    await store.insert(tx, { kind, version: version + 1, texts, by: caller.userId, now: deps.clock.now() });
    const isOurs = Object.keys(texts).length === 0;
    await audit.recordStaffAct(tx, deps, caller, {
      action: isOurs ? 'email_words_ours_again' : 'email_words_changed',
      object: kind,
      before: before?.texts ?? {},
      after: texts,
      detail: { version: version + 1 },
    });
  });
}
