/**
 * The one place where a string becomes markup in the browser. Pages carry a policy that refuses all others: `trusted-types shop-blog`.
 * The server has cleaned the body; here it is only looked at once more, and refused if it holds an element that no post may have.
 */
import { isCleanBody } from '#kernel/post-body.ts';

type TrustedTypes = { createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): unknown } };

function checked(html: string): string {
  if (!isCleanBody(html)) throw new TypeError('The body of this post holds what no post may hold');
  return html;
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trustedTypes?.createPolicy('shop-blog', { createHTML: checked });

/** For `dangerouslySetInnerHTML`, which takes trusted markup where the browser knows of it, and a string elsewhere. */
export const trustedBody = (html: string): string => (policy === undefined ? checked(html) : (policy.createHTML(html) as string));
