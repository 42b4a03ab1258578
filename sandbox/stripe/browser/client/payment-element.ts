/**
 * The payment Element in the shop's page: an iframe on the sandbox's origin. `mount` runs before React
 * attaches listeners, so no event is sent synchronously. `destroy` allows a new Element of this type in the
 * group.
 */
import type { StripeError } from '@stripe/stripe-js';
import { connectionError, IntegrationError } from './errors.ts';
import type { GroupOptions, PaymentElementOptions } from './options.ts';
import {
  type BillingDetails,
  type FromFrame,
  type Appearance,
  readFromFrame,
  type ToFrame,
  wrap,
} from './protocol.ts';
import { schemeOf, backgroundBehind } from './scheme.ts';

type Listener = (event: unknown) => void;
type Reply = { error: StripeError | null; paymentMethod: string | null };
const eventNames = new Set([
  'ready',
  'change',
  'focus',
  'blur',
  'escape',
  'loaderror',
  'loaderstart',
  'availablepaymentmethodschange',
  'carddetailschange',
  'savedpaymentmethodupdate',
  'savedpaymentmethodremove',
  'click',
  'networkschange',
]);
const loadDeadlineMs = 15_000;

export class PaymentElement {
  readonly elementType = 'payment';
  isReady = false;
  #origin: string;
  #publishableKey: string;
  #group: () => GroupOptions;
  #onFree: () => void;
  #options: PaymentElementOptions;
  #listeners = new Map<string, { callback: Listener; once: boolean }[]>();
  #frame: HTMLIFrameElement | null = null;
  #frameId = '';
  #waiting = new Map<string, (reply: Reply) => void>();
  #unsent: ToFrame[] = [];
  #loadTimer = 0;
  #surface: string | null = null;
  #destroyed = false;

  constructor(setup: {
    origin: string;
    publishableKey: string;
    options: PaymentElementOptions;
    group: () => GroupOptions;
    onFree: () => void;
  }) {
    this.#origin = setup.origin;
    this.#publishableKey = setup.publishableKey;
    this.#options = setup.options;
    this.#group = setup.group;
    this.#onFree = setup.onFree;
  }

  get options(): PaymentElementOptions {
    return this.#options;
  }

  get isMounted(): boolean {
    return this.#frame !== null;
  }

