/**
 * The texts of our emails: for each kind the default texts, the operator's replacements, and earlier
 * versions.
 */
import { endpoint } from '#contract/endpoint.ts';
import { ownWordsAtMost, problemOfReplacement } from '#kernel/own-words.ts';
import { z } from 'zod';
import { Changed, Version } from './list.ts';
import { versionOf } from './versions.ts';

const Kind = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Email not found');
const textsAtMost = 60;
const allAtMostCharacters = 12_000;

/** By default text. A replacement that is empty or equals the default is dropped. */
const Texts = z
  .record(
    z.string().max(ownWordsAtMost),
    z.string().max(ownWordsAtMost, `At most ${ownWordsAtMost} characters`),
  )
  // A limit on their number, before each is parsed.
  .refine(
    (texts) => Object.keys(texts).length <= 10 * textsAtMost,
    'The texts are too long for one email. Shorten them',
  )
  .transform((texts) =>
    Object.fromEntries(
      Object.entries(texts)
        .map(([original, replacement]) => [original, replacement.replace(/\s+/g, ' ').trim()] as const)
        .filter(([original, replacement]) => replacement !== '' && replacement !== original),
    ),
  )
  .superRefine((texts, context) => {
    const entries = Object.entries(texts);
    for (const [original, replacement] of entries) {
      const wrong = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(replacement)
        ? 'Remove control characters'
        : problemOfReplacement(original, replacement);
      if (wrong !== null) context.addIssue({ code: 'custom', message: wrong, path: [original] });
    }
    if (entries.length > textsAtMost || entries.join('').length > allAtMostCharacters)
      context.addIssue({ code: 'custom', message: 'The texts are too long for one email. Shorten them' });
  });

export const EmailKindRow = z.object({
  kind: z.string(),
  group: z.string(),
  title: z.string(),
  /** Number of texts that the operator has replaced. */
  own: z.number().int(),
  changed: Changed,
});

export const staffListEmailTexts = endpoint({
  method: 'GET',
  path: '/api/admin/email-texts',
  access: 'staff',
  permission: 'content.read',
  summary: 'Lists the kinds of customer emails and which have custom texts',
  response: z.object({ kinds: z.array(EmailKindRow) }),
});

export const EmailTexts = EmailKindRow.extend({
  version: Version,
  /** The samples that can be previewed. */
  samples: z.array(z.string()),
  parts: z.array(
    z.object({
      ours: z.string(),
      /** Empty when the default is used. */
      theirs: z.string(),
      isSubject: z.boolean(),
      /** Placeholders that it must use. */
      places: z.array(z.string()),
    }),
  ),
  /** Replacements of default texts that no longer exist: they are not used. */
  unused: z.array(z.object({ ours: z.string(), theirs: z.string() })),
  /** Newest first, at most 50. */
  versions: z.array(versionOf({ texts: z.record(z.string(), z.string()) }).extend({ by: z.string() })),
});

const params = z.strictObject({ kind: Kind });

export const staffReadEmailTexts = endpoint({
  method: 'GET',
  path: '/api/admin/email-texts/{kind}',
  access: 'staff',
  permission: 'content.read',
  summary: "Returns an email's default texts, custom texts, and earlier versions",
  params,
  response: EmailTexts,
});

export const EmailTextsEdit = z.strictObject({ texts: Texts, version: Version });

export const staffEditEmailTexts = endpoint({
  method: 'PUT',
  path: '/api/admin/email-texts/{kind}',
  access: 'staff',
  permission: 'content.write',
  summary: "Saves an email's custom texts; empty texts restore the defaults",
  params,
  body: EmailTextsEdit,
  response: EmailTexts,
});

const asWritten = z.strictObject({ texts: Texts, sample: z.string().max(80) });

export const staffPreviewEmail = endpoint({
  method: 'POST',
  path: '/api/admin/email-texts/{kind}/preview',
  access: 'staff',
  permission: 'content.read',
  summary: 'Previews an email with unsaved texts and sample data',
  params,
  body: asWritten,
  /** `address`: its HTML, available for ten minutes. */
  response: z.object({ subject: z.string(), text: z.string(), address: z.string() }),
});

export const staffSendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/email-texts/{kind}/tests',
  access: 'staff',
  permission: 'content.write',
  summary: 'Sends a preview of an email to the caller',
  params,
  body: asWritten,
  response: z.object({ to: z.string() }),
});
