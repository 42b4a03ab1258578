/**
 * The script at `/endive/stripe.js` that defines `window.Stripe`. Its own address gives the sandbox's origin,
 * so nothing needs configuration. `createToken`, `createPaymentMethod`, and `confirmCardPayment` exist only
 * because the wrappers check for them; they throw.
 */
import { type Api, type Intent, type Kind, type Outcome, retrieveIntent } from './api.ts';
import { confirm, handleNextAction } from './confirm.ts';
import { ElementsGroup } from './elements-group.ts';
import { IntegrationError } from './errors.ts';
import { kindOfSecret } from './options.ts';
import { isRecord } from './protocol.ts';

const script = document.currentScript;
const scriptOrigin =
  script instanceof HTMLScriptElement && script.src !== ''
    ? new URL(script.src).origin
    : window.location.origin;

class SandboxStripe {
  #api: Api;
  #wrappers: unknown[] = [];

  constructor(publishableKey: unknown, options: unknown) {
    if (typeof publishableKey !== 'string' || publishableKey.trim() === '')
      throw new IntegrationError('Please call Stripe() with your publishable key. You used an empty string.');
    if (/^(sk|rk)_/.test(publishableKey))
      throw new IntegrationError(
        'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
      );
    if (!/^pk_test_\w+$/.test(publishableKey))
      throw new IntegrationError('The sandbox accepts only a publishable test key (pk_test_…).');
    if (options !== undefined && !isRecord(options))
      throw new IntegrationError('Stripe() expects an object as its second argument.');
    this.#api = { origin: scriptOrigin, publishableKey };
  }

  elements(options: unknown = {}): ElementsGroup {
    return new ElementsGroup(this.#api.origin, this.#api.publishableKey, options);
  }

  async confirmPayment(options: unknown) {
    return named('payment', await confirm(this.#api, 'payment', options));
  }

  async confirmSetup(options: unknown) {
    return named('setup', await confirm(this.#api, 'setup', options));
  }

  async handleNextAction(options: unknown) {
    const outcome = await handleNextAction(this.#api, options);
    return named(outcome.kind, outcome);
  }

  async retrievePaymentIntent(clientSecret: unknown) {
    return this.#retrieve('payment', clientSecret);
  }

  async retrieveSetupIntent(clientSecret: unknown) {
    return this.#retrieve('setup', clientSecret);
  }

  async createPaymentMethod(): Promise<never> {
    throw new IntegrationError(
      'This sandbox makes payment methods only while confirming. Use confirmPayment or confirmSetup.',
    );
  }

  async createToken(): Promise<never> {
    throw new IntegrationError('This sandbox does not make tokens. Use the payment Element.');
  }

  async confirmCardPayment(): Promise<never> {
    throw new IntegrationError('This sandbox does not have confirmCardPayment. Use confirmPayment.');
  }

  registerAppInfo(info: unknown): void {
    this.#wrappers.push(info);
  }

  _registerWrapper(info: unknown): void {
    this.#wrappers.push(info);
  }

  async #retrieve(kind: Kind, clientSecret: unknown) {
    if (typeof clientSecret !== 'string' || kindOfSecret(clientSecret) !== kind) {
      throw new IntegrationError(
        `Invalid value for stripe.${kind === 'payment' ? 'retrievePaymentIntent' : 'retrieveSetupIntent'}(): a client secret is needed.`,
      );
    }
    return named(kind, await retrieveIntent(this.#api, kind, clientSecret));
  }
}

function named(kind: Kind, outcome: Outcome<Intent>) {
  if (outcome.error !== undefined) return { error: outcome.error };
  return kind === 'payment' ? { paymentIntent: outcome.value } : { setupIntent: outcome.value };
}

const Stripe = (publishableKey: unknown, options?: unknown): SandboxStripe =>
  new SandboxStripe(publishableKey, options);
Stripe.version = 'endive';

if (Reflect.has(window, 'Stripe'))
  console.warn('The sandbox script was loaded a second time; the first one stays.');
else Reflect.set(window, 'Stripe', Stripe);
