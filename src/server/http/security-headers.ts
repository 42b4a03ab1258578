/**
 * Defines the security headers of pages. Payment pages may reach the card processor; all others may reach
 * only us. Scripts run by nonce, or by hash on a shared page, because a shared nonce protects nothing. Public
 * pages allow no inline style attributes.
 */
import {
  isConsolePath,
  isHiddenPath,
  isPaymentPath,
  isPrivatePath,
  isReturnToOpener,
} from '#contract/pages.ts';

export type PolicySettings = {
  /** Null: Stripe. Otherwise the origin of the Stripe sandbox. */
  sandboxOrigin: string | null;
  /** In development the module server needs its socket and its own style elements. */
  developing: boolean;
};

/** How a page's own scripts are recognized. `hashes` are for a cached page and are cached with it. */
export type Trust = { nonce: string } | { hashes: string[] };

export const reportPath = '/api/csp-report';

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

const noSources: Sources = { scripts: [], frames: [], connects: [], images: [], forms: [] };

const sentence = (rules: Record<string, string[]>): string =>
  Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

const reporting = { 'report-to': ['csp'], 'report-uri': [reportPath] };
/** The post editor in the console parses pasted content in a hidden document. */
const trustedTypes = (path: string) => ({
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['shop-blog', ...(isConsolePath(path) ? ['ProseMirrorClipboard'] : [])],
});

/**
 * With hashes, scripts may also come from our origin, because modules imported by a trusted script carry no
 * nonce. Our other files have correct types and `nosniff`, so they cannot run as scripts.
 */
const scriptSources = (trust: Trust): string[] =>
  'nonce' in trust
    ? [`'nonce-${trust.nonce}'`, "'strict-dynamic'"]
    : ["'self'", ...trust.hashes.map((hash) => `'sha256-${hash}'`)];

function contentPolicy(path: string, trust: Trust, { sandboxOrigin, developing }: PolicySettings): string {
  const paying = isPaymentPath(path);
  const processor = !paying
    ? noSources
    : sandboxOrigin === null
      ? stripeSources
      : sandboxSources(sandboxOrigin);
  return sentence({
    // Firefox checks this directive before it prefetches a page's data. Every other kind of request has a
    // separate directive below.
    'default-src': [paying ? "'none'" : "'self'"],
    ...(paying
      ? {}
      : {
          'child-src': [isConsolePath(path) ? "'self'" : "'none'"],
          'media-src': ["'none'"],
          'worker-src': ["'none'"],
        }),
    'script-src': [...scriptSources(trust), ...processor.scripts],
    'style-src': [
      "'self'",
      ...(developing ? ["'unsafe-inline'"] : 'nonce' in trust ? [`'nonce-${trust.nonce}'`] : []),
    ],
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
    // The processor's loader sets script addresses as plain text, so its pages do not enforce trusted types.
    ...(paying || developing ? {} : trustedTypes(path)),
    ...reporting,
  });
}

/** Headers of every response. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
} as const;

/** The policy of a response that is not a page: it may not run, load, or be framed. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Only when the public address uses HTTPS. Browsers must ignore HSTS over plain HTTP, and a test shop has no
 * TLS.
 */
export const transportHeaders = (publicOrigin: string): Record<string, string> =>
  publicOrigin.startsWith('https://')
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
    : {};

/** Headers of an HTML page, or its data, at `path`. A page with hashes may be cached by shared caches. */
export function pageHeaders(path: string, trust: Trust, settings: PolicySettings): Record<string, string> {
  const personal = isPrivatePath(path);
  const paying = isPaymentPath(path);
  return {
    ...commonHeaders,
    ...(personal ? { 'referrer-policy': 'no-referrer' } : {}),
    ...(isHiddenPath(path) ? { 'x-robots-tag': 'noindex' } : {}),
    'content-security-policy': contentPolicy(path, trust, settings),
    ...(paying && !settings.developing
      ? { 'content-security-policy-report-only': sentence({ ...trustedTypes(path), ...reporting }) }
      : {}),
    'reporting-endpoints': `csp="${reportPath}"`,
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self "${settings.sandboxOrigin ?? 'https://js.stripe.com'}")`,
    'cross-origin-opener-policy': isReturnToOpener(path)
      ? 'unsafe-none'
      : paying
        ? 'same-origin-allow-popups'
        : 'same-origin',
    'cache-control': cacheRule(personal, trust),
  };
}

const cacheRule = (personal: boolean, trust: Trust): string => {
  if (personal) return 'no-store';
  // A nonce must not be shared, so only this browser may store the page, and it revalidates each time.
  return 'nonce' in trust
    ? 'private, no-cache'
    : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
};
