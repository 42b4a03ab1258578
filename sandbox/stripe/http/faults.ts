/**
 * Faults that tests arm: the next matching call fails before or after it was carried out. "After" is the cruel one:
 * the money moved and the caller does not know.
 */
export type Fault = {
  where: 'before' | 'after';
  /** `delay` holds the call for `delayMs` and then lets it pass, which is how two calls under one key can meet. */
  how: '500' | '503' | 'timeout' | 'reset' | 'delay';
  /** `POST /v1/payment_intents`; a star stands for anything. Null matches every call. */
  match: string | null;
  times: number;
  delayMs: number;
};

export class Faults {
  #armed: Fault[] = [];

  arm(fault: Fault): void {
    this.#armed.push(fault);
  }

  clear(): void {
    this.#armed = [];
  }

  get armed(): readonly Fault[] {
    return this.#armed;
  }

  /** Takes the first armed fault for this call, if there is one, and uses it up. A replay can only lose its connection. */
  take(method: string, path: string, isReplay: boolean): Fault | null {
    const fits = ({ match, how }: Fault) =>
      (match === null || matches(match, `${method} ${path}`)) && (!isReplay || how === 'reset' || how === 'timeout');
    const fault = this.#armed.find(fits);
    if (fault === undefined) return null;
    fault.times -= 1;
    if (fault.times <= 0) this.#armed = this.#armed.filter((other) => other !== fault);
    return { ...fault };
  }
}

function matches(pattern: string, call: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`).test(call);
}
