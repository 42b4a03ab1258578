/** Email texts as the console reads and edits them, with previews and test emails. */
import type * as contract from '#contract/admin/email-texts.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { editWords } from '#modules/mail/edit-words.ts';
import * as mail from '#modules/mail/service.ts';
import * as words from '#modules/mail/words.ts';
import { wordsHistory } from '#modules/mail/words-store.ts';
import { changeOf, readVersions } from '#modules/versions/service.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { previewAddress } from './preview.ts';

type Row = Handled<typeof contract.staffListEmailTexts>['kinds'][number];
type Wire = Handled<typeof contract.staffReadEmailTexts>;

const versionsAtMost = 50;

const toRow = (kind: string, texts: words.OwnTexts, changed: Row['changed']): Row => {
  const { title, group } = words.kindNamed(kind);
  return {
    ...{ kind, title, group: kind === words.everyEmail ? 'All emails' : group },
    own: Object.keys(texts).length,
    changed,
  };
};

export async function listEmailTexts({ db }: Pick<Deps, 'db'>): Promise<{ kinds: Row[] }> {
  const newest = await wordsHistory.newestOfEach(db);
  return {
    kinds: [...words.wordedKinds.keys()].map((kind) => {
      const version = newest.get(kind);
      return toRow(kind, version?.texts ?? {}, changeOf(version));
    }),
  };
}

/** Throws `not_found`. */
export async function readEmailTexts({ db }: Pick<Deps, 'db'>, kind: string): Promise<Wire> {
  const parts = words.partsOf(kind);
  const { version, changed, versions } = await readVersions(db, wordsHistory, kind, versionsAtMost);
  const storedTexts = versions[0]?.texts ?? {};
  const ownTexts = new Set(parts.map((part) => part.ours));
  return {
    ...toRow(kind, storedTexts, changed),
    version,
    samples: Object.keys(words.kindNamed(kind).samples),
    parts: parts.map((part) => ({ ...part, theirs: storedTexts[part.ours] ?? '' })),
    unused: Object.entries(storedTexts).flatMap(([text, replacement]) =>
      ownTexts.has(text) ? [] : [{ ours: text, theirs: replacement }],
    ),
    versions: versions.map(({ by, ...rest }) => ({ ...rest, by: by ?? '' })),
  };
}

/** Throws the errors of `editWords`. */
export async function editEmailTexts(
  deps: Deps,
  caller: Person,
  { params: { kind }, body }: Received<typeof contract.staffEditEmailTexts>,
): Promise<Wire> {
  await editWords(deps, caller, { kind, ...body });
  return readEmailTexts(deps, kind);
}

type Written = Pick<Received<typeof contract.staffPreviewEmail>, 'params' | 'body'>;

/** Throws `not_found` and `invalid_request`. */
export function previewEmail(
  deps: Deps,
  { params: { kind }, body }: Written,
): Handled<typeof contract.staffPreviewEmail> {
  const { subject, text } = words.sampleIn(deps, { kind, ...body });
  return { subject, text, address: previewAddress(deps, { kind, ...body }) };
}

/** Sends the test to the caller. Throws `not_found` and `invalid_request`. */
export async function sendTestEmail(
  { db, ...deps }: Deps,
  caller: Person,
  { params: { kind }, body }: Written,
): Promise<{ to: string }> {
  const { subject, text, html } = words.sampleIn(deps, { kind, ...body });
  await db.transaction().execute(async (tx) => {
    const email = { subject: `Test: ${subject}`, text, html };
    const mailId = await mail.queue(tx, deps, { kind: 'email_test', orderId: null, to: caller.email, email });
    await audit.record(tx, deps, {
      actorId: caller.userId,
      action: 'email_test_sent',
      object: kind,
      detail: { mail: mailId },
    });
  });
  return { to: caller.email };
}
