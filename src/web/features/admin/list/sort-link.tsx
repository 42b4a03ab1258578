/** A column heading that sorts the list. A second click restores the default order. */
import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import type { UsedState } from './list-state.ts';

export function SortLink({
  title,
  sort,
  used: { state, hrefOf },
}: {
  title: string;
  sort: string;
  used: UsedState;
}) {
  const isOn = state.sort === sort;
  return (
    <Link
      to={hrefOf({ ...state, cursor: null, sort: isOn ? null : sort })}
      preventScrollReset
      aria-current={isOn ? 'true' : undefined}
      className="inline-flex items-center gap-1 rounded-sm py-1 hover:text-ink aria-[current]:text-ink"
    >
      {title}
      <Icon name="chevron" className={`size-3.5 ${isOn ? '' : 'opacity-40'}`} />
      <span className="sr-only">{isOn ? ' (sorted)' : ' (sort by this column)'}</span>
    </Link>
  );
}
