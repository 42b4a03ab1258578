/**
 * Reporting commands for the operator: the monthly file for another bureau, and replies to customers'
 * disputes.
 */
import { endedMonth, monthFile } from '#modules/credit-reporting/months.ts';
import { answerDispute, openDisputes } from '#modules/credit-reporting/disputes.ts';
import { complain, say, type Work } from './admin-command.ts';

export const reportingHelp = `  bureau-file [MONTH]       print the seven variables of each Net 30 account at the end of a month (2026-10; default:
                            last month) as CSV
  disputed-reports          list disputed reports, oldest first
  answer-report REPORT TEXT answer a disputed report (rep_…); the customer gets the text by email and sees it in the profile`;

const columns = [
  'account',
  'business',
  'as_of',
  'manner',
  'high',
  'owing',
  'past_due',
  'terms',
  'last_sale_on',
] as const;

/** Quotes a CSV cell. A text that a spreadsheet would treat as a formula gets a leading apostrophe. */
const cell = (value: string | null): string =>
  `"${(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

export const reportingCommands: Record<string, Work> = {
  'bureau-file': async ({ db, clock }, _config, [month = endedMonth(clock.now())]) => {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      return complain(`${month} is not a month. Use a format such as 2026-10`);
    const rows = await monthFile(db, month);
    if (rows.length === 0) return complain(`No data for ${month}. A month is recorded once it has ended`);
    say(columns.join(','));
    for (const row of rows) say(columns.map((column) => cell(row[column])).join(','));
    return 0;
  },
  'disputed-reports': async ({ db }) => {
    const open = await openDisputes(db);
    // Quoted, because customer text could contain terminal control sequences.
    for (const { id, email, disputedAt, message } of open)
      say(`${disputedAt.toISOString()}  ${id}  ${JSON.stringify(email)}\n    ${JSON.stringify(message)}`);
    say(
      open.length === 0 ? 'No disputed reports.' : `${open.length} disputed reports. Answer within 30 days.`,
    );
    return 0;
  },
  'answer-report': async (deps, _config, [id, ...words]) => {
    const answer = words.join(' ').trim();
    if (id === undefined || answer === '')
      return complain('answer-report needs a report ID (rep_…) and an answer');
    if (!(await answerDispute(deps, id, answer))) return complain(`${id} is not disputed`);
    say('Answer saved. The customer gets an email.');
    return 0;
  },
};
