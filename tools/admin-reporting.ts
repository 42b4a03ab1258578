/** Reporting commands for the operator: the monthly file for another bureau, and replies to customers' disputes. */
import { endedMonth, monthFile } from '#modules/credit-reporting/months.ts';
import { answerDispute, openDisputes } from '#modules/credit-reporting/disputes.ts';
import { complain, say, type Work } from './admin-command.ts';

export const reportingHelp = `  bureau-file [MONTH]       the seven variables of each Net 30 account at the end of a month (2026-10; the last one
                            without it), as CSV
  disputed-reports          reports that customers say are wrong, the oldest first
  answer-report REPORT TEXT answer one (rep_…); the customer reads the text in an email and at the report`;

const columns = ['account', 'business', 'as_of', 'manner', 'high', 'owing', 'past_due', 'terms', 'last_sale_on'] as const;

/** Quotes a CSV cell. A text that a spreadsheet would treat as a formula gets a leading apostrophe. */
const cell = (value: string | null): string => `"${(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

export const reportingCommands: Record<string, Work> = {
  'bureau-file': async ({ db, clock }, _config, [month = endedMonth(clock.now())]) => {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return complain(`${month} is not a month, such as 2026-10`);
    const rows = await monthFile(db, month);
    if (rows.length === 0) return complain(`There is nothing for ${month}: a month is written down when it has ended`);
    say(columns.join(','));
    for (const row of rows) say(columns.map((column) => cell(row[column])).join(','));
    return 0;
  },
  'disputed-reports': async ({ db }) => {
    const open = await openDisputes(db);
    // Quoted, because customer text could contain terminal control sequences.
    for (const { id, email, disputedAt, message } of open)
      say(`${disputedAt.toISOString()}  ${id}  ${JSON.stringify(email)}\n    ${JSON.stringify(message)}`);
    say(open.length === 0 ? 'No report is in dispute.' : `${open.length} in dispute. Answer within 30 days.`);
    return 0;
  },
  'answer-report': async (deps, _config, [id, ...words]) => {
    const answer = words.join(' ').trim();
    if (id === undefined || answer === '') return complain('answer-report needs a report (rep_…) and the text of the answer');
    if (!(await answerDispute(deps, id, answer))) return complain(`${id} is not in dispute`);
    say('Answered. The customer gets an email.');
    return 0;
  },
};
