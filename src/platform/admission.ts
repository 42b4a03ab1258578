/**
 * Rejects excess requests before latency collapses. A request is rejected before any work is done for it,
 * never later. Ordinary requests are rejected first, then those of a buyer in the middle of a purchase.
 * Static files, health checks, and the processor's webhooks have separate limits, so none of them uses up
 * places for buyers. One client gets a quarter of the customers' places, so a flood from one address never
 * causes a rejection for another.
 */
import { plainPath } from '#kernel/page-languages.ts';
import { setTimeout as pause } from 'node:timers/promises';

export type Importance = 'file' | 'health' | 'webhook' | 'buying' | 'ordinary';
export type OverloadCause = 'in_flight' | 'client_in_flight' | 'event_loop' | 'pool';

/** The load on the database's connection pool. */
export type PoolLoad = { /** How long the next caller is likely to wait for a connection. */ waitMs: number };

export type AdmissionSettings = {
  /**
   * Customers' requests in flight; half of them may be ordinary. Webhooks may use a quarter of this number,
   * health checks as many, and files twice as many, each in addition.
   */
  inFlightAtMost: number;
  poolLoad: () => PoolLoad;
};

export type Admission = {
  /** Returns null when the request is admitted. `client` is the address used for rate limits. */
  trouble(importance: Importance, client: string): OverloadCause | null;
  /** Counts the request as in flight. Call the returned function once when its work has ended. */
  enter(importance: Importance, client: string): () => void;
  inFlight(): number;
  /**
   * For work that can wait while customers are served: resolves when few requests are in flight. After 30 s
   * of crowding, waiting work proceeds at ten tasks a second. After 5 minutes, all of it proceeds.
   */
  untilCalm(): Promise<void>;
  /** Releases all work that waits for calm and disables further waits. */
  endWaits(): void;
  stop(): void;
};

const sampleEveryMs = 50;
/** Average of customers' requests in flight over about the last second. */
const lowLoadRequests = 2;
const loadSmoothing = sampleEveryMs / 1_000;
const yieldMs = 30_000;
const yieldPartlyMs = 300_000;
const besideCrowdEveryMs = 100;
type RequestGroup = 'files' | 'health' | 'webhooks' | 'customers';
const groupOf: Record<Importance, RequestGroup> = {
  ordinary: 'customers',
  buying: 'customers',
  webhook: 'webhooks',
  health: 'health',
  file: 'files',
};
const share: Record<Importance, number> = { ordinary: 0.5, buying: 1, webhook: 0.25, health: 1, file: 2 };
/** Share of the customers' request slots that one client may use. */
const clientShare = 0.25;
/** A browser opens six connections. In a small shop this is at most half of the slots. */
const clientAtLeast = 8;
const clientPlaces = (places: number): number =>
  Math.max(Math.min(clientAtLeast, Math.ceil(places / 2)), Math.floor(places * clientShare));
/**
 * With fewer requests in flight, the machine is slow rather than overloaded. Rejecting requests would not
 * help.
 */
const crowdedAt = 8;
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
  const activeByGroup: Record<RequestGroup, number> = { files: 0, health: 0, webhooks: 0, customers: 0 };
  /** Customers' requests in flight by client. */
  const ofClient = new Map<string, number>();
  /**
   * With fewer than eight clients, only the client with many requests in flight waits; the others are served.
   */
  const isBystander = (ownRequests: number): boolean => ownRequests < crowdedAt && ofClient.size < crowdedAt;
  const crowd = { size: 0, sinceMs: performance.now() };
  let lastBesideMs = Number.NEGATIVE_INFINITY;
  let waitsEnded = false;
  const loop = watchLoop(() => {
    crowd.size += (activeByGroup.customers - crowd.size) * loadSmoothing;
    if (crowd.size < lowLoadRequests) crowd.sinceMs = performance.now();
  });
  const endWaits = (): void => {
    waitsEnded = true;
  };
  return {
    trouble(importance, client) {
      const group = groupOf[importance];
      const places = inFlightAtMost * share[importance];
      if (activeByGroup[group] >= places) return 'in_flight';
      if (group !== 'customers') return null;
      const ownRequests = ofClient.get(client) ?? 0;
      if (ownRequests >= clientPlaces(places)) return 'client_in_flight';
      if (isBystander(ownRequests)) return null;
      if (activeByGroup.customers >= crowdedAt && loop.lagMs() > loopLagAtMostMs[importance])
        return 'event_loop';
      return poolLoad().waitMs > poolWaitAtMostMs[importance] ? 'pool' : null;
    },
    enter: (importance, client) => {
      const group = groupOf[importance];
      const count = (change: 1 | -1): void => {
        activeByGroup[group] += change;
        if (group !== 'customers') return;
        const ownRequests = (ofClient.get(client) ?? 0) + change;
        if (ownRequests === 0) ofClient.delete(client);
        else ofClient.set(client, ownRequests);
      };
      count(1);
      return () => count(-1);
    },
    inFlight: () =>
      activeByGroup.files + activeByGroup.health + activeByGroup.webhooks + activeByGroup.customers,
    async untilCalm() {
      while (!waitsEnded && crowd.size >= lowLoadRequests) {
        const now = performance.now();
        const lastsMs = now - crowd.sinceMs;
        if (lastsMs >= yieldPartlyMs) return;
        if (lastsMs >= yieldMs && now - lastBesideMs >= besideCrowdEveryMs) {
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

/**
 * Measures how late the timer fires. One late turn may be garbage collection, so two in a row must be late.
 */
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

/** The only address that the processor calls. */
export const webhookPath = '/api/webhooks/stripe';

/** Decides by method and path, because nothing else of the request has been read yet. */
export function importanceOf(method: string, path: string): Importance {
  if (path === '/healthz' || path === '/readyz') return 'health';
  if (method === 'POST' && path === webhookPath) return 'webhook';
  // Saving the cart is as important as buying: without a saved cart, two tabs could make the same purchase
  // twice.
  const isPurchase = (method === 'POST' || method === 'PUT') && /^\/api\/(payments\/|carts(\/|$))/.test(path);
  return isPurchase || isReturn(path) ? 'buying' : 'ordinary';
}

/** The pages to which a possibly charged buyer returns, and the status request that those pages send. */
export const isReturn = (path: string): boolean =>
  /^\/(api\/orders\/[^/]+\/payment-status|payment-successful|payment\/success)$/.test(
    plainPath(path.replace(/\.data$/, '')),
  );
