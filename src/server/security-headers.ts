/**
 * The headers that keep a page safe, in one place. A policy belongs to a document: payment pages may reach the card
 * processor, all others may reach nobody but us. Scripts run by nonce only; no inline style attribute runs on a public page.
 */
import { isPaymentPath, isPrivatePath } from '#kernel/pages.ts';

export type PolicySettings = {
  /** Null means Stripe itself; otherwise the origin of the sandbox that stands in for it. */
  sandboxOrigin: string | null;
  /** While developing, the module server needs its socket and its own style elements. */
  developing: boolean;
};

type Sources = { scripts: string[]; frames: string[]; connects: string[]; images: string[]; forms: string[] };

const stripeSources: Sources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connects: ['https://api.stripe.com'],
  images: ['https://*.stripe.com'],
  forms: ['https://hooks.stripe.com'],
};

const sandboxSources = (origin: string): Sources => ({
  scripts: [origin],
  frames: [origin],
  connects: [origin],
  images: [origin],
  forms: [origin],
});

const nobody: Sources = { scripts: [], frames: [], connects: [], images: [], forms: [] };

function contentPolicy(path: string, nonce: string, { sandboxOrigin, developing }: PolicySettings): string {
  const paying = isPaymentPath(path);
  const processor = !paying ? nobody : sandboxOrigin === null ? stripeSources : sandboxSources(sandboxOrigin);
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...processor.scripts],
    'style-src': ["'self'", developing ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    ...(paying ? { 'style-src-attr': ["'unsafe-inline'"] } : {}),
    'img-src': ["'self'", 'data:', ...processor.images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(developing ? ['ws:', 'http:'] : []), ...processor.connects],
    ...(paying ? { 'frame-src': processor.frames } : {}),
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...processor.forms],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    // The processor's loader sets script addresses as plain text, so the strictest rule stays off where it runs.
    ...(paying || developing ? {} : { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['shop-blog'] }),
  };
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Headers of every answer, whatever it carries. Transport security is for the operator's TLS end, which alone knows of it. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
} as const;

/** Headers of an HTML page or of its data at `path`. */
export function pageHeaders(path: string, nonce: string, settings: PolicySettings): Record<string, string> {
  const personal = isPrivatePath(path);
  const paying = isPaymentPath(path);
  return {
    ...commonHeaders,
    ...(personal ? { 'referrer-policy': 'no-referrer' } : {}),
    ...(personal || paying ? { 'x-robots-tag': 'noindex' } : {}),
    'content-security-policy': contentPolicy(path, nonce, settings),
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self "${settings.sandboxOrigin ?? 'https://js.stripe.com'}")`,
    'cross-origin-opener-policy': paying ? 'same-origin-allow-popups' : 'same-origin',
    // The nonce must not be shared, so nobody but this browser may keep the page, and it asks again each time.
    'cache-control': personal ? 'no-store' : 'private, no-cache',
  };
}
