/**
 * What can be done with the rows that are selected: asked once, done one after the other, with the result of each. What failed can be tried
 * again, under the same keys, so that nothing is done twice.
 */
import { useRef, useState } from 'react';
import { freshKey } from '#web/fresh-key.ts';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { BulkAct, ListDefinition } from './definition.ts';

type BulkBarProps<Row> = { definition: ListDefinition<Row>; rows: Row[]; onClear: () => void };

export function BulkBar<Row>({ definition, rows, onClear }: BulkBarProps<Row>) {
  const { permissions } = useStaff();
  const [open, setOpen] = useState<BulkAct<Row> | null>(null);
  const acts = (definition.bulk ?? []).filter(({ permission }) => permissions.includes(permission));
  if (rows.length === 0) return null;
  return (
    <div className="sticky bottom-4 z-20 mx-auto flex w-full max-w-line flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2 ps-4 shadow-lift">
      <p role="status" className="me-auto font-medium">
        {rows.length} selected
      </p>
      {acts.map((act) => (
        <Button key={act.label} size="small" variant="secondary" onClick={() => setOpen(act)}>
          {act.label}
        </Button>
      ))}
      <Button size="small" variant="text" className="px-2" onClick={onClear}>
        Clear
      </Button>
      {open && <BulkDialog definition={definition} act={open} rows={rows} onClose={() => setOpen(null)} />}
    </div>
  );
}

type Result = { name: string; problem: string | null };

function BulkDialog<Row>({
  definition,
  act,
  rows,
  onClose,
}: {
  definition: ListDefinition<Row>;
  act: BulkAct<Row>;
  rows: Row[];
  onClose: () => void;
}) {
  const able = rows.filter((row) => act.hindrance(row) === null);
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const keys = useRef(new Map<string, string>());
  const { title, action, body } = act.ask(able.length);
  const left = able.filter((row) => results.get(definition.idOf(row))?.problem !== null);
  const isDone = results.size === able.length && !isRunning;
  const run = async () => {
    setRunning(true);
    for (const row of left) {
      const id = definition.idOf(row);
      const key = keys.current.get(id) ?? freshKey();
      keys.current.set(id, key);
      const outcome = await act.run(row, key);
      if (outcome.kind === 'canceled') break;
      const problem = outcome.kind === 'done' ? null : outcome.error.message;
      setResults((before) => new Map(before).set(id, { name: definition.nameOf(row), problem }));
    }
    setRunning(false);
  };
  const failed = [...results.values()].filter(({ problem }) => problem !== null);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="grid gap-5 text-sm">
        <p>{body}</p>
        {able.length < rows.length && (
          <p className="text-muted">
            {rows.length - able.length} of the selected are left out: {act.hindrance(rows.find((row) => !able.includes(row)) as Row)}.
          </p>
        )}
        {results.size > 0 && (
          <div role="status" className="grid gap-2">
            <progress className="w-full accent-accent" max={able.length} value={results.size} aria-label={title} />
            <p>
              {results.size - failed.length} of {able.length} done{failed.length > 0 && `, ${failed.length} refused`}
            </p>
            <ul className="grid gap-1 text-danger">
              {failed.map(({ name, problem }) => (
                <li key={name}>
                  {name}: {problem}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          {left.length > 0 && (
            <Button size="small" isBusy={isRunning} onClick={() => void run()}>
              {failed.length > 0 ? `Try ${left.length} again` : action}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={onClose}>
            {isDone ? 'Done' : 'Cancel'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
