/**
 * Receives the reports that browsers send when a page violates its content security policy. The endpoint is
 * public, so input is parsed defensively, counted, and always answered with 204. Addresses are logged without
 * their query, which may contain a token. Reports of one kind are logged at most once a minute, so that no
 * client can fill the log.
 */
import type { Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Deps } from '#modules/shared/deps.ts';
import { readText } from '#platform/mount.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import { currentRequest, nameRoute } from '#platform/request-context.ts';
import type { Clock } from '#ports/clock.ts';
import { reportPath } from './security-headers.ts';

const reportAtMostBytes = 20_000;
/** One browser sends several at once, and most repeat each other. */
const reportsPerRequest = 20;
const perMinute = 60;
const perMinuteOfAll = 600;
const minuteMs = 60_000;
const linesAMinute = 20;

const text = z.string().max(4_000).optional();
/** The older `report-uri` format: one report in an object. */
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
/** The Reporting API format: a list of reports of any kind. */
const ReportTo = z.object({
  type: z.literal('csp-violation'),
  url: text,
  body: z.object({
    documentURL: text,
    effectiveDirective: text,
    blockedURL: text,
    sourceFile: text,
    disposition: text,
  }),
});

export type PolicyReport = {
  page: string;
  rule: string;
  blocked: string;
  source: string;
  isEnforced: boolean;
};

/** The directives in our policies. Metric labels must not come from outside. */
const rules = new Set(
  'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src frame-src manifest-src base-uri form-action frame-ancestors object-src require-trusted-types-for trusted-types'.split(
    ' ',
  ),
);

type ReportDeps = Pick<Deps, 'log' | 'metrics' | 'clock' | 'publicOrigin'>;

export function policyReportRoute(
  api: Hono,
  { log, metrics, clock, publicOrigin }: ReportDeps,
  rateLimits: RateLimits | undefined,
): void {
  const isNews = createReportLimiter(clock);
  const isTooMany = (client: string): boolean =>
    rateLimits !== undefined &&
    (rateLimits.glance({ name: 'policy_reports', perMinute }, client) !== null ||
      rateLimits.glance({ name: 'policy_reports_of_all', perMinute: perMinuteOfAll }, '') !== null);
  api.post(reportPath, async (context) => {
    nameRoute(reportPath);
    if (isTooMany(currentRequest()?.client ?? '')) return done(context);
    const received = await readText(context, reportAtMostBytes).catch(() => '');
    const ownReports = readReports(received).filter(({ page }) => originOf(page) === originOf(publicOrigin));
    for (const report of ownReports.slice(0, reportsPerRequest)) {
      metrics?.policyReported(report.rule);
      if (!report.isEnforced)
        log.debug({ report }, 'a page would violate a stricter content security policy');
      else if (isNews(report)) log.warn({ report }, 'a page violated its content security policy');
    }
    return done(context);
  });
}

const done = (context: Context): Response => context.body(null, 204, { 'cache-control': 'no-store' });

/**
 * True when this kind was not logged within the last minute and there is room for another kind. A kind is a
 * directive and the blocked host, because a page broken by an extension reports each of its addresses.
 */
function createReportLimiter(clock: Clock): (report: PolicyReport) => boolean {
  const reported = new LRUCache<string, true>({
    max: linesAMinute,
    ttl: minuteMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return ({ rule, blocked }) => {
    const kind = `${rule} ${hostOf(blocked)}`;
    reported.purgeStale();
    if (reported.has(kind) || reported.size >= linesAMinute) return false;
    reported.set(kind, true);
    return true;
  };
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);
/** Keywords such as `inline` stay as they are; for an address such as `data:…` the scheme is enough. */
const hostOf = (blocked: string): string =>
  URL.canParse(blocked) ? new URL(blocked).host || new URL(blocked).protocol : blocked;

/** Returns no reports when the text matches neither format. */
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
    return [
      toReport({
        page: documentURL ?? data.url,
        rule: effectiveDirective,
        blocked: blockedURL,
        source: sourceFile,
        disposition,
      }),
    ];
  });
}

type ReportFacts = Partial<Record<'page' | 'rule' | 'blocked' | 'source' | 'disposition', string>>;

function toReport({
  page = '',
  rule = '',
  blocked = '',
  source = '',
  disposition,
}: ReportFacts): PolicyReport {
  const [name = ''] = rule.split(' ');
  return {
    page: withoutQuery(page),
    rule: rules.has(name) ? name : 'other',
    blocked: withoutQuery(blocked),
    source: withoutQuery(source),
    isEnforced: disposition !== 'report',
  };
}

/** Keywords such as `inline` stay as they are. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '').slice(0, 300);

function parse(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return null;
  }
}
