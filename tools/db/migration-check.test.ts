/**
 * Every migration since record 0062 is safe for the version that runs while it is applied. Each rejection
 * rule is tested.
 */
import { describe, expect, test } from 'vitest';
import { readMigrations, toMigration } from '#platform/migration-files.ts';
import { numberOf } from '#platform/migration-files.ts';
import { complaintsAbout } from './migration-check.ts';

test('every migration fulfills the promise of its first line', async () => {
  const all = await readMigrations();
  const complaints = await Promise.all(
    all.map((each, at) =>
      complaintsAbout(
        each,
        all.slice(0, at).map(({ name }) => numberOf(name)),
      ),
    ),
  );
  expect(complaints.flat()).toEqual([]);
});

const about = (sql: string): Promise<string[]> =>
  complaintsAbout(toMigration('0200_trial.sql', sql), ['0098', '0150']);
const compatible = (sql: string): Promise<string[]> => about(`-- compatible\n${sql}`);
const later = (sql: string): Promise<string[]> => about(`-- contract after 0150\n${sql}`);

describe('compatible with running versions', () => {
  for (const sql of [
    'create table note (id text primary key, number serial, of text not null references product, check (id > 0));\ncreate index note_of on note (of);\ncreate trigger note_told after insert on note for each row execute function tell();\ninsert into note select id from product;\nupdate note set id = of;\nalter table note alter column of drop not null;',
    'alter table product add column note text;',
    "alter table product add column note text not null default 'none', add column since timestamptz default now(), add column tags text[] not null default '{}'::text[], add column places text[] default array['a'];",
    "alter table product add constraint note_is_short check (length(note) < 100) not valid;\nalter table product alter column note set default 'x';\nalter table product set (fillfactor = 90);",
    'alter table product validate constraint note_is_short;\nalter table invoice validate constraint other;',
    "create function tell() returns trigger language plpgsql as $$ begin drop table product; return null; end $$;\ncomment on table product is 'x';\ngrant select on product to somebody;\ncreate type mood as enum ('good');",
    "insert into setting (key) values ('a'), ('b');",
    '-- Twenty rows.\n-- allowed: there are twenty products, so this takes a moment\nupdate product set note = id;',
    '-- Nothing: this version only has a number.',
  ])
    test(sql.slice(0, 90), async () => expect(await compatible(sql)).toEqual([]));

  test('in a contract: any removal that does not block customers', async () => {
    expect(
      await later(
        'alter table product drop column note;\ndrop table note;\nalter table invoice rename column a to b;',
      ),
    ).toEqual([]);
    expect(await later('create index product_note on product (note);')).toHaveLength(1);
    expect(
      await about(
        '-- contract\nupdate product set note = id;\nalter table product alter column note type integer;',
      ),
    ).toEqual([]);
  });

  test('outside a transaction', async () => {
    expect(
      await about(
        '-- compatible, concurrently\ncreate index concurrently if not exists a on product (note);',
      ),
    ).toEqual([]);
    expect(await about('-- contract after 0150, concurrently\ndrop index concurrently if exists a;')).toEqual(
      [],
    );
    expect(
      await about(
        '-- compatible, in batches\nupdate product set a = 1 where id in (select id from product where a is null limit 1000);',
      ),
    ).toEqual([]);
  });
});

