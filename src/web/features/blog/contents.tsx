/** Table of contents that marks the current chapter. Plain anchors work without scripts. */
import { useActiveHeading } from '#web/ui/use-active-heading.ts';

type ContentsProps = { headings: { id: string; text: string }[] };

export function Contents({ headings }: ContentsProps) {
  const active = useActiveHeading(headings);
  if (headings.length === 0) return null;
  return (
    <nav
      aria-labelledby="contents"
      data-print="no"
      className="rounded-lg border border-line bg-surface p-5 lg:border-0 lg:bg-transparent lg:p-0"
    >
      <p id="contents" className="font-display text-lg font-semibold">
        On this page
      </p>
      <ol className="mt-3 border-s-2 border-line">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === active ? 'location' : undefined}
              className="-ms-0.5 block border-s-2 border-transparent py-1.5 ps-4 text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
