/** Translates schema errors of a draft into the wording and field names of the file. */
import type { DomainError, ErrorCode } from '#kernel/errors.ts';
import { english, messageOf } from '#kernel/language.ts';
import { toSentence } from '#platform/sentences.ts';
import type { z } from 'zod';
import type { Problem } from './kind.ts';

export type Parsed<Draft> = { draft: NonNullable<Draft> | null; problems: Problem[] };

/** `nameOf`: the file's name for a schema field. */
export function parseDraft<Draft>(
  schema: z.ZodType<Draft>,
  values: object,
  nameOf: (field: string) => string,
): Parsed<Draft> {
  const { data, error } = schema.safeParse(values, { error: toSentence });
  const draft = data ?? null;
  if (draft !== null) return { draft, problems: [] };
  const problems = (error?.issues ?? []).map(({ path, message }) => ({
    field: nameOf(String(path[0] ?? '')),
    message: wordsOf(message),
  }));
  return { draft: null, problems };
}

/** Translates errors of the save function into the file's field names. */
export const problemsOf = (
  refusals: readonly (DomainError | null)[],
  fieldOf: Partial<Record<ErrorCode, string>>,
): Problem[] =>
  refusals
    .filter((refusal) => refusal !== null)
    .map(({ code, message }) => ({ field: fieldOf[code] ?? '', message }));

/** A schema message may contain values. */
function wordsOf(message: string): string {
  const problemText = messageOf(message);
  return typeof problemText === 'string' ? problemText : english.say(problemText.text, problemText.values);
}
