/** Emails about reporting to Factiiv: what was rejected, how the score moved, and what a month has brought. None of them promises a score. */
import { plainEmail } from './account.ts';
import type { Words } from './account-words.ts';
import type { EmailContent } from './layout.ts';

export type ReportingNews =
  | { kind: 'report_rejected'; what: string; reason: string }
  | { kind: 'score_changed'; from: number | null; to: number | null }
  | { kind: 'bureau_revoked'; cause: 'taken_back' | 'lost' }
  | { kind: 'report_answered'; what: string; answer: string }
  | { kind: 'reporting_month'; month: string; reported: number; accepted: number; rejected: number; waiting: number; takenBack: number };

export type ReportingEmailKind = ReportingNews['kind'];
type News<Kind extends ReportingEmailKind> = Extract<ReportingNews, { kind: Kind }>;

const reports = { label: 'See your reports', path: '/profile/reports' };
const profile = { label: 'Open your profile', path: '/profile' };
const number = (value: number | null): string => (value === null ? 'no score' : String(value));
const count = (value: number, word: string): string => `${value} ${word}${value === 1 ? '' : 's'}`;

const words: { [Kind in ReportingEmailKind]: (news: News<Kind>) => Words } = {
  report_rejected: ({ what, reason }) => ({
    subject: 'Factiiv rejected a report',
    preview: `${what} is not in your file.`,
    title: 'A report was rejected',
    paragraphs: [
      `${what} was rejected, so it is not in your file at Factiiv.`,
      reason === '' ? 'Factiiv gave no reason.' : `The reason that was given: ${reason}`,
      'If you rejected it yourself at Factiiv, there is nothing to do. If it is wrong, tell us from the report: a person answers within 30 days.',
    ],
    button: reports,
    notes: [],
  }),
  score_changed: ({ from, to }) => ({
    subject: 'Your Factiiv score has changed',
    preview: `From ${number(from)} to ${number(to)}.`,
    title: 'Your Factiiv score has changed',
    paragraphs: [
      `It went from ${number(from)} to ${number(to)}.`,
      'The score is made by Factiiv, from everything that is reported about your business. We report what you bought and paid here, and nothing else.',
    ],
    button: profile,
    notes: [],
  }),
  bureau_revoked: ({ cause }) => ({
    subject: 'Your connection to Factiiv has ended',
    preview: 'Connect again, and nothing is lost.',
    title: 'Connect to Factiiv again',
    paragraphs: [
      cause === 'lost'
        ? 'We can no longer read the key that Factiiv gave us for your business. That is our mistake, and nobody else can read it either.'
        : 'Factiiv no longer accepts the connection with your account. This happens when it is ended over there, or when its access has run out.',
      'Nothing is lost: what was not reported yet waits, and is sent when you have connected again.',
    ],
    button: { label: 'Connect again', path: '/profile' },
    notes: cause === 'lost' ? [] : ['If you ended it on purpose, there is nothing to do.'],
  }),
  report_answered: ({ what, answer }) => ({
    subject: 'Our answer about a report',
    preview: `About ${what}.`,
    title: 'Our answer about a report',
    paragraphs: [`You told us that a report is wrong: ${what}.`, answer],
    button: reports,
    notes: [],
  }),
  reporting_month: ({ month, reported, accepted, rejected, waiting, takenBack }) => ({
    subject: `What was reported to Factiiv in ${month}`,
    preview: `${count(reported, 'report')} sent.`,
    title: `Your reports in ${month}`,
    paragraphs: [
      `${count(reported, 'report')} sent, ${accepted} accepted so far, ${rejected} rejected, ${waiting} still waiting for a decision${
        takenBack > 0 ? `, ${takenBack} taken back after a refund or a voided invoice` : ''
      }.`,
      'Each one is in your profile, with the exact fields that were sent.',
    ],
    button: reports,
    notes: [],
  }),
};

export const reportingEmail = (news: ReportingNews, facts: { firstName: string; publicOrigin: string }): EmailContent =>
  plainEmail((words[news.kind] as (told: ReportingNews) => Words)(news), facts);
