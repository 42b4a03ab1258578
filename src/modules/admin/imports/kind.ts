/** What makes a file of records: each area writes one of these, and `plan.ts` and `apply.ts` do the rest. */
import type { ErrorCode } from '#kernel/errors.ts';
import type { CsvCell } from '#platform/csv.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'parsing'>;

export type Problem = {
  /** Empty where it is about the whole row. */
  field: string;
  message: string;
};

/** A row of a file, as far as it can be read. */
export type Candidate<Draft> = {
  row: number;
  /** Empty for a table. */
  file: string;
  key: string;
  name: string;
  /** The text of each field as it stands in the file. */
  said: string[];
  /** What can be read, by the fields of a draft, which may still refuse it. */
  values: Partial<Record<keyof Draft, unknown>>;
  /** Null where there are problems. */
  draft: Draft | null;
  problems: Problem[];
};

export type ReadFile<Draft> = { candidates: Candidate<Draft>[]; notImported: string[] };

/** A record as it is, in the words of a draft. */
export type Stored<Draft> = { id: string; version: number; draft: Draft };

export type ImportKind<Draft> = {
  /** Such as `products`: a word of its audit entry. */
  name: string;
  /** What is compared, under the names that the file has for it. */
  fields: readonly { name: string; cell: (draft: Draft) => CsvCell }[];
  /** In a worker. Throws `import_unreadable`, `content_too_complex` and `content_queue_full`. */
  read: (deps: Pick<Deps, 'parsing'>, content: Uint8Array, fileName: string) => Promise<ReadFile<Draft>>;
  /** By their keys. */
  find: (db: Database | Tx, keys: string[]) => Promise<Map<string, Stored<Draft>>>;
  /** Where a file may leave fields out: the draft with what they are already. */
  completed?: (draft: Draft, stored: Draft | null) => Draft;
  /** What is wrong with a row by other records, told also where its other cells are wrong: the act itself would stop at the first mistake. */
  problemsIn?: (db: Database, values: Candidate<Draft>['values'], stored: Stored<Draft> | null) => Promise<Problem[]>;
  /** By the same act as at the screen of the record, with the version that was found. */
  save: (tx: Tx, deps: Omit<ImportDeps, 'db'>, caller: Person, draft: Draft, stored: Stored<Draft> | null) => Promise<void>;
  /** What a refusal of that act is about. */
  fieldOf: Partial<Record<ErrorCode, string>>;
};
