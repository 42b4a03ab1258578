/**
 * What browsers report when a page breaks its content security policy. Anybody may send anything here, so it is read with care, counted,
 * and answered with 204 whatever it says: a browser has no use for an answer. Addresses are logged without their query, which may hold a token.
 * Many reports of one kind are one line a minute: the log belongs to the shop, not to whoever reports most.
 */
import type { Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Deps } from '#platform/deps.ts';
import { readText } from '#platform/mount.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import { currentRequest, nameRoute } from '#platform/request-context.ts';
import type { Clock } from '#ports/clock.ts';
import { reportPath } from './security-headers.ts';

const reportAtMostBytes = 20_000;
/** One browser sends several at once, and each says much the same. */
const reportsAtOnce = 20;
const perMinute = 60;
const perMinuteOfAll = 600;
const minuteMs = 60_000;
const linesAMinute = 20;

const text = z.string().max(4_000).optional();
/** The older form, one report in an object of its own. */
const ReportUri = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    disposition: text,
  }),
});
/** One of the Reporting API's, which sends a list of reports of any kind. */
const ReportTo = z.object({
  type: z.literal('csp-violation'),
  url: text,
  body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text, disposition: text }),
});

export type PolicyReport = { page: string; rule: string; blocked: string; source: string; isEnforced: boolean };

/** Rules that our policies have. Labels of a measurement must not come from outside. */
const rules = new Set(
  'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src frame-src manifest-src base-uri form-action frame-ancestors object-src require-trusted-types-for trusted-types'.split(
    ' ',
  ),
);

type ReportDeps = Pick<Deps, 'log' | 'metrics' | 'clock' | 'publicOrigin'>;

export function policyReportRoute(api: Hono, { log, metrics, clock, publicOrigin }: ReportDeps, rateLimits: RateLimits | undefined): void {
  const isNews = onceAMinute(clock);
  const isTooMany = (client: string): boolean =>
    rateLimits !== undefined &&
    (rateLimits.glance({ name: 'policy_reports', perMinute }, client) !== null ||
      rateLimits.glance({ name: 'policy_reports_of_all', perMinute: perMinuteOfAll }, '') !== null);
  api.post(reportPath, async (context) => {
    nameRoute(reportPath);
    if (isTooMany(currentRequest()?.client ?? '')) return done(context);
    const received = await readText(context, reportAtMostBytes).catch(() => '');
    const ours = readReports(received).filter(({ page }) => originOf(page) === originOf(publicOrigin));
    for (const report of ours.slice(0, reportsAtOnce)) {
      metrics?.policyReported(report.rule);
      if (!report.isEnforced) log.debug({ report }, 'a page would break a stricter content security policy');
      else if (isNews(report)) log.warn({ report }, 'a page broke its content security policy');
    }
    return done(context);
  });
}

const done = (context: Context): Response => context.body(null, 204, { 'cache-control': 'no-store' });

/**
 * True for a kind of which there was no line within the last minute, while there is room for one. A kind is a rule and the host that was
 * blocked: a page that is broken by an extension reports each of its addresses.
 */
function onceAMinute(clock: Clock): (report: PolicyReport) => boolean {
  const told = new LRUCache<string, true>({
    max: linesAMinute,
    ttl: minuteMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return ({ rule, blocked }) => {
    const kind = `${rule} ${hostOf(blocked)}`;
    told.purgeStale();
    if (told.has(kind) || told.size >= linesAMinute) return false;
    told.set(kind, true);
    return true;
  };
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);
/** Words such as `inline` are their own host; of an address such as `data:…` the scheme is enough. */
const hostOf = (blocked: string): string => (URL.canParse(blocked) ? new URL(blocked).host || new URL(blocked).protocol : blocked);

/** No reports where the text is none of the two forms. */
export function readReports(received: string): PolicyReport[] {
  const value = parse(received);
  const old = ReportUri.safeParse(value);
  if (old.success) {
    const report = old.data['csp-report'];
    return [
      toReport({
        page: report['document-uri'],
        rule: report['effective-directive'] ?? report['violated-directive'],
        blocked: report['blocked-uri'],
        source: report['source-file'],
        disposition: report.disposition,
      }),
    ];
  }
  return (Array.isArray(value) ? value : []).flatMap((item) => {
    const { data } = ReportTo.safeParse(item);
    if (data === undefined) return [];
    const { documentURL, effectiveDirective, blockedURL, sourceFile, disposition } = data.body;
    return [toReport({ page: documentURL ?? data.url, rule: effectiveDirective, blocked: blockedURL, source: sourceFile, disposition })];
  });
}

type Told = Partial<Record<'page' | 'rule' | 'blocked' | 'source' | 'disposition', string>>;

function toReport({ page = '', rule = '', blocked = '', source = '', disposition }: Told): PolicyReport {
  const [name = ''] = rule.split(' ');
  return {
    page: withoutQuery(page),
    rule: rules.has(name) ? name : 'other',
    blocked: withoutQuery(blocked),
    source: withoutQuery(source),
    isEnforced: disposition !== 'report',
  };
}

/** Words such as `inline` stay as they are. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '').slice(0, 300);

function parse(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return null;
  }
}
