/**
 * A group of Elements, the result of `stripe.elements(options)`. It tracks whether `submit()` was called
 * before the confirmation. Every confirmation requires a new `submit()`, which is stricter than Stripe's
 * documentation.
 */
import type { StripeError } from '@stripe/stripe-js';
import { IntegrationError } from './errors.ts';
import { type GroupOptions, type PaymentElementOptions, readGroupOptions } from './options.ts';
import { PaymentElement } from './payment-element.ts';
import { isRecord } from './protocol.ts';

const otherTypes = new Set([
  'address',
  'card',
  'cardNumber',
  'cardExpiry',
  'cardCvc',
  'expressCheckout',
  'iban',
  'linkAuthentication',
  'paymentMethodMessaging',
  'shippingAddress',
  'taxId',
  'terms',
  'currencySelector',
  'contactDetails',
  'linkSignup',
  'auBankAccount',
  'paymentForm',
]);

export class ElementsGroup {
  #origin: string;
  #publishableKey: string;
  #raw: Record<string, unknown>;
  #options: GroupOptions;
  #payment: PaymentElement | null = null;
  #submitted = false;
  #updateListeners: (() => void)[] = [];

  constructor(origin: string, publishableKey: string, raw: unknown) {
    if (!isRecord(raw)) throw new IntegrationError('elements() expects an object with options.');
    this.#origin = origin;
    this.#publishableKey = publishableKey;
    this.#raw = raw;
    this.#options = readGroupOptions(raw);
  }

  get options(): GroupOptions {
    return this.#options;
  }

  get payment(): PaymentElement | null {
    return this.#payment;
  }

  create(type: unknown, options: PaymentElementOptions = {}): PaymentElement {
    if (type === 'paymentRequestButton')
      throw new IntegrationError(
        'The paymentRequestButton Element is no longer supported. Use the expressCheckout Element instead.',
      );
    if (typeof type === 'string' && otherTypes.has(type))
      throw new IntegrationError(`This sandbox has no "${type}" Element; it has the payment Element only.`);
    if (type !== 'payment')
      throw new IntegrationError(`A valid Element name must be provided. You specified: ${String(type)}.`);
    if (this.#payment !== null)
      throw new IntegrationError(
        'Can only create one Element of type payment through the same elements group.',
      );
    if (this.#options.mode === null && this.#options.clientSecret === null) {
      throw new IntegrationError(
        'To create a payment Element, pass `mode` or `clientSecret` when creating the elements group.',
      );
    }
    this.#payment = new PaymentElement({
      origin: this.#origin,
      publishableKey: this.#publishableKey,
      options,
      group: () => this.#options,
      onFree: () => {
        this.#payment = null;
        this.#submitted = false;
      },
    });
    return this.#payment;
  }

  /** Accepts a name or one of the React components, which have their name in `__elementType`. */
  getElement(typeOrComponent: unknown): PaymentElement | null {
    const type =
      typeof typeOrComponent === 'string'
        ? typeOrComponent
        : typeof typeOrComponent === 'function' || isRecord(typeOrComponent)
          ? Reflect.get(Object(typeOrComponent), '__elementType')
          : null;
    return type === 'payment' ? this.#payment : null;
  }

  update(changes: unknown): Promise<void> {
    if (!isRecord(changes)) throw new IntegrationError('elements.update() expects an object with options.');
    if (changes.clientSecret !== undefined || changes.fonts !== undefined)
      throw new IntegrationError('elements.update() cannot change `clientSecret` or `fonts`.');
    const merged = { ...this.#raw, ...changes };
    this.#options = readGroupOptions(merged);
    this.#raw = merged;
    this.#payment?.restyle();
    return Promise.resolve().then(() => {
      for (const listener of this.#updateListeners) listener();
    });
  }

  async fetchUpdates(): Promise<{ error?: { message: string } }> {
    return {};
  }

  on(event: unknown, listener: unknown): void {
    if (event !== 'update-end' || typeof listener !== 'function')
      throw new IntegrationError(`Invalid event name for elements.on(): ${String(event)}.`);
    this.#updateListeners.push(() => listener());
  }

  off(_event: unknown, _listener: unknown): void {
    this.#updateListeners = [];
  }

  async submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: 'card' }> {
    if (this.#payment === null)
      throw new IntegrationError('elements.submit() needs a payment Element in the group.');
    if (!this.#payment.isMounted)
      throw new IntegrationError('elements.submit() needs a mounted payment Element.');
    const error = await this.#payment.validate();
    this.#submitted = error === null;
    return error === null ? { selectedPaymentMethod: 'card' } : { error };
  }

  /** Called once per confirmation. A missing `submit()` is a mistake in the shop's code, not in the input. */
  useSubmission(method: string): PaymentElement {
    if (this.#payment === null || !this.#payment.isMounted)
      throw new IntegrationError(
        `Invalid value for stripe.${method}(): elements should have a mounted payment Element.`,
      );
    if (this.#options.mode !== null && !this.#submitted) {
      throw new IntegrationError(
        `elements.submit() must be called before stripe.${method}(). ` +
          'Call it as soon as the customer presses pay, before any other asynchronous work, and wait until it succeeds.',
      );
    }
    this.#submitted = false;
    return this.#payment;
  }
}
