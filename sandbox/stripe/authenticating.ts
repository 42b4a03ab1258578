/**
 * Applies the answer to a 3-D Secure challenge, given once on the bank's page or through the control API: the
 * payment or setup continues or fails.
 */
import { chargeAfterChallenge, failAuthentication } from './charging.ts';
import type { Challenge } from './kinds.ts';
import { failSetupAuthentication, finishSetup } from './setting-up.ts';
import { type Call, internalCall, type World } from './world.ts';

export type ChallengeResult = {
  kind: Challenge['intentKind'];
  intentId: string;
  /** The resulting status of the intent, such as `succeeded` or `requires_payment_method`. */
  status: string;
  /**
   * For the redirect flow: the return address with `payment_intent`, `payment_intent_client_secret`, and
   * `redirect_status`.
   */
  redirectUrl: string | null;
};

/**
 * Completes a 3-D Secure challenge. A closed challenge is not changed; its current state is returned. Returns
 * null when unknown.
 */
export function completeChallenge(
  world: World,
  id: string,
  outcome: 'pass' | 'fail',
): ChallengeResult | null {
  const result = world.database.step(() => {
    const challenge = world.store.find('challenge', id);
    if (challenge === null) return null;
    if (challenge.status === 'open') answer(internalCall(world), challenge, outcome);
    return resultOf(world, challenge);
  });
  world.webhooks.wake();
  return result;
}

function answer(call: Call, challenge: Challenge, outcome: 'pass' | 'fail'): void {
  const { store } = call.world;
  store.save('challenge', { ...challenge, status: outcome === 'pass' ? 'passed' : 'failed' });
  if (challenge.intentKind === 'payment_intent') {
    const intent = store.get('payment_intent', challenge.intent);
    if (outcome === 'pass') chargeAfterChallenge(call, intent);
    else failAuthentication(call, intent);
    return;
  }
  const intent = store.get('setup_intent', challenge.intent);
  if (outcome === 'pass') finishSetup(call, intent);
  else failSetupAuthentication(call, intent);
}

function resultOf(world: World, challenge: Challenge): ChallengeResult {
  const intent = world.store.get(challenge.intentKind, challenge.intent);
  let redirectUrl: string | null = null;
  if (challenge.returnUrl !== null) {
    const url = new URL(challenge.returnUrl);
    url.searchParams.set(challenge.intentKind, intent.id);
    url.searchParams.set(`${challenge.intentKind}_client_secret`, intent.client_secret ?? '');
    url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
    redirectUrl = url.href;
  }
  return { kind: challenge.intentKind, intentId: intent.id, status: intent.status, redirectUrl };
}
