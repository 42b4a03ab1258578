/**
 * The monthly close: select a month, see its figures, and download its files. Opens with the last full month,
 * which is the one to close.
 */
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatDate } from '#kernel/dates.ts';
import { locale } from '#kernel/locale.ts';
import { download } from '#web/features/admin/list/download.ts';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Select } from '#web/ui/select.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { MonthParts } from './month-parts.tsx';
import { useStaffMonthQuery } from './calls.ts';

/** Moves a month: `2026-10` with -1 becomes `2026-09`. */
function stepped(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

const thisMonth = (): string => new Date().toISOString().slice(0, 7);
const isMonth = (text: string | null): text is string =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

const nameOf = (month: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

const shownMonths = 36;

export function MonthPage() {
  const [search] = useSearchParams();
  const monthParam = search.get('month');
  const month = isMonth(monthParam) ? monthParam : stepped(thisMonth(), -1);
  const query = useStaffMonthQuery({ query: { month } });
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <LinksOfArea />
        <PageHead title={nameOf(month)} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Choice month={month} />
        <Files month={month} isWithoutFees={query.data?.costs.fees === null} />
      </div>
      <Loaded what="Month" query={query} skeleton={<Skeleton className="h-96" />}>
        {(figures) => (
          <div className="grid gap-6">
            <p className="text-muted">
              From {formatDate(figures.from)} to {formatDate(figures.to)}, days in UTC. All amounts are US
              dollars.
            </p>
            {figures.isOpen && (
              <Notice title="This month is still open">
                <p>The figures can change until the month ends in UTC.</p>
              </Notice>
            )}
            <MonthParts figures={figures} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

const stepStyle =
  'inline-grid size-9 place-items-center rounded-full border border-line bg-surface hover:border-field';

function Choice({ month }: { month: string }) {
  const navigate = useNavigate();
  const prefetch = useStaffMonthQuery.usePrefetch();
  const [before, after] = [stepped(month, -1), stepped(month, 1)];
  const hasNext = after <= thisMonth();
  const open = (to: string) => void navigate(`?month=${to}`, { preventScrollReset: true });
  useKeys([
    { keys: '[', says: 'Previous month', group: 'On this page', run: () => open(before) },
    ...(hasNext
      ? [{ keys: ']', says: 'Next month', group: 'On this page' as const, run: () => open(after) }]
      : []),
  ]);
  const listed = Array.from({ length: shownMonths }, (_, index) => stepped(thisMonth(), -index));
  const months = listed.includes(month) ? listed : [...listed, month];
  const near = (to: string) => {
    const fetchMonth = () => prefetch({ query: { month: to } });
    return { onMouseEnter: fetchMonth, onFocus: fetchMonth };
  };
  return (
    <div className="flex items-center gap-2">
      <Link
        to={`?month=${before}`}
        aria-label={`${nameOf(before)}, previous month`}
        className={stepStyle}
        {...near(before)}
      >
        <ConsoleIcon name="back" className="size-4" />
      </Link>
      <div className="w-48">
        <Select
          aria-label="Month"
          value={month}
          className="min-h-9! py-1! text-sm"
          onChange={({ target }) => open(target.value)}
        >
          {months.map((month) => (
            <option key={month} value={month}>
              {nameOf(month)}
            </option>
          ))}
        </Select>
      </div>
      {hasNext && (
        <Link
          to={`?month=${after}`}
          aria-label={`${nameOf(after)}, next month`}
          className={stepStyle}
          {...near(after)}
        >
          <ConsoleIcon name="back" className="size-4 rotate-180" />
        </Link>
      )}
    </div>
  );
}

const files = [
  { file: 'summary', label: 'Download CSV', keys: 'd', says: 'Summary' },
  { file: 'quickbooks', label: 'QuickBooks', keys: 'q', says: 'Journal for QuickBooks Online' },
  { file: 'xero', label: 'Xero', keys: 'x', says: 'Journal for Xero' },
] as const;
type FileKind = (typeof files)[number]['file'];

/** Downloads are audited. */
function Files({ month, isWithoutFees }: { month: string; isWithoutFees: boolean }) {
  const may = useMay('exports.make');
  const [busy, setBusy] = useState<FileKind | null>(null);
  /** The file to confirm, because the month's fees are not known yet. */
  const [fileToConfirm, setFileToConfirm] = useState<FileKind | null>(null);
  const take = (file: FileKind) =>
    isWithoutFees ? setFileToConfirm(file) : void fetchFile(file, 'included');
  const fetchFile = async (file: FileKind, fees: 'included' | 'left_out') => {
    setFileToConfirm(null);
    setBusy(file);
    await download('/api/admin/money/month/export', { month, file, fees }).then(
      () => toasts.success(`File for ${nameOf(month)} saved`),
      (error: unknown) =>
        toasts.error(error instanceof Error ? error.message : 'The file could not be created. Try again.'),
    );
    setBusy(null);
  };
  useKeys(
    may
      ? files.map(({ file, keys, says }) => ({ keys, says, group: 'On this page', run: () => take(file) }))
      : [],
  );
  if (!may) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {files.map(({ file, label, keys }) => (
        <Button
          key={file}
          size="small"
          variant={file === 'summary' ? 'primary' : 'secondary'}
          isBusy={busy === file}
          onClick={() => take(file)}
        >
          <ConsoleIcon name="download" className="size-4" />
          {label}
          <KeyHint keys={keys} />
        </Button>
      ))}
      <ConfirmDialog
        title="Download without fees?"
        action="Download without fees"
        isOpen={fileToConfirm !== null}
        isBusy={false}
        onConfirm={() => fileToConfirm !== null && void fetchFile(fileToConfirm, 'left_out')}
        onClose={() => setFileToConfirm(null)}
      >
        <p>
          Stripe fees are not available yet for all of {nameOf(month)}, so the file does not include them.
          Fees are updated hourly. Download the file again when this page shows them.
        </p>
      </ConfirmDialog>
    </div>
  );
}
