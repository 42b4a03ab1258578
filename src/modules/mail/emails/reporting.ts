/**
 * Emails about reporting to Factiiv: rejections, score changes, and monthly summaries. None of them promises
 * a score.
 */
import { type Message, worded } from '#kernel/language.ts';
import { type Addressee, plainEmail } from './account.ts';
import type { TextOrInput, Words } from './account-words.ts';
import type { Email } from './layout.ts';

export type ReportingNews =
  | { kind: 'report_rejected'; what: TextOrInput; reason: string }
  | { kind: 'score_changed'; from: number | null; to: number | null }
  | { kind: 'bureau_revoked'; cause: 'taken_back' | 'lost' }
  | { kind: 'report_answered'; what: TextOrInput; answer: string }
  /** `month`: such as `2026-10`. */
  | {
      kind: 'reporting_month';
      month: string;
      reported: number;
      accepted: number;
      rejected: number;
      waiting: number;
      takenBack: number;
    };

export type ReportingEmailKind = ReportingNews['kind'];
type News<Kind extends ReportingEmailKind> = Extract<ReportingNews, { kind: Kind }>;

const reports = { label: worded('See your reports'), path: '/profile/reports' };
const profile = { label: worded('Open your profile'), path: '/profile' };
const number = (value: number | null): string | Message =>
  value === null ? worded('no score') : String(value);

const words: { [Kind in ReportingEmailKind]: (news: News<Kind>) => Words } = {
  report_rejected: ({ what, reason }) => ({
    subject: worded('Factiiv rejected a report'),
    preview: worded('{what} is not in your file.', { what }),
    title: worded('A report was rejected'),
    paragraphs: [
      worded('{what} was rejected, so it is not in your file at Factiiv.', { what }),
      reason === '' ? worded('Factiiv gave no reason.') : worded('The reason given: {reason}', { reason }),
      worded(
        'If you rejected it yourself at Factiiv, there is nothing to do. If it is wrong, tell us on the report’s page: a person will answer within 30 days.',
      ),
    ],
    button: reports,
    notes: [],
  }),
  score_changed: ({ from, to }) => ({
    subject: worded('Your Factiiv score has changed'),
    preview: worded('From {from} to {to}.', { from: number(from), to: number(to) }),
    title: worded('Your Factiiv score has changed'),
    paragraphs: [
      worded('It went from {from} to {to}.', { from: number(from), to: number(to) }),
      worded(
        'Factiiv calculates the score from everything that is reported about your business. We report what you bought and paid here, and nothing else.',
      ),
    ],
    button: profile,
    notes: [],
  }),
  bureau_revoked: ({ cause }) => ({
    subject: worded('Your connection to Factiiv has ended'),
    preview: worded('Connect again, and nothing is lost.'),
    title: worded('Connect to Factiiv again'),
    paragraphs: [
      cause === 'lost'
        ? worded(
            'We can no longer read the key that Factiiv gave us for your business. This is our mistake, and no one else can read the key.',
          )
        : worded(
            'Factiiv no longer accepts the connection to your account. This happens when access is revoked at Factiiv or expires.',
          ),
      worded('Nothing is lost: what has not been reported yet is sent when you connect again.'),
    ],
    button: { label: worded('Connect again'), path: '/profile' },
    notes: cause === 'lost' ? [] : [worded('If you ended it on purpose, there is nothing to do.')],
  }),
  report_answered: ({ what, answer }) => ({
    subject: worded('Our answer about a report'),
    preview: worded('About {what}.', { what }),
    title: worded('Our answer about a report'),
    paragraphs: [worded('You told us that a report is wrong: {what}.', { what }), answer],
    button: reports,
    notes: [],
  }),
  reporting_month: ({ month, reported, accepted, rejected, waiting, takenBack }) => ({
    subject: worded('What was reported to Factiiv in {month}', { month: { month } }),
    preview: worded('{reported, plural, one {# report} other {# reports}} sent.', { reported }),
    title: worded('Your reports in {month}', { month: { month } }),
    paragraphs: [
      takenBack > 0
        ? worded(
            '{reported, plural, one {# report} other {# reports}} sent, {accepted} accepted so far, {rejected} rejected, {waiting} still waiting for a decision, {takenBack} withdrawn after a refund or a voided invoice.',
            { reported, accepted, rejected, waiting, takenBack },
          )
        : worded(
            '{reported, plural, one {# report} other {# reports}} sent, {accepted} accepted so far, {rejected} rejected, {waiting} still waiting for a decision.',
            { reported, accepted, rejected, waiting },
          ),
      worded('Each one is in your profile, with the exact fields that were sent.'),
    ],
    button: reports,
    notes: [],
  }),
};

export const reportingEmail = (news: ReportingNews, to: Addressee): Email =>
  plainEmail((words[news.kind] as (news: ReportingNews) => Words)(news), to);
