/** An empty list: explains what it will contain, or offers to clear the filters that hide all rows. */
import { Link } from 'react-router';
import { buttonStyle } from '#web/ui/button-style.ts';
import type { ListDefinition } from './definition.ts';
import type { UsedState } from './list-state.ts';

type ListEmptyProps<Row> = { definition: ListDefinition<Row>; used: UsedState };

export function ListEmpty<Row>({
  definition: { many, empty },
  used: { state, hrefOf },
}: ListEmptyProps<Row>) {
  const isFiltered = Object.keys(state.filters).length > 0;
  const { title, body, action } = isFiltered
    ? {
        title: `No matching ${many}`,
        body: 'No records in this view match the filters. Remove a filter or choose another view.',
        action: (
          <Link
            to={hrefOf({ ...state, cursor: null, filters: {} })}
            className={buttonStyle({ variant: 'secondary', size: 'small' })}
          >
            Clear filters
          </Link>
        ),
      }
    : empty(state.view);
  return (
    <div className="grid justify-items-start gap-2 rounded-lg border border-dashed border-line px-6 py-10">
      <p className="font-display text-lg font-semibold">{title}</p>
      <p className="max-w-line text-muted">{body}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
