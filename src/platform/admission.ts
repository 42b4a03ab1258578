/**
 * Says no before latency collapses: a request is turned away before any work, where a no costs nothing, and never later.
 * What earns money goes last: first the ordinary requests are turned away, then those of a buyer in the middle of a purchase. Our own files,
 * health checks and the processor's webhooks have a room each: none takes a buyer's place, nor a buyer theirs, nor one of them another's.
 * One client gets a quarter of the customers' places, so a flood from one address never causes a refusal to another.
 */
import { plainPath } from '#kernel/page-languages.ts';
import { setTimeout as pause } from 'node:timers/promises';

export type Importance = 'file' | 'health' | 'webhook' | 'buying' | 'ordinary';
export type Trouble = 'in_flight' | 'client_in_flight' | 'event_loop' | 'pool';

/** How it stands with the database's connections. */
export type PoolLoad = { /** What the next one to ask is likely to wait. */ waitMs: number };

export type AdmissionSettings = {
  /** Customers' requests at work at once: half of them may be ordinary. Beside them a quarter as many webhooks, as many health checks and twice as many files. */
  inFlightAtMost: number;
  poolLoad: () => PoolLoad;
};

export type Admission = {
  /** Null lets it in. `client` is the address that limits count by. */
  trouble(importance: Importance, client: string): Trouble | null;
  /** Answers what must be called once, when its work has ended. */
  enter(importance: Importance, client: string): () => void;
  inFlight(): number;
  /**
   * For work that may wait while customers are served: resolves when few are at work. Beside a crowd that has lasted for half a minute one
   * after the other goes on, ten a second; beside one of five minutes all do.
   */
  untilCalm(): Promise<void>;
  /** Work that waits for calm goes on at once, and none waits from now on. */
  endWaits(): void;
  stop(): void;
};

const sampleEveryMs = 50;
/** Customers at work at once, over about the last second. */
const calmBelow = 2;
const calmSmoothing = sampleEveryMs / 1_000;
const giveWayMs = 30_000;
const giveWayPartlyMs = 300_000;
const besideCrowdEveryMs = 100;
type Room = 'files' | 'health' | 'webhooks' | 'customers';
const roomOf: Record<Importance, Room> = {
  ordinary: 'customers',
  buying: 'customers',
  webhook: 'webhooks',
  health: 'health',
  file: 'files',
};
const share: Record<Importance, number> = { ordinary: 0.5, buying: 1, webhook: 0.25, health: 1, file: 2 };
/** What one client may have at work of the places for customers. */
const clientShare = 0.25;
/** A browser opens six connections. In a small shop this is at most half of the places. */
const clientAtLeast = 8;
const clientPlaces = (places: number): number => Math.max(Math.min(clientAtLeast, Math.ceil(places / 2)), Math.floor(places * clientShare));
/** With fewer at work it is the machine that is slow, not the demand that is high: turning somebody away would help nobody. */
const crowdFrom = 8;
const loopLagAtMostMs: Record<Importance, number> = {
  ordinary: 250,
  buying: 1_000,
  webhook: Infinity,
  health: Infinity,
  file: Infinity,
};
const poolWaitAtMostMs: Record<Importance, number> = {
  ordinary: 500,
  buying: 2_500,
  webhook: Infinity,
  health: Infinity,
  file: Infinity,
};

export function createAdmission({ inFlightAtMost, poolLoad }: AdmissionSettings): Admission {
  const atWork: Record<Room, number> = { files: 0, health: 0, webhooks: 0, customers: 0 };
  /** Customers' requests at work by client. */
  const ofClient = new Map<string, number>();
  /** Fewer than eight clients are no crowd: the client that has much at work waits, and the others are served. */
  const isBystander = (own: number): boolean => own < crowdFrom && ofClient.size < crowdFrom;
  const crowd = { size: 0, sinceMs: performance.now() };
  let lastBesideMs = Number.NEGATIVE_INFINITY;
  let waitsEnded = false;
  const loop = watchLoop(() => {
    crowd.size += (atWork.customers - crowd.size) * calmSmoothing;
    if (crowd.size < calmBelow) crowd.sinceMs = performance.now();
  });
  const endWaits = (): void => {
    waitsEnded = true;
  };
  return {
    trouble(importance, client) {
      const room = roomOf[importance];
      const places = inFlightAtMost * share[importance];
      if (atWork[room] >= places) return 'in_flight';
      if (room !== 'customers') return null;
      const own = ofClient.get(client) ?? 0;
      if (own >= clientPlaces(places)) return 'client_in_flight';
      if (isBystander(own)) return null;
      if (atWork.customers >= crowdFrom && loop.lagMs() > loopLagAtMostMs[importance]) return 'event_loop';
      return poolLoad().waitMs > poolWaitAtMostMs[importance] ? 'pool' : null;
    },
    enter: (importance, client) => {
      const room = roomOf[importance];
      const count = (change: 1 | -1): void => {
        atWork[room] += change;
        if (room !== 'customers') return;
        const own = (ofClient.get(client) ?? 0) + change;
        if (own === 0) ofClient.delete(client);
        else ofClient.set(client, own);
      };
      count(1);
      return () => count(-1);
    },
    inFlight: () => atWork.files + atWork.health + atWork.webhooks + atWork.customers,
    async untilCalm() {
      while (!waitsEnded && crowd.size >= calmBelow) {
        const now = performance.now();
        const lastsMs = now - crowd.sinceMs;
        if (lastsMs >= giveWayPartlyMs) return;
        if (lastsMs >= giveWayMs && now - lastBesideMs >= besideCrowdEveryMs) {
          lastBesideMs = now;
          return;
        }
        await pause(sampleEveryMs);
      }
    },
    endWaits,
    stop() {
      endWaits();
      loop.stop();
    },
  };
}

/** How late a timer was the last time. One late turn could be a collection of garbage, so two in a row must be late. */
function watchLoop(onSample: () => void): { lagMs(): number; stop(): void } {
  let last = performance.now();
  let lags: [number, number] = [0, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    lags = [lags[1], Math.max(0, now - last - sampleEveryMs)];
    last = now;
    onSample();
  }, sampleEveryMs).unref();
  return { lagMs: () => Math.min(...lags), stop: () => clearInterval(timer) };
}

/** The one address that the processor calls. */
export const webhookPath = '/api/webhooks/stripe';

/** By method and path, because nothing of the request has been read yet. */
export function importanceOf(method: string, path: string): Importance {
  if (path === '/healthz' || path === '/readyz') return 'health';
  if (method === 'POST' && path === webhookPath) return 'webhook';
  // A purchase without its kept cart could be made twice by two tabs, so the keeping is let in as readily as the purchase.
  const isPurchase = (method === 'POST' || method === 'PUT') && /^\/api\/(payments\/|carts(\/|$))/.test(path);
  return isPurchase || isReturn(path) ? 'buying' : 'ordinary';
}

/** How a buyer who may just have been charged comes back, and the question that their page asks then. */
export const isReturn = (path: string): boolean =>
  /^\/(api\/orders\/[^/]+\/payment-status|payment-successful|payment\/success)$/.test(plainPath(path.replace(/\.data$/, '')));
