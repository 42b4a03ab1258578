/**
 * Faults that tests arm: the next matching call fails before or after it takes effect. "After" is the hard
 * case: the money has moved and the caller does not know it. Each service defines its kinds of failure
 * (`How`).
 */
export type Fault<How extends string> = {
  where: 'before' | 'after';
  how: How;
  /** Format: `POST /v1/payment_intents`. A star matches anything; null matches every call. */
  match: string | null;
  times: number;
  delayMs: number;
};

export class Faults<How extends string> {
  #armed: Fault<How>[] = [];

  arm(fault: Fault<How>): void {
    this.#armed.push(fault);
  }

  clear(): void {
    this.#armed = [];
  }

  get armed(): readonly Fault<How>[] {
    return this.#armed;
  }

  /** Returns and removes the first armed fault that matches this call and passes `suits`. */
  take(method: string, path: string, suits: (how: How) => boolean = () => true): Fault<How> | null {
    const fits = ({ match, how }: Fault<How>) =>
      (match === null || matches(match, `${method} ${path}`)) && suits(how);
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
