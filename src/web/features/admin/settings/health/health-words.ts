/** Health as text: a sentence and a severity for each part. */
import type { Health } from './calls.ts';

export type Part = { title: string; tone: 'ok' | 'warn' | 'danger' | 'plain'; says: string; more?: string[] };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const counted = (count: number, singular: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : many}`;

/** "3 minutes", "2 hours", "5 days", or "less than a minute". */
export function spanOf(ms: number): string {
  if (ms < minuteMs) return 'less than a minute';
  if (ms < hourMs) return counted(Math.floor(ms / minuteMs), 'minute', 'minutes');
  if (ms < 2 * dayMs) return counted(Math.floor(ms / hourMs), 'hour', 'hours');
  return counted(Math.floor(ms / dayMs), 'day', 'days');
}

const size = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
export const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${size.format(bytes / 1e6)} MB` : `${size.format(bytes / 1e9)} GB`;

const since = (now: string, at: string): number => Date.parse(now) - Date.parse(at);
const ago = (now: string, at: string): string => `${spanOf(since(now, at))} ago`;

/**
 * Related parts are together, most urgent first. The rest follow in the order in which operators check them.
 */
export const partsOf = (health: Health): Part[] => [
  queue('Jobs', ['job is due', 'jobs are due'], health.queues.jobs, health.now),
  queue('Queued emails', ['email is queued', 'emails are queued'], health.queues.emails, health.now),
  queue(
    'Card processor webhooks',
    ['webhook is unprocessed', 'webhooks are unprocessed'],
    health.queues.webhooks,
    health.now,
  ),
  failedJobs(health),
  emails(health),
  processor(health),
  sweeps(health),
  contradictions(health),
  disk(health),
  program(health),
  backup(health),
  verified(health),
  chaos(health),
];

function queue(
  title: string,
  [one, many]: [string, string],
  { waiting, oldestAt }: Health['queues']['jobs'],
  now: string,
): Part {
  if (waiting === 0 || oldestAt === null) return { title, tone: 'ok', says: 'The queue is empty.' };
  const age = since(now, oldestAt);
  return {
    title,
    tone: age > hourMs ? 'danger' : age > 10 * minuteMs ? 'warn' : 'ok',
    says: `${counted(waiting, one, many)}; the oldest is ${spanOf(age)} old.`,
  };
}

function failedJobs({ givenUp: jobs, now }: Health): Part {
  const title = 'Failed jobs';
  if (jobs.length === 0) return { title, tone: 'ok', says: 'None in the last seven days.' };
  const all = jobs.reduce((sum, { count }) => sum + count, 0);
  return {
    title,
    tone: 'danger',
    says: `${counted(all, 'job has', 'jobs have')} failed after all retries in the last seven days. See the log for the reasons.`,
    more: jobs.map(({ job, count, lastAt }) => `${job}: ${count}, the last ${ago(now, lastAt)}`),
  };
}

function emails({ emails: { sentInADay, failedInAWeek, lastFailedAt }, now }: Health): Part {
  const sentText = `${counted(sentInADay, 'email', 'emails')} sent in the last day.`;
  if (lastFailedAt === null)
    return { title: 'Emails', tone: 'ok', says: `${sentText} None failed in the last week.` };
  const failed = `${failedInAWeek.toLocaleString('en-US')} failed in the last week, the last ${ago(now, lastFailedAt)}.`;
  return { title: 'Emails', tone: 'warn', says: `${sentText} ${failed}` };
}

function processor({ processor: failures }: Health): Part {
  const title = 'Card processor API calls';
  if (failures.length === 0) return { title, tone: 'ok', says: 'None failed since this process started.' };
  const all = failures.reduce((sum, { count }) => sum + count, 0);
  return {
    title,
    tone: 'warn',
    says: `${counted(all, 'call', 'calls')} failed since this process started.`,
    more: failures.map(({ call, kind, count }) => `${call}, ${kind.replaceAll('_', ' ')}: ${count}`),
  };
}

