/** Defines an importable kind of record: each area provides one, and `plan.ts` and `apply.ts` do the rest. */
import type { ErrorCode } from '#kernel/errors.ts';
import type { CsvCell } from '#platform/csv.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'parsing'>;

export type Problem = {
  /** Empty if the problem concerns the whole row. */
  field: string;
  message: string;
};

/** A row of a file, as far as it can be parsed. */
export type Candidate<Draft> = {
  row: number;
  /** Empty for a table. */
  file: string;
  key: string;
  name: string;
  /** The text of each field as written in the file. */
  said: string[];
  /** Parsed values by draft field; validation of the draft may still reject them. */
  values: Partial<Record<keyof Draft, unknown>>;
  /** Null when there are problems. */
  draft: Draft | null;
  problems: Problem[];
};

export type ReadFile<Draft> = { candidates: Candidate<Draft>[]; notImported: string[] };

/** The stored record, in the form of a draft. */
export type Stored<Draft> = { id: string; version: number; draft: Draft };

export type ImportKind<Draft> = {
  /** Such as `products`; used in the audit entry. */
  name: string;
  /** The compared fields, under the file's names for them. */
  fields: readonly { name: string; cell: (draft: Draft) => CsvCell }[];
  /** Runs in a worker. Throws `import_unreadable`, `content_too_complex` and `content_queue_full`. */
  read: (deps: Pick<Deps, 'parsing'>, content: Uint8Array, fileName: string) => Promise<ReadFile<Draft>>;
  /** Finds stored records by key. */
  find: (db: Database | Tx, keys: string[]) => Promise<Map<string, Stored<Draft>>>;
  /** For files that may omit fields: fills a draft from the stored record. */
  completed?: (draft: Draft, stored: Draft | null) => Draft;
  /**
   * Problems that depend on other records. Reported even when other cells are invalid, because saving would
   * stop at the first error.
   */
  problemsIn?: (
    db: Database,
    values: Candidate<Draft>['values'],
    stored: Stored<Draft> | null,
  ) => Promise<Problem[]>;
  /** Saves through the same function as the record's screen, with the version that was found. */
  save: (
    tx: Tx,
    deps: Omit<ImportDeps, 'db'>,
    caller: Person,
    draft: Draft,
    stored: Stored<Draft> | null,
  ) => Promise<void>;
  /** The field that each error of `save` refers to. */
  fieldOf: Partial<Record<ErrorCode, string>>;
};
