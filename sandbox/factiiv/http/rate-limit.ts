/** How many calls a key has made in its current minute. The minute begins with its first call, by the sandbox's time. */
const minuteMs = 60_000;

export class RateLimit {
  readonly #windows = new Map<string, { startMs: number; calls: number }>();

  /** Counts a call. Answers the seconds to wait when it is one too many, else null. */
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
