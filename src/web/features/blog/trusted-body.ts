/**
 * The only place in the browser where a string becomes HTML. The content security policy blocks all others:
 * `trusted-types shop-blog`. The server sanitized the body. It is checked once more here and rejected if it
 * contains an element that posts may not have.
 */
import { isCleanBody } from '#content/post-body.ts';

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): unknown };
};

function checked(html: string): string {
  if (!isCleanBody(html)) throw new TypeError('The body of this post contains markup that is not allowed');
  return html;
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trustedTypes?.createPolicy('shop-blog', { createHTML: checked });

/** For `dangerouslySetInnerHTML`: returns TrustedHTML if the browser supports it, else a string. */
export const trustedBody = (html: string): string =>
  policy === undefined ? checked(html) : (policy.createHTML(html) as string);
