/**
 * Counts the calls of a key in its current minute. The minute begins with its first call, by the sandbox's
 * clock.
 */
const minuteMs = 60_000;

export class RateLimit {
  readonly #windows = new Map<string, { startMs: number; calls: number }>();

  /** Counts a call. Returns the seconds to wait when the limit is exceeded, otherwise null. */
  take(keyId: string, nowMs: number, perMinute: number | null): number | null {
    if (perMinute === null) return null;
    const found = this.#windows.get(keyId);
    const isCurrent = found !== undefined && nowMs >= found.startMs && nowMs < found.startMs + minuteMs;
    const window = isCurrent ? found : { startMs: nowMs, calls: 0 };
    if (!isCurrent) this.#windows.set(keyId, window);
    if (window.calls >= perMinute) return Math.max(1, Math.ceil((window.startMs + minuteMs - nowMs) / 1_000));
    window.calls += 1;
    return null;
  }

  clear(): void {
    this.#windows.clear();
  }
}