/** Each runs at least once a day, whatever the settings. */
function sweeps({ sweeps: all, now }: Health): Part {
  const title = 'Scheduled jobs';
  if (all.length === 0) return { title, tone: 'plain', says: 'No scheduled job has finished yet.' };
  const lateJobs = all.filter(({ lastAt }) => since(now, lastAt) > 1.1 * dayMs);
  return {
    title,
    tone: lateJobs.length > 0 ? 'warn' : 'ok',
    says:
      lateJobs.length > 0
        ? `${counted(lateJobs.length, 'job has', 'jobs have')} not finished within a day: ${lateJobs.map(({ name }) => name).join(', ')}.`
        : `All ${all.length} finished within the last day.`,
    more: all.map(({ name, lastAt }) => `${name}: ${ago(now, lastAt)}`),
  };
}

function contradictions({ invariants, now }: Health): Part {
  const title = 'Data consistency';
  if (invariants === null || invariants.lookedAt === null)
    return { title, tone: 'plain', says: 'Not checked yet. The check runs every five minutes.' };
  const { violations, lookedAt, allCheckedAt, failedAt } = invariants;
  const checkedText = `Checked ${ago(now, lookedAt)}${allCheckedAt === null ? '' : `, in full ${ago(now, allCheckedAt)}`}.`;
  if ((violations ?? 0) > 0)
    return {
      title,
      tone: 'danger',
      says: `${violations} found. Run npm run admin -- verify for details. ${checkedText}`,
    };
  if (failedAt !== null)
    return {
      title,
      tone: 'warn',
      says: `The last check failed to complete, ${ago(now, failedAt)}. ${checkedText}`,
    };
  return {
    title,
    tone: since(now, lookedAt) > 30 * minuteMs ? 'warn' : 'ok',
    says: `No problems found. ${checkedText}`,
  };
}

function disk({ disk: found, database }: Health): Part {
  const held = `The database uses ${sizeOf(database.bytes)}.`;
  if (found === null)
    return { title: 'Disk', tone: 'plain', says: `Data is stored on other machines. ${held}` };
  const share = found.totalBytes === 0 ? 0 : found.freeBytes / found.totalBytes;
  return {
    title: 'Disk',
    tone: share < 0.1 ? 'danger' : share < 0.2 ? 'warn' : 'ok',
    says: `${sizeOf(found.freeBytes)} of ${sizeOf(found.totalBytes)} are free. ${held}`,
  };
}

function program({ process, database: { version }, now }: Health): Part {
  const title = 'Version';
  if (process === null) return { title, tone: 'plain', says: `PostgreSQL ${version}.` };
  const built = process.builtAt === null ? '' : `, built ${ago(now, process.builtAt)}`;
  return {
    title,
    tone: 'plain',
    says: `${process.version}${built}. This process has run for ${spanOf(since(now, process.startedAt))}, on PostgreSQL ${version}.`,
  };
}

function backup({ backup: last, now }: Health): Part {
  const title = 'Backup';
  if (last === null)
    return {
      title,
      tone: 'warn',
      says: 'No backup recorded. After each backup, run: npm run admin -- note-result backup good "location"',
    };
  const summary = last.summary === '' ? '' : `: ${last.summary}`;
  if (!last.isGood)
    return { title, tone: 'danger', says: `The last one failed ${ago(now, last.at)}${summary}.` };
  return {
    title,
    tone: since(now, last.at) > 2 * dayMs ? 'warn' : 'ok',
    says: `The last one was made ${ago(now, last.at)}${summary}.`,
  };
}

const linesOf = (summary: string): string[] => summary.split('\n').filter((line) => line.trim() !== '');

function verified({ verify: last, now }: Health): Part {
  const title = 'Full verification';
  if (last === null) return { title, tone: 'warn', says: 'Never run. To run it: npm run admin -- verify' };
  return {
    title,
    tone: last.isGood ? (since(now, last.at) > 35 * dayMs ? 'warn' : 'ok') : 'danger',
    says: `${last.isGood ? 'All checks passed' : 'Problems found'} ${ago(now, last.at)}. To run it again: npm run admin -- verify`,
    more: linesOf(last.summary),
  };
}

function chaos({ chaos: last, now }: Health): Part {
  const title = 'Chaos tests';
  if (last === null)
    return {
      title,
      tone: 'plain',
      says: 'No run recorded. Run npm run lab -- chaos before a release, on a machine without traffic.',
    };
  return {
    title,
    tone: last.isGood ? 'ok' : 'danger',
    says: `${last.isGood ? 'No data was lost or duplicated' : 'An invariant was violated'}, ${ago(now, last.at)}.`,
    more: linesOf(last.summary),
  };
}
