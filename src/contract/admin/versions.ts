/** The common format of records that are saved as a whole, each save as a new version. */
import { z } from 'zod';
import { Changed, Version } from './list.ts';

/** One version. `content`: the fields that are saved. */
export const versionOf = <Content extends z.ZodRawShape>(content: Content) =>
  z.object({ version: Version, at: z.iso.datetime(), by: z.string().nullable(), ...content });

const schemasOf = <K extends string, F extends string, S extends z.ZodType>(key: K, field: F, schema: S) => {
  const content = { [field]: schema } as Record<F, S>;
  const start = { key: z.literal(key), version: Version };
  return {
    record: z.object({
      ...start,
      changed: Changed,
      ...content,
      /** The default. */
      usual: schema,
      /** Newest first; the default precedes the oldest. */
      history: z.array(versionOf(content)),
    }),
    save: z.strictObject({ ...start, ...content }),
  };
};

const byKey = <Option>(options: unknown[]) =>
  z.discriminatedUnion('key', options as never) as unknown as z.ZodDiscriminatedUnion<
    [Extract<Option, z.ZodType>],
    'key'
  >;

/** The schemas of several records and of their saves, told apart by `key`. `field` names the content. */
export function versionedByKey<F extends string, S extends Record<string, z.ZodType>>(field: F, all: S) {
  type Key = keyof S & string;
  type Options = { [K in Key]: ReturnType<typeof schemasOf<K, F, S[K]>> }[Key];
  const options = Object.entries(all).map(([key, schema]) => schemasOf(key, field, schema));
  return {
    record: byKey<Options['record']>(options.map(({ record }) => record)),
    save: byKey<Options['save']>(options.map(({ save }) => save)),
  };
}
