/**
 * Files that change many records at once. First a file is checked: nothing is written, and each row says what it would do. The same file is then
 * sent again with the mark of what was seen, and all of it happens or nothing.
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
  /** As spreadsheets count, the head is the first; of posts their place among the files. */
  row: z.number().int(),
  /** The file that it stands in, where there are several; else empty. */
  file: text,
  /** The address or the code by which a record is known; as it stands in the file. */
  key: text,
  name: text,
  outcome: z.enum(importOutcomes),
  /** A long text is cut to where it differs. */
  changes: z.array(z.object({ field: text, before: text, after: text })),
  /** `field` is empty where it is about the whole row. */
  problems: z.array(z.object({ field: text, message: text })),
});

const counts = { added: z.number().int(), changed: z.number().int(), same: z.number().int() };

export const ImportPlan = z.object({
  /** Sent with the file when it is imported. Another one by then: something was changed meanwhile. */
  plan: text,
  ...counts,
  refused: z.number().int(),
  rows: z.array(ImportRow),
  /** Columns of the file that say something which no file can change. */
  notImported: z.array(text),
});

export const Imported = z.object(counts);

const FileName = required('The file needs a name', 200);

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
  permission: 'catalogue.write',
  summary: 'What a file of products (CSV, up to 2 MB and 2,000 rows) would change, row by row; nothing is written',
});

export const staffImportProducts = endpoint({
  ...apply,
  path: '/api/admin/products/import',
  permission: 'catalogue.write',
  summary: 'All that the file was seen to change, or nothing; products that it does not name stay as they are',
});

export const staffCheckCoupons = endpoint({
  ...check,
  path: '/api/admin/coupons/import-check',
  permission: 'catalogue.write',
  summary: 'What a file of discount codes (CSV, up to 2 MB and 2,000 rows) would change, row by row; nothing is written',
});

export const staffImportCoupons = endpoint({
  ...apply,
  path: '/api/admin/coupons/import',
  permission: 'catalogue.write',
  summary: 'All that the file was seen to change, or nothing; codes that it does not name stay as they are',
});

export const staffCheckPosts = endpoint({
  ...check,
  path: '/api/admin/posts/import-check',
  permission: 'content.write',
  summary: 'What a file of a post (Markdown or HTML), or a ZIP file of several, up to 2 MB, would change; nothing is written',
});

export const staffImportPosts = endpoint({
  ...apply,
  path: '/api/admin/posts/import',
  permission: 'content.write',
  summary: 'All that the files were seen to change, or nothing: visitors read it when it is published',
});
