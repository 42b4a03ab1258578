/**
 * Delivers events to endpoints: immediately, then with growing delays until the endpoint returns 2xx. Due
 * deliveries are read from the database, so a restart loses none. Tests may hold, drop, duplicate, delay, and
 * reorder them.
 */
import type Stripe from 'stripe';
import type { Database, Row } from '#sandbox/stripe/database.ts';
import type { Store } from '#sandbox/stripe/store.ts';
import { signatureFor } from './signature.ts';

export type Chaos = {
  /**
   * `hold` delays deliveries until they are released; `drop` discards new ones, as if every attempt had
   * failed.
   */
  mode: 'deliver' | 'hold' | 'drop';
  /** How many copies of each delivery are sent concurrently. */
  copies: number;
  delayMs: number;
  /** Order of deliveries that are due together. They are sent one after the other unless `arrival`. */
  order: 'arrival' | 'reverse' | 'shuffle';
};

export const noChaos: Chaos = { mode: 'deliver', copies: 1, delayMs: 0, order: 'arrival' };

/** What deliveries use of the world. */
type Source = {
  database: Database;
  store: Store;
  timings: { retryAfterMs: readonly number[] };
  nowMs: () => number;
};

const concurrency = 16;
const answerWithinMs = 10_000;

export class Webhooks {
  readonly #world: () => Source;
  readonly #inFlight = new Map<number, AbortController>();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  #chaos: Chaos;

  /** A function, because world and webhooks reference each other. */
  constructor(world: () => Source, chaos: Chaos) {
    this.#world = world;
    this.#chaos = chaos;
  }

  get chaos(): Chaos {
    return this.#chaos;
  }

