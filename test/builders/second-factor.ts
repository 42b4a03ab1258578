/**
 * An authenticator app for tests. It uses the shop's clock. After a code is used, the test moves the clock by
 * 30 s.
 */
import { Secret, TOTP } from 'otpauth';
import { contract } from '#contract/contract.ts';
import type { Customer } from './customer.ts';
import type { Shop } from './shop.ts';

export type Authenticator = {
  secret: string;
  recoveryCodes: string[];
  /** Returns an unused code. Moves the shop's clock to the next time step. */
  nextCode(): string;
};

export const stepMs = 30_000;

export const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });

/** Turns on two-factor log-in over the API. */
export async function turnOnTwoFactor(
  shop: Shop,
  person: Pick<Customer, 'call' | 'password'>,
): Promise<Authenticator> {
  const { secret } = await person.call(contract.startTwoFactor, { body: { password: person.password } });
  const nextCode = (): string => {
    shop.travel(stepMs);
    return codeOf(secret, shop.deps.clock.now());
  };
  const { recoveryCodes } = await person.call(contract.confirmTwoFactor, { body: { code: nextCode() } });
  return { secret, recoveryCodes, nextCode };
}
