/** What our own staff are sent. A link leads to the console, and says nothing to whoever is not logged in there. */
import { formatDate } from '#kernel/dates.ts';
import { plainEmail } from './account.ts';
import type { EmailContent } from './layout.ts';

export type StaffEmailKind = 'list_file';

type ListFile = { id: string; list: string; rows: number; until: Date; firstName: string; publicOrigin: string };

/** `list`: such as `credit-accounts`. */
export const listFileEmail = ({ id, list, rows, until, ...to }: ListFile): EmailContent => {
  const what = list === 'audit' ? 'audit entries' : list.replaceAll('-', ' ');
  const count = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
  return plainEmail(
    {
      subject: `Your file of ${what} is ready`,
      preview: `${count}, until ${formatDate(until)}.`,
      title: 'Your file is ready',
      paragraphs: [`The list of ${what} that you asked for is written to a file for spreadsheets, with ${count}.`],
      button: { label: 'Open it in the console', path: `/admin/exports/${id}` },
      notes: [`The link works for you alone, once you are logged in, until ${formatDate(until)}. Who takes which list is written down.`],
    },
    to,
  );
};
