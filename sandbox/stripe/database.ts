/** The tables of the Stripe sandbox. */
import { Database as File } from '#sandbox/database.ts';

export type { Row } from '#sandbox/database.ts';

const tables = `
  create table if not exists object (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    created integer not null,
    deleted integer not null default 0,
    body text not null,
    secrets text not null
  );
  create index if not exists object_by_kind on object (kind, seq);
  create table if not exists link (
    kind text not null, field text not null, value text not null, seq integer not null,
    primary key (kind, field, value, seq)
  ) without rowid;
  create index if not exists link_by_object on link (seq);
  create table if not exists idempotency (
    key text primary key, fingerprint text not null, status integer not null, body text not null,
    request_id text not null, created integer not null
  );
  create table if not exists delivery (
    id integer primary key autoincrement,
    event_id text not null, endpoint_id text not null, state text not null,
    attempts integer not null default 0, next_at integer not null, answered_status integer, problem text
  );
  create index if not exists delivery_due on delivery (state, next_at);
  create index if not exists delivery_by_event on delivery (event_id);
  create table if not exists timer (
    id integer primary key autoincrement, due_at integer not null, work text not null, object_id text not null
  );
  create index if not exists timer_due on timer (due_at);
  create index if not exists timer_by_object on timer (object_id);
  create table if not exists setting (name text primary key, value text not null);
`;

/**
 * Versions 2 and 3 had test clocks with timers of their own. Up to version 2 the behavior of a card was stored
 * in British spelling.
 */
export class Database extends File {
  /** With `dataDir` null, everything stays in memory. */
  constructor(dataDir: string | null) {
    super(dataDir, {
      file: 'stripe.sqlite',
      tables,
      version: 4,
      upgrade: (sqlite, found) => {
        if (found === 2 || found === 3)
          sqlite.exec(`drop index if exists timer_due; delete from timer where clock is not null;
            alter table timer drop column clock`);
        if (found !== 1 && found !== 2) return;
        sqlite.exec(tables);
        sqlite.exec(`update object set secrets = replace(secrets, '"behav' || 'iour"', '"behavior"')`);
      },
    });
  }
}
