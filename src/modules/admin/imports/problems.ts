/** What a schema finds wrong with a draft, in the words and under the names of the file. */
import type { DomainError, ErrorCode } from '#kernel/errors.ts';
import { english, messageOf } from '#kernel/language.ts';
import { toSentence } from '#platform/sentences.ts';
import type { z } from 'zod';
import type { Problem } from './kind.ts';

export type Parsed<Draft> = { draft: NonNullable<Draft> | null; problems: Problem[] };

/** `nameOf`: what the file calls a field of the schema. */
export function parseDraft<Draft>(schema: z.ZodType<Draft>, values: object, nameOf: (field: string) => string): Parsed<Draft> {
  const { data, error } = schema.safeParse(values, { error: toSentence });
  const draft = data ?? null;
  if (draft !== null) return { draft, problems: [] };
  const problems = (error?.issues ?? []).map(({ path, message }) => ({ field: nameOf(String(path[0] ?? '')), message: wordsOf(message) }));
  return { draft: null, problems };
}

/** Refusals of an act, under the names of the file. */
export const problemsOf = (refusals: readonly (DomainError | null)[], fieldOf: Partial<Record<ErrorCode, string>>): Problem[] =>
  refusals.filter((refusal) => refusal !== null).map(({ code, message }) => ({ field: fieldOf[code] ?? '', message }));

/** A schema's sentence may have values in it. */
function wordsOf(message: string): string {
  const said = messageOf(message);
  return typeof said === 'string' ? said : english.say(said.text, said.values);
}
