/**
 * What the server and the pages must agree on: how a page is rendered, and which pages may talk to the card processor.
 * A content security policy belongs to a document, so a payment page must be loaded as a document of its own.
 */

export type PageSettings = {
  /** Calls our own API in process. */
  apiFetch: typeof fetch;
  /** Repeated in the content security policy of the answer. */
  nonce: string;
  /** Told of bugs only: a refusal is an answer, and a visitor who left is no failure. */
  reportError: (error: unknown) => void;
};

/** Renders one page, or the data of one page. Never rejects for a page that fails: that is a page too. */
export type RenderPage = (request: Request, settings: PageSettings) => Promise<Response>;

const paymentPaths = ['/checkout', '/booster-checkout', '/profile'];
const privatePaths = [
  '/payment-successful',
  '/payment/success',
  '/credit-purchase-successful',
  '/booster-successful',
  '/reset-password',
  '/set-password',
  '/complete-registration',
];

/** True where the processor's script may run: only these pages carry the wider policy. */
export const isPaymentPath = (path: string): boolean => paymentPaths.includes(canonicalPath(path));

/** True for pages that belong to one person or carry a token in their address: never stored, no address passed on. */
export const isPrivatePath = (path: string): boolean => privatePaths.includes(canonicalPath(path));

/** One address for one page: small letters, single slashes, none at the end. */
export const canonicalPath = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1');
