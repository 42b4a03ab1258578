/**
 * Edits the text of emails for staff. Each change creates a version, and names the version it is based on.
 */
import { saveVersion } from '#modules/versions/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { assertOwn, type OwnTexts } from './words.ts';
import { wordsHistory } from './words-store.ts';

type Edit = { kind: string; texts: OwnTexts; version: number };

/** Throws `not_found`, `invalid_request` and `changed_meanwhile`. */
export async function editWords(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  caller: Person,
  { kind, texts, version }: Edit,
): Promise<void> {
  assertOwn(kind, texts);
  await saveVersion(deps, caller, wordsHistory, {
    object: kind,
    version,
    content: { texts },
    toAct: (newest) => ({
      action: Object.keys(texts).length === 0 ? 'email_words_ours_again' : 'email_words_changed',
      object: kind,
      before: newest?.texts ?? {},
      after: texts,
    }),
  });
}
