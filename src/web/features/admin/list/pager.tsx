/** The number of rows, and links to the previous and next page, which are prefetched on hover and focus. */
import { Link, useNavigate } from 'react-router';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import type { ListDefinition, ListPageOf } from './definition.ts';
import { queryOf, type UsedState } from './list-state.ts';

const linkStyle =
  'inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-4 font-medium hover:border-field aria-disabled:text-muted aria-disabled:opacity-60';

type PagerProps<Row> = { definition: ListDefinition<Row>; page: ListPageOf<Row>; used: UsedState };

export function Pager<Row>({ definition, page, used: { state, hrefOf } }: PagerProps<Row>) {
  const { one, many, useRows } = definition;
  const prefetch = useRows.usePrefetch();
  const navigate = useNavigate();
  const count = `${page.count.toLocaleString('en-US')}${page.countIsCapped ? '+' : ''}`;
  const sides = [
    { title: 'Newer', keys: '[', cursor: page.newer },
    { title: 'Older', keys: ']', cursor: page.older },
  ];
  useKeys(
    sides.flatMap(({ title, keys, cursor }) =>
      cursor === null
        ? []
        : [
            {
              keys,
              says: `${title} ${many}`,
              group: 'In a list' as const,
              run: () => void navigate(hrefOf({ ...state, cursor })),
            },
          ],
    ),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-xs text-muted">
        {count} {page.count === 1 ? one : many}
      </p>
      {(page.newer !== null || page.older !== null) && (
        <nav aria-label={`Pages of ${many}`} className="flex gap-2">
          {sides.map(({ title, keys, cursor }) =>
            cursor === null ? (
              <span key={title} aria-disabled="true" className={linkStyle}>
                {title}
              </span>
            ) : (
              <Link
                key={title}
                to={hrefOf({ ...state, cursor })}
                onPointerEnter={() => prefetch(queryOf({ ...state, cursor }))}
                onFocus={() => prefetch(queryOf({ ...state, cursor }))}
                className={linkStyle}
              >
                {title} <KeyHint keys={keys} className="text-muted" />
              </Link>
            ),
          )}
        </nav>
      )}
    </div>
  );
}
