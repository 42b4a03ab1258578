/**
 * The common format of the console's lists: a view, filters, a sort, and a cursor in the query, and fifty
 * rows in the response. The API rejects a repeated parameter, so a filter with several values is one
 * comma-separated list.
 */
import { z } from 'zod';

export const rowsPerPage = 50;
/** A full count would read the whole table; above this limit the count is shown as "more than". */
export const countAtMost = 1_000;

/** `open,paid` becomes the list of words; an unknown word is rejected. */
export const oneOrMore = <const T extends string>(words: readonly T[]) =>
  z
    .string()
    .max(400)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(words)).max(words.length));

/** A day as `2026-11-24`, in UTC. */
export const Day = z.iso.date('Enter a date, for example 2026-11-24');

/** A sum over many orders, negative when more was refunded than received. Only in responses. */
export const BigDollars = z.codec(
  z.number(),
  z.custom<number>((value) => Number.isSafeInteger(value)),
  {
    decode: (dollars) => Math.round(dollars * 100),
    encode: (amountCents) => amountCents / 100,
  },
);

/** The cursor from the response with the page before. */
export const Cursor = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,400}$/, 'This page of the list is no longer available');

type Parts<V extends string, S extends string, F> = {
  views: readonly [V, ...V[]];
  sorts: readonly [S, ...S[]];
  filters?: F;
};
type Filters = Record<string, z.ZodType>;

/** The query of an export: a list's query without a page. The first view and sort are the defaults. */
export const exportQuery = <
  const V extends string,
  const S extends string,
  F extends Filters = Record<never, never>,
>({
  views,
  sorts,
  filters,
}: Parts<V, S, F>) =>
  z.strictObject({
    view: z.enum(views).default(views[0] as never),
    sort: z.enum(sorts).default(sorts[0] as never),
    ...(filters ?? ({} as F)),
  });

/** The query of a list. */
export const listQuery = <
  const V extends string,
  const S extends string,
  F extends Filters = Record<never, never>,
>({
  views,
  sorts,
  filters,
}: Parts<V, S, F>) =>
  z.strictObject({
    view: z.enum(views).default(views[0] as never),
    sort: z.enum(sorts).default(sorts[0] as never),
    cursor: Cursor.optional(),
    ...(filters ?? ({} as F)),
  });

/**
 * `older` and `newer` are cursors, null when there is nothing more on that side. `newer` is null on the first
 * page.
 */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    older: z.string().nullable(),
    newer: z.string().nullable(),
    /** Number of rows in the whole list, at most 1,000. */
    count: z.number().int(),
    /** There are more than `count`. */
    countIsCapped: z.boolean(),
  });

type CsvTable = { head: string[]; batches: AsyncIterable<(string | number | null)[][]> };
type CsvFile = { fileName: string } & (CsvTable | { written: AsyncIterable<Uint8Array> });

/**
 * The response of an endpoint with `answers: 'csv'`: for its handler a table or a finished file, for the
 * caller a file.
 */
export const Csv = z.codec(
  z.custom<Blob>(() => true),
  z.custom<CsvFile>(() => true),
  {
    decode: () => {
      throw new Error('a file is not read back');
    },
    encode: () => {
      throw new Error('a file is written as its rows are read');
    },
  },
);

/** The response of an endpoint with `answers: 'zip'`: for its handler bytes, for the caller a file. */
export const Zip = z.codec(
  z.custom<Blob>(() => true),
  z.custom<{ fileName: string; written: AsyncIterable<Uint8Array> }>(() => true),
  {
    decode: () => {
      throw new Error('a file is not read back');
    },
    encode: () => {
      throw new Error('a file is sent as its bytes');
    },
  },
);

/**
 * Version of an editable record. A write sends it and is rejected with `changed_meanwhile` when the record
 * has another by now.
 */
export const Version = z.number().int().min(0);

/** Who changed it last, and when; null for defaults that were never changed. */
export const Changed = z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable();