describe('rejected', () => {
  const notNull =
    'the new column note must not be null and has no default: the previous version does not set it';
  for (const [sql, ...reasons] of [
    ['alter table product drop column note;', 'a column is dropped'],
    ['drop table product;', 'something is dropped'],
    ['drop index product_note;', 'something is dropped'],
    ['alter table product rename column note to words;', 'something is renamed'],
    ['alter table product rename to item;', 'something is renamed'],
    [
      'alter table product alter column note type integer using 1;',
      'the type of a column changes',
      'every row is rewritten under a lock',
    ],
    [
      'alter table product alter column note set not null;',
      'writes of the previous version would fail',
      'every row is read under a lock',
    ],
    ['alter table product alter column note drop not null;', 'the previous version would read nulls'],
    [
      'alter table product alter column note drop default;',
      'without the default, inserts of the previous version would fail',
    ],
    [
      'alter table product drop constraint c;',
      'a constraint is dropped: the previous version could read unexpected values',
    ],
    ['alter table product add column note text not null;', notNull],
    [
      'alter table product add column note uuid default gen_random_uuid();',
      'the new column note has a different value in each row, so every row is rewritten under a lock',
    ],
    [
      'alter table product add column note bigserial;',
      'the new column note has a different value in each row, so every row is rewritten under a lock',
    ],
    [
      "alter table product add column note tsvector generated always as (to_tsvector('english', name)) stored;",
      'the new column note has a different value in each row, so every row is rewritten under a lock',
    ],
    [
      "alter table product add column note text check (note > '');",
      'every row is read for the constraint of note: add it as "not valid", or an index concurrently',
    ],
    [
      'alter table product add column note text references post;',
      'every row is read for the constraint of note: add it as "not valid", or an index concurrently',
    ],
    [
      'alter table product add constraint c check (price > 0);',
      'every row is read under a lock: add the constraint as "not valid", or build its index concurrently first',
    ],
    [
      'alter table product add constraint c unique (name);',
      'every row is read under a lock: add the constraint as "not valid", or build its index concurrently first',
    ],
    [
      'create index product_note on product (note);',
      'an index of a table in use is built concurrently, in a separate file',
    ],
    ['update product set note = id;', 'existing rows are updated in batches'],
    ['insert into note select id from product;', 'rows made of other rows are added in batches'],
    [
      'create or replace function tell() returns integer language sql as $$ select 1 $$;',
      'a function in use would behave differently',
    ],
    [
      'create trigger t after insert on product for each row execute function tell();',
      'a trigger changes writes of the previous version',
    ],
    ['revoke select on product from somebody;', 'a privilege is revoked'],
    ['begin;', 'the runner begins and ends transactions'],
    ['do $$ begin end $$;', 'DoStmt is not known to be harmless', 'DoStmt is not known to be short'],
    [
      'truncate product;',
      'TruncateStmt is not known to be harmless',
      'TruncateStmt is not known to be short',
    ],
    ['delete from product;', 'DeleteStmt is not known to be harmless', 'DeleteStmt is not known to be short'],
  ] as const)
    test(sql, async () =>
      expect(await compatible(`-- Words.\n${sql}`)).toEqual(
        reasons.map((why) => `0200_trial.sql, line 3: ${why}`),
      ),
    );

  test('a constraint validated under the lock of another statement', async () => {
    const both =
      'alter table product add constraint c check (price > 0) not valid;\nalter table product validate constraint c;';
    expect(await compatible(both)).toEqual([
      '0200_trial.sql, line 3: a constraint is validated in a separate file',
    ]);
  });

  test('an invalid mark, a contract without a version, and invalid SQL', async () => {
    expect(await about('-- Compatible\nselect 1;')).toEqual([
      '0200_trial.sql: the first line is none of "-- compatible", "-- contract after 0101" and "-- contract"',
    ]);
    expect(await about('-- contract after 0151\ndrop table product;')).toEqual([
      '0200_trial.sql: there is no migration 0151 before it',
    ]);
    expect(await compatible('alter tabel product;')).toEqual([expect.stringContaining('syntax error')]);
  });

  for (const [sql, why, line = sql.includes('\n') ? 2 : 1] of [
    [
      '-- compatible, concurrently\ncreate index a on product (note);',
      'say "create index concurrently if not exists" and a name',
    ],
    [
      '-- compatible, concurrently\ncreate index concurrently a on product (note);',
      'say "create index concurrently if not exists" and a name',
    ],
    [
      '-- compatible, concurrently\ncreate unique index concurrently if not exists a on product (note);',
      'a unique index could reject writes of the previous version',
    ],
    ['-- compatible, concurrently\ndrop index concurrently if exists a;', 'something is dropped'],
    ['-- contract, concurrently\ndrop index a;', 'say "drop index concurrently if exists"'],
    ['-- compatible, concurrently\nvacuum product;', 'only indexes are made and dropped concurrently'],
    ['-- compatible, in batches\nupdate product set a = 1;', 'a batch has "limit 1000"'],
    ['-- compatible, in batches\nselect 1;', 'only rows are changed in batches'],
    [
      '-- compatible, in batches\ndelete from product where id in (select id from product limit 1000);',
      'rows are deleted that the previous version may need',
    ],
    ['-- contract, in batches', 'what runs in batches is a statement'],
    [
      '-- compatible, in batches\nupdate a set b = 1 where id in (select id from a limit 1000);\nselect 1;',
      'what runs in batches is one statement',
      3,
    ],
    [
      '-- compatible, concurrently\ncreate index concurrently if not exists a on product (note);\ncreate index b on product (note);',
      'say "create index concurrently if not exists" and a name',
      3,
    ],
    [
      '-- compatible, concurrently\ndrop index concurrently if exists a; drop index concurrently if exists b;',
      'the end of a line is not the end of each statement',
      1,
    ],
  ] as [sql: string, why: string, line?: number][])
    test(sql, async () => expect(await about(sql)).toEqual([`0200_trial.sql, line ${line}: ${why}`]));
});
