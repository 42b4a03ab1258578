/**
 * Imports that change many records. First the file is checked: nothing is written, and each row says what it
 * would do. Then the same file is sent with the plan's mark, and either all rows are applied or none.
 */
import { endpoint } from '#contract/endpoint.ts';
import { required } from '#contract/values.ts';
import { z } from 'zod';

export const importAtMostBytes = 2_000_000;
export const importRowsAtMost = 2_000;

export const importPostsAtMost = 500;

export const importOutcomes = ['new', 'changed', 'same', 'refused'] as const;

const text = z.string();

export const ImportRow = z.object({
  /** Row as in a spreadsheet, where the header is row 1; for posts, the position among the files. */
  row: z.number().int(),
  /** The file's name, if there are several; else empty. */
  file: text,
  /** The address or code that identifies a record, as in the file. */
  key: text,
  name: text,
  outcome: z.enum(importOutcomes),
  /** A long text is cut to the part that differs. */
  changes: z.array(z.object({ field: text, before: text, after: text })),
  /** `field` is empty for a problem of the whole row. */
  problems: z.array(z.object({ field: text, message: text })),
});

const counts = { added: z.number().int(), changed: z.number().int(), same: z.number().int() };

export const ImportPlan = z.object({
  /** Sent with the file on import. If the plan differs by then, records have changed in the meantime. */
  plan: text,
  ...counts,
  refused: z.number().int(),
  rows: z.array(ImportRow),
  /** Columns with data that cannot be imported. */
  notImported: z.array(text),
});

export const Imported = z.object(counts);

const FileName = required('The file has no name', 200);

const file = {
  method: 'POST',
  access: 'staff',
  bytesAtMost: importAtMostBytes,
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
} as const;

const check = { ...file, query: z.strictObject({ name: FileName }), response: ImportPlan } as const;
const apply = {
  ...file,
  query: z.strictObject({ name: FileName, plan: z.string().regex(/^[0-9a-f]{64}$/, 'Check the file first') }),
  response: Imported,
} as const;

export const staffCheckProducts = endpoint({
  ...check,
  path: '/api/admin/products/import-check',
  permission: 'catalog.write',
  summary: 'Previews a product import (CSV, 2 MB, 2,000 rows) without saving',
});

export const staffImportProducts = endpoint({
  ...apply,
  path: '/api/admin/products/import',
  permission: 'catalog.write',
  summary: 'Applies a previewed product import, all rows or none',
});

export const staffCheckCoupons = endpoint({
  ...check,
  path: '/api/admin/coupons/import-check',
  permission: 'catalog.write',
  summary: 'Previews a coupon import (CSV, 2 MB, 2,000 rows) without saving',
});

export const staffImportCoupons = endpoint({
  ...apply,
  path: '/api/admin/coupons/import',
  permission: 'catalog.write',
  summary: 'Applies a previewed coupon import, all rows or none',
});

export const staffCheckPosts = endpoint({
  ...check,
  path: '/api/admin/posts/import-check',
  permission: 'content.write',
  summary: 'Previews a post import (Markdown, HTML, or ZIP, 2 MB) without saving',
});

export const staffImportPosts = endpoint({
  ...apply,
  path: '/api/admin/posts/import',
  permission: 'content.write',
  summary: 'Applies a previewed post import as drafts, all or none',
});
