/** The common format of records that are saved as a whole, each save as a new version. */
import { z } from 'zod';
import { Changed, Version } from './list.ts';

/** One version. `content`: the fields that are saved. */
export const versionOf = <Content extends z.ZodRawShape>(content: Content) =>
  z.object({ version: Version, at: z.iso.datetime(), by: z.string().nullable(), ...content });

const recordOf = <K extends string, F extends string, S extends z.ZodType>(key: K, field: F, schema: S) => {
  const content = { [field]: schema } as Record<F, S>;
  return z.object({
    key: z.literal(key),
    version: Version,
    changed: Changed,
    ...content,
    /** The default. */
    usual: schema,
    /** Newest first; the default precedes the oldest. */
    history: z.array(versionOf(content)),
  });
};

const saveOf = <K extends string, F extends string, S extends z.ZodType>(key: K, field: F, schema: S) =>
  z.strictObject({ key: z.literal(key), version: Version, ...({ [field]: schema } as Record<F, S>) });

type Schemas = Record<string, z.ZodType>;
type KeyIn<S extends Schemas> = keyof S & string;
type ByKey<Option> = z.ZodDiscriminatedUnion<[Extract<Option, z.ZodType>], 'key'>;

/** The schemas of several records and of their saves, told apart by `key`. `field` names the content. */
export function versionedByKey<F extends string, S extends Schemas>(field: F, schemas: S) {
  const byKey = (optionOf: (key: string, field: F, schema: z.ZodType) => unknown): unknown =>
    z.discriminatedUnion(
      'key',
      Object.entries(schemas).map(([key, schema]) => optionOf(key, field, schema)) as never,
    );
  type Records = { [K in KeyIn<S>]: ReturnType<typeof recordOf<K, F, S[K]>> };
  type Saves = { [K in KeyIn<S>]: ReturnType<typeof saveOf<K, F, S[K]>> };
  return {
    record: byKey(recordOf) as ByKey<Records[KeyIn<S>]>,
    save: byKey(saveOf) as ByKey<Saves[KeyIn<S>]>,
  };
}
