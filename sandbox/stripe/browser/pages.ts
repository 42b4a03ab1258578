/**
 * The two pages that the sandbox shows inside the shop: the card fields and the 3-D Secure challenge. Plain
 * HTML with a strict content policy and no inline script or style. All data is escaped by Hono's `html`.
 */
import { html } from 'hono/html';

export const framePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' http: https:; font-src data: http: https:; connect-src 'self'; " +
  "form-action 'self' http: https:; base-uri 'none'";

export const cardPage = (): ReturnType<typeof html> => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Secure payment input frame</title>
    <link rel="stylesheet" href="/elements/card.css">
    <script defer src="/elements/card-frame.js"></script>
  </head>
  <body>
    <main hidden aria-label="Card details">
      <form novalidate>
        <div class="grid">
          <div class="Field wide">
            <label class="Label" for="payment-numberInput">Card number</label>
            <div class="box">
              <input class="Input" id="payment-numberInput" name="number" type="text" inputmode="numeric" autocomplete="cc-number"
                placeholder="1234 1234 1234 1234" aria-required="true" aria-invalid="false" aria-describedby="payment-numberError" spellcheck="false">
              <span id="brand" aria-hidden="true"></span>
            </div>
            <p class="Error" id="payment-numberError" role="alert" hidden></p>
          </div>
          <div class="Field">
            <label class="Label" for="payment-expiryInput">Expiration date</label>
            <input class="Input" id="payment-expiryInput" name="expiry" type="text" inputmode="numeric" autocomplete="cc-exp"
              placeholder="MM / YY" aria-required="true" aria-invalid="false" aria-describedby="payment-expiryError" spellcheck="false">
            <p class="Error" id="payment-expiryError" role="alert" hidden></p>
          </div>
          <div class="Field">
            <label class="Label" for="payment-cvcInput">Security code</label>
            <input class="Input" id="payment-cvcInput" name="cvc" type="text" inputmode="numeric" autocomplete="cc-csc"
              placeholder="CVC" aria-required="true" aria-invalid="false" aria-describedby="payment-cvcError" spellcheck="false">
            <p class="Error" id="payment-cvcError" role="alert" hidden></p>
          </div>
        </div>
        <p class="note" id="terms" hidden></p>
        <p class="note">Test mode: no money moves. Try <span class="number">4242 4242 4242 4242</span> with any future date and any security code.</p>
      </form>
    </main>
  </body>
</html>`;

export type Question = { id: string; amount: string | null; cardEnding: string; canCancel: boolean };

export const challengePage = (question: Question): ReturnType<typeof html> => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Confirm it is you</title>
    <link rel="stylesheet" href="/3ds/challenge.css">
    <script src="/3ds/challenge-page.js"></script>
  </head>
  <body>
    <main>
      <p class="mark">Sandbox Bank</p>
      <h1>Confirm it is you</h1>
      <p>Your bank wants to check that you are the owner of this card.</p>
      <dl>
        <dt>Card</dt><dd>•••• ${question.cardEnding}</dd>
        ${question.amount === null ? '' : html`<dt>Amount</dt><dd>${question.amount}</dd>`}
      </dl>
      <form method="post" action="/3ds/${question.id}">
        <button name="outcome" value="complete">Complete authentication</button>
        <button name="outcome" value="fail">Fail authentication</button>
        ${question.canCancel ? html`<button name="outcome" value="cancel">Cancel</button>` : ''}
      </form>
    </main>
  </body>
</html>`;

export const answeredPage = (sentence: string): ReturnType<typeof html> => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Card authentication</title>
    <link rel="stylesheet" href="/3ds/challenge.css">
  </head>
  <body><main><p class="mark">Sandbox Bank</p><h1>${sentence}</h1><p>You can close this page.</p></main></body>
</html>`;