  set chaos(chaos: Chaos) {
    this.#chaos = chaos;
    this.#world().database.run(
      'insert or replace into setting (name, value) values (?, ?)',
      'chaos',
      JSON.stringify(chaos),
    );
    if (chaos.mode === 'deliver')
      this.#world().database.run(`update delivery set state = 'pending' where state = 'held'`);
    this.wake();
  }

  endpointsFor(type: string): Stripe.WebhookEndpoint[] {
    return this.#world()
      .store.list('webhook_endpoint', { limit: 100 })
      .filter(
        ({ status, enabled_events: enabledEvents }) =>
          status === 'enabled' && (enabledEvents.includes('*') || enabledEvents.includes(type)),
      );
  }

  enqueue(eventId: string, endpointId: string): void {
    const { database, nowMs } = this.#world();
    const state = { deliver: 'pending', hold: 'held', drop: 'dropped' }[this.#chaos.mode];
    database.run(
      'insert into delivery (event_id, endpoint_id, state, next_at) values (?, ?, ?, ?)',
      eventId,
      endpointId,
      state,
      nowMs() + this.#chaos.delayMs,
    );
  }

  /** Sends an event again to every subscribed endpoint, regardless of earlier deliveries. */
  resend(eventId: string): number {
    const world = this.#world();
    const event = world.store.get('event', eventId);
    const endpoints = this.endpointsFor(event.type);
    for (const { id } of endpoints) {
      world.database.run(
        `delete from delivery where event_id = ? and endpoint_id = ? and state in ('dropped', 'failed', 'held', 'pending')`,
        eventId,
        id,
      );
      world.database.run(
        `insert into delivery (event_id, endpoint_id, state, next_at) values (?, ?, 'pending', ?)`,
        eventId,
        id,
        world.nowMs(),
      );
    }
    this.wake();
    return endpoints.length;
  }

  pendingFor(eventId: string): number {
    const row = this.#world().database.first(
      `select count(*) as pending from delivery where event_id = ? and state in ('pending', 'held')`,
      eventId,
    );
    return Number(row?.pending ?? 0);
  }

  /** Sent and pending deliveries, newest first, optionally of one event. */
  newestDeliveries(limit: number, eventId: string | null = null): Row[] {
    return this.#world().database.all(
      `select delivery.id, delivery.event_id, delivery.endpoint_id, delivery.state, delivery.attempts, delivery.next_at,
        delivery.answered_status, delivery.problem, json_extract(event.body, '$.type') as type, json_extract(endpoint.body, '$.url') as url
      from delivery left join object event on event.id = delivery.event_id left join object endpoint on endpoint.id = delivery.endpoint_id
      where ?1 is null or delivery.event_id = ?1 order by delivery.id desc limit ?2`,
      eventId,
      limit,
    );
  }

  /** Schedules a check for due deliveries. Called after every commit; cheap when none are due. */
  wake(): void {
    this.#wakeIn(0);
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const controller of this.#inFlight.values()) controller.abort();
  }

  #wakeIn(waitMs: number): void {
    if (this.#stopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendDue(), waitMs);
  }

  #sendDue(): void {
    if (this.#stopped) return;
    const { database, nowMs } = this.#world();
    // One reading of the clock for both queries: a delivery that falls due between two readings would be
    // missed by both.
    const now = nowMs();
    const free = concurrency - this.#inFlight.size;
    const due = database
      .all(
        `select id, event_id, endpoint_id, attempts from delivery where state = 'pending' and next_at <= ? order by next_at, id limit ?`,
        now,
        free + this.#inFlight.size,
      )
      .filter(({ id }) => !this.#inFlight.has(Number(id)))
      .slice(0, Math.max(free, 0));
    if (this.#chaos.order === 'arrival') for (const delivery of due) void this.#deliver(delivery);
    else if (this.#inFlight.size === 0) void this.#deliverInOrder(due);
    const next = database.first(
      `select min(next_at) as at from delivery where state = 'pending' and next_at > ?`,
      now,
    );
    if (next?.at !== null && next?.at !== undefined) this.#wakeIn(Math.max(Number(next.at) - nowMs(), 10));
  }

  async #deliverInOrder(due: Row[]): Promise<void> {
    const ordered =
      this.#chaos.order === 'reverse'
        ? due.toReversed()
        : due
            .map((row) => ({ row, at: Math.random() }))
            .sort((a, b) => a.at - b.at)
            .map(({ row }) => row);
    for (const delivery of ordered) await this.#deliver(delivery);
  }

  async #deliver(delivery: Row): Promise<void> {
    if (this.#stopped) return;
    const id = Number(delivery.id);
    const controller = new AbortController();
    this.#inFlight.set(id, controller);
    const copies = Array.from({ length: this.#chaos.copies }, () => this.#send(delivery, controller.signal));
    const results = await Promise.all(copies);
    this.#inFlight.delete(id);
    if (this.#stopped) return;
    this.#record(
      delivery,
      results.find(({ status }) => status === null || status < 200 || status > 299) ?? results[0],
    );
    this.wake();
  }

  async #send(
    delivery: Row,
    aborted: AbortSignal,
  ): Promise<{ status: number | null; problem: string | null }> {
    const world = this.#world();
    const endpoint = world.store.find('webhook_endpoint', String(delivery.endpoint_id));
    const event = world.store.find('event', String(delivery.event_id));
    if (endpoint === null || event === null) return { status: null, problem: 'gone' };
    const body = JSON.stringify({ ...event, pending_webhooks: this.pendingFor(event.id) }, null, 2);
    const { secret } = world.store.secretsOf('webhook_endpoint', endpoint.id);
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([aborted, AbortSignal.timeout(answerWithinMs)]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (sandbox)',
          'stripe-signature': signatureFor(body, secret, Math.floor(Date.now() / 1_000)),
        },
      });
      await response.arrayBuffer();
      return { status: response.status, problem: null };
    } catch (error) {
      return { status: null, problem: error instanceof Error ? describe(error) : String(error) };
    }
  }

  #record(delivery: Row, result: { status: number | null; problem: string | null } | undefined): void {
    const { database, timings, nowMs } = this.#world();
    const { status = null, problem = null } = result ?? {};
    const attempts = Number(delivery.attempts) + 1;
    const waitMs = timings.retryAfterMs[attempts - 1];
    const succeeded = status !== null && status >= 200 && status <= 299;
    const state = succeeded ? 'delivered' : problem === 'gone' || waitMs === undefined ? 'failed' : 'pending';
    database.run(
      'update delivery set state = ?, attempts = ?, next_at = ?, answered_status = ?, problem = ? where id = ?',
      state,
      attempts,
      nowMs() + (waitMs ?? 0),
      status,
      problem,
      delivery.id ?? null,
    );
  }
}

const describe = (error: Error): string =>
  error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
