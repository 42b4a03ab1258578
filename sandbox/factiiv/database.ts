/**
 * Tables of the Factiiv sandbox: people with their businesses, granted keys, and reported trades and
 * activities.
 */
import { Database } from '#sandbox/database.ts';

/** Columns that trades and activities share. Times are in milliseconds, amounts in cents. */
const review = `
  reference text,
  counterparty_status text not null default 'pending',
  admin_status text not null default 'pending',
  rejected_reason text,
  created_at integer not null, updated_at integer not null,
  confirmed_at integer, accepted_at integer,
  withdrawn_at integer, withdrawn_reason text`;

const awaits = (side: string): string => `${side}_status = 'pending' and withdrawn_at is null`;

const tables = `
  create table if not exists person (
    id text primary key, email text not null unique, password text not null,
    first_name text not null, last_name text not null
  );
  create table if not exists business (
    seq integer primary key autoincrement, id text not null unique, person_id text not null references person, name text not null,
    score_shift integer
  );
  create index if not exists business_by_person on business (person_id);
  create table if not exists api_key (
    id text primary key, hash text not null unique, last4 text not null, business_id text not null references business (id),
    connecting_app text not null, connecting_user_id text not null, created_at integer not null, revoked_at integer
  );
  create index if not exists api_key_by_business on api_key (business_id);
  create table if not exists attempt (
    id text primary key, person_id text not null references person, connecting_app text not null, connecting_user_id text not null,
    redirect_url text not null, screen_name text, expires_at integer not null
  );
  create table if not exists trade (
    seq integer primary key autoincrement, id text not null unique, business_id text not null references business (id),
    type_desc text not null, relation_description text not null, relationship_date text not null,
    amount integer not null, balance integer not null, ${review}
  );
  create index if not exists trade_by_business on trade (business_id, seq);
  create index if not exists trade_to_confirm on trade (created_at) where ${awaits('counterparty')};
  create index if not exists trade_to_decide on trade (confirmed_at) where ${awaits('admin')};
  create table if not exists activity (
    seq integer primary key autoincrement, id text not null unique, business_id text not null references business (id),
    trade_id text not null references trade (id), activity_type text not null, amount integer not null,
    days_late integer not null, date text not null, ${review}
  );
  create index if not exists activity_by_business on activity (business_id, seq);
  create index if not exists activity_by_trade on activity (trade_id, date);
  create index if not exists activity_to_confirm on activity (created_at) where ${awaits('counterparty')};
  create index if not exists activity_to_decide on activity (confirmed_at) where ${awaits('admin')};
  create table if not exists score_change (
    seq integer primary key autoincrement, business_id text not null references business (id),
    at integer not null, score integer, previous integer, reason text not null
  );
  create index if not exists score_change_by_business on score_change (business_id, seq);
  create table if not exists setting (name text primary key, value text not null);
`;

export const openDatabase = (dataDir: string | null): Database =>
  new Database(dataDir, { file: 'factiiv.sqlite', version: 1, tables });

/** Children before parents. */
export const clearedTables = [
  'score_change',
  'activity',
  'trade',
  'attempt',
  'api_key',
  'business',
  'person',
] as const;