  mount(target: string | HTMLElement): void {
    this.#refuseDestroyed();
    const node = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!(node instanceof HTMLElement))
      throw new IntegrationError('The selector or node given to mount() does not exist in the page.');
    if (this.#frame !== null) {
      if (node.contains(this.#frame)) return;
      this.unmount();
    }
    this.#frameId = `card-${crypto.randomUUID()}`;
    this.#frame = cardFrame(this.#origin, this.#frameId);
    window.addEventListener('message', this.#hear);
    window.addEventListener('transitionend', this.#followSurface, true);
    node.append(this.#frame);
    queueMicrotask(() => this.#emit('loaderstart', {}));
    this.#loadTimer = window.setTimeout(() => {
      this.#giveUp(connectionError());
      this.#emit('loaderror', { error: connectionError() });
    }, loadDeadlineMs);
  }

  unmount(): void {
    window.removeEventListener('message', this.#hear);
    window.removeEventListener('transitionend', this.#followSurface, true);
    window.clearTimeout(this.#loadTimer);
    this.#frame?.remove();
    this.#frame = null;
    this.isReady = false;
    this.#giveUp({ type: 'validation_error', message: 'The payment form was closed.' });
  }

  destroy(): void {
    this.#refuseDestroyed();
    this.unmount();
    this.#destroyed = true;
    this.#listeners.clear();
    this.#onFree();
  }

  update(changes: PaymentElementOptions): this {
    this.#refuseDestroyed();
    this.#options = { ...this.#options, ...changes };
    this.restyle();
    return this;
  }

  focus(): void {
    this.#frame?.focus();
    this.#tell({ type: 'focus' });
  }

  blur(): void {
    this.#tell({ type: 'blur' });
  }

  clear(): void {
    this.#tell({ type: 'clear' });
  }

  collapse(): this {
    return this;
  }

  on(event: string, callback: Listener): this {
    return this.#listen(event, callback, false);
  }

  once(event: string, callback: Listener): this {
    return this.#listen(event, callback, true);
  }

  off(event: string, callback?: Listener): this {
    const stored =
      callback === undefined
        ? []
        : (this.#listeners.get(event) ?? []).filter((listener) => listener.callback !== callback);
    this.#listeners.set(event, stored);
    return this;
  }

  /** Validates the fields in the frame and shows errors there. Returns null when all are valid. */
  async validate(): Promise<StripeError | null> {
    return (await this.#ask({ type: 'submit' })).error;
  }

  /** Creates a payment method in the frame. The card itself never leaves the frame's origin. */
  createPaymentMethod(billingDetails: BillingDetails): Promise<Reply> {
    return this.#ask({ type: 'create', publishableKey: this.#publishableKey, billingDetails });
  }

  restyle(): void {
    const { appearance, fonts, mode, setupFutureUsage } = this.#group();
    const saves = mode === 'setup' || setupFutureUsage !== null;
    const shown = this.#options.terms?.card ?? 'auto';
    const business = this.#options.business?.name ?? 'this shop';
    this.#surface = this.#frame === null ? null : backgroundBehind(this.#frame);
    const allOptions: Appearance = {
      appearance,
      fonts,
      scheme: schemeOf(appearance),
      surface: this.#surface,
      terms:
        shown === 'always' || (shown === 'auto' && saves)
          ? `By giving your card details you allow ${business} to charge your card for future payments under their terms.`
          : null,
      readOnly: this.#options.readOnly ?? false,
    };
    if (this.#frame !== null) this.#frame.style.colorScheme = allOptions.scheme;
    this.#tell({ type: 'look', appearance: allOptions });
  }

  /** A page that fades between themes has its final color only after the transition. */
  #followSurface = (): void => {
    if (this.isReady && this.#frame !== null && backgroundBehind(this.#frame) !== this.#surface)
      this.restyle();
  };

  #listen(event: string, callback: Listener, once: boolean): this {
    if (!eventNames.has(event))
      throw new IntegrationError(`Invalid event name for the payment Element: ${event}.`);
    if (typeof callback !== 'function') throw new IntegrationError('An event listener should be a function.');
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), { callback, once }]);
    return this;
  }

  #emit(event: string, details: Record<string, unknown>): void {
    for (const listener of this.#listeners.get(event) ?? []) {
      if (listener.once) this.off(event, listener.callback);
      listener.callback({ elementType: 'payment', ...details });
    }
  }

  #tell(message: ToFrame): void {
    this.#frame?.contentWindow?.postMessage(wrap(this.#frameId, message), this.#origin);
  }

  #ask(
    message: { type: 'submit' } | { type: 'create'; publishableKey: string; billingDetails: BillingDetails },
  ): Promise<Reply> {
    const request = crypto.randomUUID();
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve);
      if (this.isReady) this.#tell({ ...message, request });
      else this.#unsent.push({ ...message, request });
    });
  }

  #giveUp(error: StripeError): void {
    for (const answer of this.#waiting.values()) answer({ error, paymentMethod: null });
    this.#waiting.clear();
    this.#unsent = [];
  }

  #hear = (event: MessageEvent): void => {
    if (event.origin !== this.#origin || this.#frame === null || event.source !== this.#frame.contentWindow)
      return;
    const message = readFromFrame(event.data, this.#frameId);
    if (message !== null) this.#receive(message, this.#frame);
  };

  #receive(message: FromFrame, frame: HTMLIFrameElement): void {
    switch (message.type) {
      case 'loaded':
        return this.restyle();
      case 'size':
        frame.style.height = `${message.height}px`;
        return;
      case 'ready':
        window.clearTimeout(this.#loadTimer);
        if (this.isReady) return;
        this.isReady = true;
        for (const unsent of this.#unsent.splice(0)) this.#tell(unsent);
        return this.#emit('ready', {});
      case 'change':
        return this.#emit('change', {
          empty: message.empty,
          complete: message.complete,
          collapsed: false,
          value: { type: 'card' },
        });
      case 'reply':
        this.#waiting.get(message.request)?.({ error: message.error, paymentMethod: message.paymentMethod });
        this.#waiting.delete(message.request);
        return;
      case 'enter':
        return pressDefaultButton(frame.closest('form'));
      default:
        return this.#emit(message.type, {});
    }
  }

  #refuseDestroyed(): void {
    if (this.#destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
  }
}

/** Styles are set through the style object, because the shop's content policy blocks style attributes. */
function cardFrame(origin: string, frameId: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = 'Secure payment input frame';
  frame.name = frameId;
  frame.src = `${origin}/elements/card.html#${new URLSearchParams({ frame: frameId, parent: window.location.origin })}`;
  frame.allow = 'payment *';
  Object.assign(frame.style, {
    display: 'block',
    border: '0',
    margin: '-6px',
    width: 'calc(100% + 12px)',
    maxWidth: 'none',
    height: '230px',
    background: 'transparent',
  });
  return frame;
}

/** Enter in a card field clicks the form's submit button unless it is disabled, as in any form field. */
function pressDefaultButton(form: HTMLFormElement | null): void {
  if (form === null) return;
  const button = form.querySelector<HTMLButtonElement | HTMLInputElement>(
    'button:not([type]), button[type="submit"], input[type="submit"]',
  );
  if (button === null) form.requestSubmit();
  else if (!button.disabled) button.click();
}
