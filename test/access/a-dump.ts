/** Everything that a thief of the database would get: all our rows and the queue's, as text, by table. */
import { sql } from 'kysely';
import type { Shop } from '#test/builders/shop.ts';

export async function dumpOf(
  { db }: Pick<Shop, 'db'>,
  schemas: string[] = ['public', 'pgboss'],
): Promise<Record<string, string>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables where schemaname = any(${schemas}) order by 1, 2`.execute(
    db,
  );
  const texts = rows.map(async ({ schema, name }) => {
    const read = await sql<{ text: string }>`
      select coalesce(string_agg(line, E'\\n' order by line), '') as text
      from (select each::text as line from ${sql.id(schema, name)} as each) as lines`.execute(db);
    return [`${schema}.${name}`, read.rows[0]?.text ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}
