/**
 * The script of the card frame. It runs on the sandbox's origin inside the shop's page, holds the card, and
 * exposes only the id of a payment method. It accepts messages from one window and one origin: the page that
 * opened it.
 */
import type { StripeError } from '@stripe/stripe-js';
import { call } from './api.ts';
import type { FieldName } from './card-rules.ts';
import { CardFields } from './fields.ts';
import { applyAppearance } from './appearance.ts';
import { type FromFrame, readToFrame, type ToFrame, wrap } from './protocol.ts';

const settings = new URLSearchParams(window.location.hash.slice(1));
const frameId = settings.get('frame') ?? '';
const shopOrigin = settings.get('parent') ?? '';
const fields = new CardFields(report);
const content = document.querySelector('main') ?? document.body;
const terms = document.querySelector<HTMLElement>('#terms');
let reported = { empty: true, complete: false };
let isDressed = false;

const postToShop = (message: FromFrame): void =>
  window.parent.postMessage(wrap(frameId, message), shopOrigin);

/** Reports only whether fields are empty, filled, complete, or invalid, never their content. */
function report(): void {
  const state = { empty: fields.isEmpty, complete: fields.isComplete };
  if (state.empty === reported.empty && state.complete === reported.complete) return;
  reported = state;
  postToShop({ type: 'change', ...state });
}

function handleMessage(message: ToFrame): void {
  switch (message.type) {
    case 'look':
      return dress(message.appearance);
    case 'focus':
      return fields.focus();
    case 'blur':
      return document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined;
    case 'clear':
      return fields.clear();
    case 'submit':
      return postToShop({ type: 'reply', request: message.request, error: review(), paymentMethod: null });
    case 'create':
      void create(message);
  }
}

function dress(appearance: Extract<ToFrame, { type: 'look' }>['appearance']): void {
  applyAppearance(appearance, document.documentElement);
  fields.lock(appearance.readOnly);
  if (terms !== null) {
    terms.textContent = appearance.terms ?? '';
    terms.hidden = appearance.terms === null;
  }
  if (isDressed) return;
  isDressed = true;
  content.hidden = false;
  measure();
  postToShop({ type: 'ready' });
}

function review(): StripeError | null {
  const problem = fields.review();
  return problem === null ? null : { type: 'validation_error', code: problem.code, message: problem.message };
}

async function create(message: Extract<ToFrame, { type: 'create' }>): Promise<void> {
  const problem = review();
  if (problem !== null)
    return postToShop({ type: 'reply', request: message.request, error: problem, paymentMethod: null });
  const created = await call(
    { origin: window.location.origin, publishableKey: message.publishableKey },
    'POST',
    '/v1/payment_methods',
    {
      type: 'card',
      card: fields.details,
      billing_details: message.billingDetails,
    },
  );
  if (created.error !== undefined) blame(created.error);
  const id = created.value?.id;
  postToShop({
    type: 'reply',
    request: message.request,
    error: created.error ?? null,
    paymentMethod: typeof id === 'string' ? id : null,
  });
}

/** `param` is Stripe's name of the field: number, exp_month, exp_year, cvc, with or without form brackets. */
function blame(error: StripeError): void {
  const name = /(number|exp|cvc)/.exec(error.param ?? '')?.[1];
  const blamed: FieldName | null =
    name === 'number' || name === 'cvc' ? name : name === 'exp' ? 'expiry' : null;
  if (blamed !== null) fields.blame(blamed, error.message ?? 'Your card was not accepted.');
}

function measure(): void {
  postToShop({ type: 'size', height: Math.ceil(content.getBoundingClientRect().height) });
}

window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== shopOrigin) return;
  const message = readToFrame(event.data, frameId);
  if (message !== null) handleMessage(message);
});
document.addEventListener('focusin', (event) => {
  if (event.relatedTarget === null) postToShop({ type: 'focus' });
});
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget === null) postToShop({ type: 'blur' });
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') postToShop({ type: 'escape' });
  if (event.key === 'Enter') postToShop({ type: 'enter' });
});
document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());

if (window.parent !== window && frameId !== '' && URL.canParse(shopOrigin)) {
  new ResizeObserver(measure).observe(content);
  postToShop({ type: 'loaded' });
}
