/**
 * The page of a record: its name and state, one primary action, a menu of others, the timeline, and details.
 * On a phone, details come first, and the primary action is fixed at the bottom. Each action may have a
 * keyboard shortcut, which its button shows.
 */
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ActMenu, type MenuAct } from '#web/features/admin/act/act-menu.tsx';
import { neighborsOf } from './last-list.ts';
import { BottomBar } from '#web/features/admin/shell/bottom-bar.tsx';
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';

export type PrimaryAct = { label: string; keys?: string; isBusy?: boolean; run: () => void };

type RecordPageProps = {
  /** The list of the record: its path below `/admin`, and its title. */
  area: { path: string; title: string };
  id: string;
  title: string;
  mark?: ReactNode;
  below?: ReactNode;
  primary?: PrimaryAct | null;
  acts?: (MenuAct | 'line')[];
  facts: ReactNode;
  /** On a phone, shows the details last, for records whose text comes first. */
  factsLast?: boolean;
  children: ReactNode;
};

const isAct = (act: MenuAct | 'line'): act is MenuAct => act !== 'line';

export function RecordPage({
  area,
  id,
  title,
  mark,
  below,
  primary = null,
  acts = [],
  facts,
  factsLast = false,
  children,
}: RecordPageProps) {
  useRecordKeys(area, id, [...(primary === null ? [] : [primary]), ...acts.filter(isAct)]);
  const aside = (
    <div className="w-full shrink-0 rounded-lg border border-line bg-surface p-4 lg:w-facts">{facts}</div>
  );
  return (
    <div className="grid gap-6">
      <PageHead
        title={title}
        mark={mark}
        above={<BackLink area={area} />}
        below={below}
        actions={
          <>
            {primary && (
              <Button
                size="small"
                isBusy={primary.isBusy ?? false}
                className="max-sm:hidden"
                onClick={primary.run}
              >
                {primary.label}
                {primary.keys && <KeyHint keys={primary.keys} />}
              </Button>
            )}
            {acts.length > 0 && (
              <ActMenu
                label="More actions"
                acts={acts}
                className="inline-grid size-9 place-items-center rounded-full border border-line bg-surface hover:border-field data-popup-open:border-field"
                trigger={<ConsoleIcon name="more" className="size-5" />}
              />
            )}
          </>
        }
      />
      <div
        className={`flex flex-col gap-x-10 gap-y-6 lg:items-start ${factsLast ? 'lg:flex-row' : 'lg:flex-row-reverse'}`}
      >
        {!factsLast && aside}
        <div className="grid min-w-0 grow gap-6">{children}</div>
        {factsLast && aside}
      </div>
      {primary && (
        <BottomBar>
          <Button
            size="small"
            isBusy={primary.isBusy ?? false}
            className="min-h-11 w-full"
            onClick={primary.run}
          >
            {primary.label}
          </Button>
        </BottomBar>
      )}
    </div>
  );
}

/** Returns to the list with the filters and page from which the record was opened. */
export function BackLink({ area }: { area: RecordPageProps['area'] }) {
  const { state } = useLocation();
  const from = (state as { from?: string } | null)?.from ?? `/admin/${area.path}`;
  return (
    <Link
      to={from}
      className="inline-flex min-h-6 w-fit items-center gap-1.5 rounded-sm text-xs text-muted hover:text-ink"
    >
      <ConsoleIcon name="back" className="size-3.5" />
      {area.title}
    </Link>
  );
}

function useRecordKeys(
  area: RecordPageProps['area'],
  id: string,
  acts: Pick<MenuAct, 'label' | 'keys' | 'run' | 'hindrance'>[],
): void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { newer, older } = neighborsOf(area.path, id);
  const goTo = (neighbor: string) =>
    void navigate(`/admin/${area.path}/${neighbor}`, { state, replace: true });
  const goBack = () => {
    if ((state as { from?: string } | null)?.from !== undefined) void navigate(-1);
    else void navigate(`/admin/${area.path}`);
  };
  useKeys([
    { keys: 'Escape', says: `Back to ${area.title}`, group: 'On this page', run: goBack },
    ...(newer === null
      ? []
      : [{ keys: '[', says: 'Previous record', group: 'On this page' as const, run: () => goTo(newer) }]),
    ...(older === null
      ? []
      : [{ keys: ']', says: 'Next record', group: 'On this page' as const, run: () => goTo(older) }]),
    ...acts.flatMap(({ keys, label, run, hindrance }) =>
      keys === undefined || run === undefined || hindrance
        ? []
        : [{ keys, says: label, group: 'On this page' as const, run }],
    ),
  ]);
}
