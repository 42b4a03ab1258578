/** An authenticator app in a test's hand. Its clock is the shop's; a code that is spent makes the test move on by half a minute. */
import { Secret, TOTP } from 'otpauth';
import { contract } from '#contract/contract.ts';
import type { Customer } from './a-customer.ts';
import type { Shop } from './a-shop.ts';

export type Authenticator = {
  secret: string;
  recoveryCodes: string[];
  /** A code that was not used yet: the shop's clock goes on to the next step. */
  nextCode(): string;
};

export const stepMs = 30_000;

export const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at.getTime() });

/** Turns two-factor log-in on as a person would. */
export async function turnOnTwoFactor(shop: Shop, person: Pick<Customer, 'call' | 'password'>): Promise<Authenticator> {
  const { secret } = await person.call(contract.startTwoFactor, { body: { password: person.password } });
  const nextCode = (): string => {
    shop.travel(stepMs);
    return codeOf(secret, shop.deps.clock.now());
  };
  const { recoveryCodes } = await person.call(contract.confirmTwoFactor, { body: { code: nextCode() } });
  return { secret, recoveryCodes, nextCode };
}
