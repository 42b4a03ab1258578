/** The home screen: tasks for today, and figures compared with the previous period. */
import { useSearchParams } from 'react-router';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FigureCards } from './figure-cards.tsx';
import { type FigureDays, useStaffFiguresQuery, useStaffTodoQuery } from './calls.ts';
import { TodoList } from './todo-list.tsx';

const periods: readonly { days: FigureDays; title: string }[] = [
  { days: '1', title: 'Today' },
  { days: '7', title: '7 days' },
  { days: '30', title: '30 days' },
  { days: '90', title: '90 days' },
];

export default function HomeArea() {
  return (
    <div className="grid grid-cols-1 gap-8">
      <PageHead title="Home" />
      <section aria-labelledby="todo" className="grid grid-cols-1 gap-3">
        <h2 id="todo" className="font-sans text-base font-semibold">
          Needs attention
        </h2>
        <Todo />
      </section>
      <section aria-labelledby="figures" className="grid grid-cols-1 gap-3">
        <h2 id="figures" className="sr-only">
          Shop performance
        </h2>
        <HowItDoes />
      </section>
    </div>
  );
}

function Todo() {
  const query = useStaffTodoQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Loaded what="Needs attention" query={query} skeleton={<Skeleton className="h-40" />}>
      {(parts) => <TodoList parts={parts} />}
    </Loaded>
  );
}

/** The period is in the URL, so Back and bookmarks preserve it. */
function HowItDoes() {
  const [search, setSearch] = useSearchParams();
  const days = periods.find((period) => period.days === search.get('days'))?.days ?? '30';
  const query = useStaffFiguresQuery({ query: { days } }, { refetchOnMountOrArgChange: 60 });
  return (
    <>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Period</legend>
        {periods.map((period) => (
          <button
            key={period.days}
            type="button"
            aria-pressed={period.days === days}
            className="min-h-9 rounded-full border border-line px-3.5 font-medium text-muted hover:border-field hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
            onClick={() =>
              setSearch(period.days === '30' ? {} : { days: period.days }, { preventScrollReset: true })
            }
          >
            {period.title}
          </button>
        ))}
      </fieldset>
      <Loaded what="Shop performance" query={query} skeleton={<Skeleton className="h-80" />}>
        {(figures) => <FigureCards figures={figures} days={days} />}
      </Loaded>
    </>
  );
}
