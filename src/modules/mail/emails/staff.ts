/** Emails to staff. Their links lead to the console, which requires a log-in. */
import { formatDate } from '#kernel/dates.ts';
import type { Sender } from '#modules/mail/sender.ts';
import { type Addressee, plainEmail } from './account.ts';
import { type EmailContent, oneLine } from './layout.ts';

export type StaffEmailKind = 'list_file' | 'alarms';

type ListFile = Addressee & {
  id: string;
  list: string;
  rows: number;
  until: Date;
};

/** `list`: such as `credit-accounts`. */
export const listFileEmail = ({ id, list, rows, until, ...to }: ListFile): EmailContent => {
  const what = list === 'audit' ? 'audit entries' : list.replaceAll('-', ' ');
  const count = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
  return plainEmail(
    {
      subject: `Your file of ${what} is ready`,
      preview: `${count}, until ${formatDate(until)}.`,
      title: 'Your file is ready',
      paragraphs: [`The list of ${what} that you requested is ready as a spreadsheet file with ${count}.`],
      button: { label: 'Open it in the console', path: `/admin/exports/${id}` },
      notes: [
        `Only you can open this link, after you log in, until ${formatDate(until)}. Every export is recorded.`,
      ],
    },
    to,
  );
};

type Alarm = { kind: string; subject: string; detail: string; rungAt: Date };

/** Alarms listed in full; the console shows the rest. */
const listedAtMost = 20;

/** One email for all alarms raised since the last one. `path`: the page where they are resolved. */
export function alarmsEmail({
  alarms,
  path,
  ...sender
}: Sender & {
  alarms: readonly [Alarm, ...Alarm[]];
  path: string;
}): EmailContent {
  const [{ kind, detail }] = alarms;
  const count = alarms.length;
  const subject =
    count === 1
      ? `${kind === 'try' ? 'Test alarm' : 'Alarm'}: ${oneLine(kind === 'try' ? 'no action needed' : detail)}`.slice(
          0,
          150,
        )
      : `${count} alarms`;
  const listed = alarms
    .slice(0, listedAtMost)
    .map(
      (alarm) =>
        `${formatDate(alarm.rungAt)} at ${alarm.rungAt.toISOString().slice(11, 16)} UTC: ${oneLine(alarm.detail)} (${oneLine(alarm.subject)})`,
    );
  return plainEmail(
    {
      subject,
      preview: 'This needs attention.',
      title: count === 1 ? 'An alarm' : `${count} alarms`,
      paragraphs: [...listed, ...(count > listedAtMost ? [`And ${count - listedAtMost} more.`] : [])],
      button: { label: 'Open it in the console', path },
      notes: [
        'Each alarm is sent once. It is sent again only if the problem recurs after the alarm was resolved.',
      ],
    },
    { firstName: '', ...sender },
  );
}
