/**
 * Stores objects of every kind: insert, save, find, and lists with cursors. References between objects are
 * stored as ids and expanded on request. Lists are newest first, as everywhere at Stripe.
 */
import type { Database, Row } from '#sandbox/stripe/database.ts';
import { type Kind, type Kinds, linkedFields, type Secrets } from './kinds.ts';

export type Range = {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
};

export type Among = { field: string; values: readonly string[] };

export type ListQuery = {
  /** Values by field; objects must match all of them. */
  filters?: Record<string, string | undefined>;
  /** Restricts one field to any of these values. */
  among?: Among | undefined;
  created?: number | Range | undefined;
  limit: number;
  /** Sequence numbers, exclusive. */
  before?: number;
  after?: number;
};

export class Store {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  insert<K extends Kind>(kind: K, object: Kinds[K], secrets: Secrets[K]): Kinds[K] {
    this.#database.run(
      'insert into object (id, kind, created, body, secrets) values (?, ?, ?, ?, ?)',
      object.id,
      kind,
      createdOf(object),
      JSON.stringify(object),
      JSON.stringify(secrets),
    );
    const row = this.#database.first('select seq from object where id = ?', object.id);
    this.#link(kind, Number(row?.seq), linksOf(kind, object));
    return object;
  }

  save<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
    const row = this.#database.first(
      'select seq, body from object where id = ? and kind = ?',
      object.id,
      kind,
    );
    if (row === null) throw new Error(`${object.id} was never inserted`);
    const [before, after] = [linksOf(kind, JSON.parse(String(row.body))), linksOf(kind, object)];
    this.#database.run('update object set body = ? where seq = ?', JSON.stringify(object), row.seq ?? null);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      this.#database.run('delete from link where seq = ?', row.seq ?? null);
      this.#link(kind, Number(row.seq), after);
    }
    return object;
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | null {
    const row = this.#database.first(
      'select body from object where id = ? and kind = ? and deleted = 0',
      id,
      kind,
    );
    return row === null ? null : (JSON.parse(String(row.body)) as Kinds[K]);
  }

  /** For references that the store itself wrote, so a missing object is a bug. */
  get<K extends Kind>(kind: K, id: string): Kinds[K] {
    const object = this.find(kind, id);
    if (object === null) throw new Error(`${kind} ${id} is gone`);
    return object;
  }

  secretsOf<K extends Kind>(kind: K, id: string): Secrets[K] {
    const row = this.#database.first('select secrets from object where id = ? and kind = ?', id, kind);
    if (row === null) throw new Error(`${kind} ${id} is gone`);
    return JSON.parse(String(row.secrets)) as Secrets[K];
  }

  saveSecrets<K extends Kind>(kind: K, id: string, change: Partial<Secrets[K]>): void {
    const secrets = { ...this.secretsOf(kind, id), ...change };
    this.#database.run(
      'update object set secrets = ? where id = ? and kind = ?',
      JSON.stringify(secrets),
      id,
      kind,
    );
  }

  /** A deleted object is no longer listed or found, but `wasRemoved` still finds it. */
  remove(kind: Kind, id: string): void {
    this.#database.run('update object set deleted = 1 where id = ? and kind = ?', id, kind);
    this.#database.run('delete from link where seq = (select seq from object where id = ?)', id);
  }

  wasRemoved(kind: Kind, id: string): boolean {
    return (
      this.#database.first(
        'select 1 as found from object where id = ? and kind = ? and deleted = 1',
        id,
        kind,
      ) !== null
    );
  }

  sequenceOf(kind: Kind, id: string): number | null {
    const row = this.#database.first(
      'select seq from object where id = ? and kind = ? and deleted = 0',
      id,
      kind,
    );
    return row === null ? null : Number(row.seq);
  }

  /** Newest first. With `after`, returns the objects just newer than that one, also newest first. */
  list<K extends Kind>(kind: K, query: ListQuery): Kinds[K][] {
    const where: string[] = ['object.kind = ?', 'object.deleted = 0'];
    const values: (string | number)[] = [kind];
    const narrow = (sql: string, ...more: (string | number)[]) => {
      where.push(sql);
      values.push(...more);
    };
    for (const [field, value] of Object.entries(query.filters ?? {})) {
      if (value !== undefined)
        narrow(
          'object.seq in (select seq from link where kind = ? and field = ? and value = ?)',
          kind,
          field,
          value,
        );
    }
    if (query.among !== undefined) {
      narrow(
        'object.seq in (select seq from link where kind = ? and field = ? and value in (select value from json_each(?)))',
        kind,
        query.among.field,
        JSON.stringify(query.among.values),
      );
    }
    const created: Range & { eq?: number } =
      typeof query.created === 'number' ? { eq: query.created } : (query.created ?? {});
    const signs = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
    for (const [name, sign] of Object.entries(signs)) {
      const bound = created[name as keyof typeof signs];
      if (bound !== undefined) narrow(`object.created ${sign} ?`, bound);
    }
    if (query.before !== undefined) narrow('object.seq < ?', query.before);
    if (query.after !== undefined) narrow('object.seq > ?', query.after);
    const forward = query.after !== undefined;
    const rows: Row[] = this.#database.all(
      `select body from object where ${where.join(' and ')} order by object.seq ${forward ? 'asc' : 'desc'} limit ?`,
      ...values,
      query.limit,
    );
    const objects = rows.map((row) => JSON.parse(String(row.body)) as Kinds[K]);
    return forward ? objects.toReversed() : objects;
  }

  #link(kind: Kind, seq: number, links: [string, string][]): void {
    for (const [field, value] of links) {
      this.#database.run(
        'insert or ignore into link (kind, field, value, seq) values (?, ?, ?, ?)',
        kind,
        field,
        value,
        seq,
      );
    }
  }
}

/** An invoice item calls its creation time `date`. */
const createdOf = (object: Kinds[Kind]): number => ('created' in object ? object.created : object.date);

function linksOf(kind: Kind, object: unknown): [string, string][] {
  const fields = object as Record<string, unknown>;
  return linkedFields[kind].flatMap((field): [string, string][] => {
    const value = field
      .split('.')
      .reduce<unknown>(
        (holder, step) => (holder as Record<string, unknown> | null | undefined)?.[step],
        fields,
      );
    if (field === 'metadata')
      return Object.entries((value ?? {}) as Record<string, string>).map(([key, text]) => [
        `metadata.${key}`,
        text,
      ]);
    if (field === 'about') return concerned(fields).map((id) => ['about', id]);
    return typeof value === 'string' ? [[field, value]] : [];
  });
}

/** An event concerns its object and that object's payment. */
function concerned({ data }: Record<string, unknown>): string[] {
  const { object } = data as { object: { id?: unknown; payment_intent?: unknown } };
  return [object.id, object.payment_intent].filter((id) => typeof id === 'string');
}
