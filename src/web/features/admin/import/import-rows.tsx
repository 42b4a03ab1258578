/**
 * The effect of each row of a file: errors first, then new records, then changes with the old and new value.
 */
import { useState } from 'react';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ImportPlan, ImportRow } from './calls.ts';

type Outcome = ImportRow['outcome'];

const outcomes: Record<Outcome, { title: string; mark: string; tone: Tone }> = {
  refused: { title: 'With errors', mark: 'Error', tone: 'danger' },
  new: { title: 'New', mark: 'New', tone: 'ok' },
  changed: { title: 'Changed', mark: 'Changed', tone: 'credit' },
  same: { title: 'Unchanged', mark: 'Unchanged', tone: 'plain' },
};
const order = Object.keys(outcomes) as Outcome[];
const rowsPerStep = 50;

export function ImportRows({ plan }: { plan: ImportPlan }) {
  const present = order.filter((outcome) => plan.rows.some((row) => row.outcome === outcome));
  const [open, setOpen] = useState<Outcome | undefined>(present[0]);
  const [shown, setShown] = useState(rowsPerStep);
  const rows = plan.rows.filter(({ outcome }) => outcome === open);
  const show = (outcome: Outcome) => {
    setOpen(outcome);
    setShown(rowsPerStep);
  };
  return (
    <section aria-label="File rows" className="grid grid-cols-1 gap-3">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Filter rows</legend>
        {present.map((outcome) => (
          <button
            key={outcome}
            type="button"
            aria-pressed={outcome === open}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line px-3.5 font-medium text-muted hover:border-field hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
            onClick={() => show(outcome)}
          >
            {outcomes[outcome].title}
            <span>{plan.rows.filter((row) => row.outcome === outcome).length.toLocaleString('en-US')}</span>
          </button>
        ))}
      </fieldset>
      <ol className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.slice(0, shown).map((row) => (
          <Row key={`${row.row} ${row.file}`} row={row} />
        ))}
      </ol>
      {rows.length > shown && (
        <Button
          size="small"
          variant="secondary"
          className="w-fit"
          onClick={() => setShown(shown + rowsPerStep)}
        >
          Show {Math.min(rowsPerStep, rows.length - shown)} more
        </Button>
      )}
    </section>
  );
}

const Row = ({ row: { row, file, key, name, outcome, changes, problems } }: { row: ImportRow }) => (
  <li className="grid grid-cols-1 gap-2 px-4 py-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name || key || 'Untitled'}</span>{' '}
        <span className="text-xs text-muted">
          {file || `Row ${row}`}
          {file === '' && key !== '' && name !== '' && key !== name && `, ${key}`}
        </span>
      </p>
      <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].mark}</Badge>
    </div>
    {problems.length > 0 && (
      <ul className="grid gap-1 text-sm">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`} className="wrap-anywhere">
            {field !== '' && <span className="font-medium">{field}: </span>}
            <span className="text-danger">{message}</span>
          </li>
        ))}
      </ul>
    )}
    {problems.length === 0 && changes.length > 0 && (
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-4">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="contents">
            <dt className="min-w-0 wrap-anywhere text-muted">{field}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-line max-sm:mb-1 sm:col-span-3">
              <Change before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
    )}
  </li>
);

const shortAtMost = 80;
const isShort = (text: string): boolean => text.length <= shortAtMost && !text.includes('\n');

/** Side by side, or stacked if a value is long. */
function Change({ before, after }: Pick<ImportRow['changes'][number], 'before' | 'after'>) {
  const isBeside = isShort(before) && isShort(after);
  return (
    <span className={isBeside ? '' : 'grid gap-1'}>
      <span>
        <CellValue label="Before" text={before} isOld />
      </span>
      <ConsoleIcon
        name="back"
        className={`size-3.5 text-muted ${isBeside ? 'mx-1.5 inline rotate-180' : '-rotate-90'}`}
      />
      <span>
        <CellValue label="After" text={after} />
      </span>
    </span>
  );
}

const CellValue = ({ label, text, isOld = false }: { label: string; text: string; isOld?: boolean }) => (
  <>
    <span className="sr-only"> {label}: </span>
    <span className={isOld ? 'text-muted' : 'font-medium'}>{text || 'nothing'}</span>
  </>
);
