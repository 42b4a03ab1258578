/**
 * The headers that keep a page safe, in one place. A policy belongs to a document: payment pages may reach the card
 * processor, all others may reach nobody but us. Scripts run by nonce, or by hash on a page that many visitors share: a nonce that is
 * shared guards nothing. No inline style attribute runs on a public page.
 */
import { isConsolePath, isHiddenPath, isPaymentPath, isPrivatePath, isReturnToOpener } from '#kernel/pages.ts';

export type PolicySettings = {
  /** Null means Stripe itself; otherwise the origin of the sandbox that stands in for it. */
  sandboxOrigin: string | null;
  /** While developing, the module server needs its socket and its own style elements. */
  developing: boolean;
};

/** How a page's own scripts are told from others. `hashes` are for a page that is kept, and are kept with it. */
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

const nobody: Sources = { scripts: [], frames: [], connects: [], images: [], forms: [] };

const sentence = (rules: Record<string, string[]>): string =>
  Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

const reporting = { 'report-to': ['csp'], 'report-uri': [reportPath] };
/** At the console the editor of posts reads what somebody pastes, in a document that nobody sees. */
const trustedTypes = (path: string) => ({
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['shop-blog', ...(isConsolePath(path) ? ['ProseMirrorClipboard'] : [])],
});

/**
 * With hashes, files come from our own origin: a file that the page's own module imports counts as the page's, and has no nonce to show.
 * All that we serve besides scripts says what it is and may not be taken for a script.
 */
const scriptSources = (trust: Trust): string[] =>
  'nonce' in trust ? [`'nonce-${trust.nonce}'`, "'strict-dynamic'"] : ["'self'", ...trust.hashes.map((hash) => `'sha256-${hash}'`)];

function contentPolicy(path: string, trust: Trust, { sandboxOrigin, developing }: PolicySettings): string {
  const paying = isPaymentPath(path);
  const processor = !paying ? nobody : sandboxOrigin === null ? stripeSources : sandboxSources(sandboxOrigin);
  return sentence({
    // Firefox asks this rule before it fetches a page's data ahead of a press; what else would fall back to it is named below.
    'default-src': [paying ? "'none'" : "'self'"],
    ...(paying ? {} : { 'child-src': [isConsolePath(path) ? "'self'" : "'none'"], 'media-src': ["'none'"], 'worker-src': ["'none'"] }),
    'script-src': [...scriptSources(trust), ...processor.scripts],
    'style-src': ["'self'", ...(developing ? ["'unsafe-inline'"] : 'nonce' in trust ? [`'nonce-${trust.nonce}'`] : [])],
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
    // The processor's loader sets script addresses as plain text, so where it runs the strictest rule is reported and not enforced.
    ...(paying || developing ? {} : trustedTypes(path)),
    ...reporting,
  });
}

/** Headers of every answer, whatever it carries. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
} as const;

/** The policy of an answer that is no page: nothing in it may run, load or be framed. */
export const lifelessPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Only where the shop's own address says TLS: a browser that is told so over plain HTTP must not believe it, and a test shop has no TLS. */
export const transportHeaders = (publicOrigin: string): Record<string, string> =>
  publicOrigin.startsWith('https://') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } : {};

/** Headers of an HTML page or of its data at `path`. A page with hashes may be kept by others too. */
export function pageHeaders(path: string, trust: Trust, settings: PolicySettings): Record<string, string> {
  const personal = isPrivatePath(path);
  const paying = isPaymentPath(path);
  return {
    ...commonHeaders,
    ...(personal ? { 'referrer-policy': 'no-referrer' } : {}),
    ...(isHiddenPath(path) ? { 'x-robots-tag': 'noindex' } : {}),
    'content-security-policy': contentPolicy(path, trust, settings),
    ...(paying && !settings.developing ? { 'content-security-policy-report-only': sentence({ ...trustedTypes(path), ...reporting }) } : {}),
    'reporting-endpoints': `csp="${reportPath}"`,
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self "${settings.sandboxOrigin ?? 'https://js.stripe.com'}")`,
    'cross-origin-opener-policy': isReturnToOpener(path) ? 'unsafe-none' : paying ? 'same-origin-allow-popups' : 'same-origin',
    'cache-control': cacheRule(personal, trust),
  };
}

const cacheRule = (personal: boolean, trust: Trust): string => {
  if (personal) return 'no-store';
  // A nonce must not be shared, so nobody but this browser may keep such a page, and it asks again each time.
  return 'nonce' in trust ? 'private, no-cache' : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
};
