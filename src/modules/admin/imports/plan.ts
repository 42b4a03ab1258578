/**
 * Computes what a file would change. Each differing row is tried: saved in a transaction that is rolled back,
 * so that every validation rule applies. Rows run one at a time, so locks last no longer than one save.
 */
import { createHash } from 'node:crypto';
import type * as contract from '#contract/admin/imports.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import type { CsvCell } from '#platform/csv.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Person } from '#platform/mount.ts';
import type { Candidate, ImportDeps, ImportKind, Problem, ReadFile, Stored } from './kind.ts';
import { problemsOf } from './problems.ts';

type Wire = Handled<typeof contract.staffCheckProducts>;
type WireRow = Wire['rows'][number];

export type UploadedFile = { content: Uint8Array; name: string };

/** A file row with its stored record. */
export type Compared<Draft> = Candidate<Draft> & {
  stored: Stored<Draft> | null;
  outcome: WireRow['outcome'];
  changes: WireRow['changes'];
};

export type Comparison<Draft> = {
  rows: Compared<Draft>[];
  notImported: string[];
  /** A fingerprint that stays the same while the file and its records are unchanged. */
  plan: string;
};

/** Writes nothing to the database. */
export async function compare<Draft>(
  db: Database | Tx,
  kind: ImportKind<Draft>,
  file: UploadedFile,
  { candidates, notImported }: ReadFile<Draft>,
): Promise<Comparison<Draft>> {
  const stored = await kind.find(db, [...new Set(candidates.map(({ key }) => key))]);
  const rows = withoutDoubles(
    candidates.map((candidate) => compareOne(kind, candidate, stored.get(candidate.key) ?? null)),
  );
  return { rows, notImported, plan: planOf(kind.name, file.content, rows) };
}

/** Rejects duplicate keys, because the result would be ambiguous. */
function withoutDoubles<Draft>(rows: Compared<Draft>[]): Compared<Draft>[] {
  const first = new Map<string, Compared<Draft>>();
  return rows.map((row) => {
    const earlier = first.get(row.key);
    if (row.key === '' || earlier === undefined) {
      first.set(row.key, row);
      return row;
    }
    const message = `${row.key} is already in ${placeOf(earlier)}`;
    return {
      ...row,
      draft: null,
      outcome: 'refused',
      changes: [],
      problems: [...row.problems, { field: '', message }],
    };
  });
}

const placeOf = ({ row, file }: Pick<Candidate<unknown>, 'row' | 'file'>): string => file || `row ${row}`;

function compareOne<Draft>(
  kind: ImportKind<Draft>,
  candidate: Candidate<Draft>,
  stored: Stored<Draft> | null,
): Compared<Draft> {
  const { said } = candidate;
  const draft =
    candidate.draft && (kind.completed?.(candidate.draft, stored?.draft ?? null) ?? candidate.draft);
  // Unchanged records need not satisfy current validation.
  if (stored !== null && kind.fields.every(({ cell }, index) => textOf(cell(stored.draft)) === said[index]))
    return { ...candidate, stored, outcome: 'same', changes: [], problems: [] };
  if (draft === null) return { ...candidate, stored, outcome: 'refused', changes: [] };
  if (stored === null) return { ...candidate, draft, stored, outcome: 'new', changes: [] };
  const changes = kind.fields.flatMap(({ name, cell }) => {
    const [before, after] = [textOf(cell(stored.draft)), textOf(cell(draft))];
    return before === after ? [] : [{ field: name, ...cut(before, after) }];
  });
  return { ...candidate, draft, stored, outcome: changes.length === 0 ? 'same' : 'changed', changes };
}

const textOf = (cell: CsvCell): string => String(cell ?? '');

const shownAtMost = 300;
const shownBefore = 40;

/** Shortens both texts to start just before the first difference; short texts stay whole. */
function cut(before: string, after: string): { before: string; after: string } {
  if (Math.max(before.length, after.length) <= shownAtMost) return { before, after };
  let same = 0;
  while (before[same] === after[same]) same += 1;
  const start = Math.max(0, same - shownBefore);
  const part = (text: string): string => {
    const shown = text.slice(start, start + shownAtMost).toWellFormed();
    return `${start > 0 ? '…' : ''}${shown}${text.length > start + shownAtMost ? '…' : ''}`;
  };
  return { before: part(before), after: part(after) };
}

function planOf(name: string, content: Uint8Array, rows: Compared<unknown>[]): string {
  const versions = rows.map(({ key, stored }) => [key, stored?.id ?? null, stored?.version ?? null]);
  return createHash('sha256')
    .update(JSON.stringify([name, hashOf(content), versions]))
    .digest('hex');
}

export const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Throws `import_unreadable`. */
export async function check<Draft>(
  deps: ImportDeps,
  caller: Person,
  kind: ImportKind<Draft>,
  file: UploadedFile,
): Promise<Wire> {
  const read = await kind.read(deps, file.content, file.name);
  const { rows, notImported, plan } = await compare(deps.db, kind, file, read);
  const checked: WireRow[] = [];
  for (const row of rows) checked.push(toWire(row, await problemsOfRow(deps, caller, kind, row)));
  return {
    plan,
    ...countsOf(checked),
    refused: checked.filter(({ outcome }) => outcome === 'refused').length,
    rows: checked,
    notImported,
  };
}

const undone = new Error('this was only tried');

async function problemsOfRow<Draft>(
  deps: ImportDeps,
  caller: Person,
  kind: ImportKind<Draft>,
  row: Compared<Draft>,
): Promise<Problem[]> {
  const { draft, stored, outcome } = row;
  if (outcome === 'same') return [];
  const problems = [...row.problems, ...((await kind.problemsIn?.(deps.db, row.values, stored)) ?? [])];
  if (draft === null || problems.length > 0) return problems;
  try {
    await deps.db.transaction().execute(async (tx) => {
      await kind.save(tx, deps, caller, draft, stored);
      throw undone;
    });
  } catch (error) {
    if (error instanceof DomainError) return problemsOf([error], kind.fieldOf);
    if (error !== undone) throw error;
  }
  return [];
}

const toWire = (
  { row, file, key, name, outcome, changes }: Compared<unknown>,
  problems: Problem[],
): WireRow => ({
  ...{ row, file, key, name, changes, problems },
  outcome: problems.length > 0 ? 'refused' : outcome,
});

export const countsOf = (rows: readonly { outcome: WireRow['outcome'] }[]) => {
  const count = (outcome: WireRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  return { added: count('new'), changed: count('changed'), same: count('same') };
};
