/**
 * Layout of a policy: its date, a summary, a table of contents, then numbered sections. The summary helps
 * readers; the sections are the policy. In print the table of contents and the button are hidden.
 */
import { formatDate } from '#kernel/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon, IconOf } from '#web/ui/icon.tsx';
import { Prose } from '#web/ui/prose.tsx';
import type { Policy } from './policy.ts';

export const PolicyPage = ({ title, effectiveFrom, inShort, sections }: Policy) => (
  <article>
    <div className="bg-sunk">
      <div className="page grid grid-cols-1 gap-x-8 gap-y-8 py-10 sm:py-14 lg:grid-cols-12 lg:py-16">
        <div className="lg:col-span-5">
          <h1 className="text-3xl">{title}</h1>
          {effectiveFrom !== null && (
            <p className="mt-4 text-lg">
              Effective <time dateTime={effectiveFrom}>{formatDate(effectiveFrom)}</time>
            </p>
          )}
        </div>
        <section
          aria-labelledby="in-short"
          className="max-w-line rounded-lg border border-line bg-surface p-5 sm:p-6 lg:col-span-7"
        >
          <h2 id="in-short" className="text-xl">
            In short
          </h2>
          <ul className="mt-3 flex flex-col gap-2.5">
            {inShort.map((line) => (
              <li key={line} className="flex gap-2.5">
                <Icon name="check" className="mt-1 size-4 text-credit" />
                <span className="min-w-0">{line}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
    <div className="page grid grid-cols-1 gap-x-8 gap-y-2 py-10 lg:grid-cols-12 lg:py-14 print:block">
      <div className="lg:col-span-4" data-print="no">
        <Contents sections={sections} />
      </div>
      <div className="min-w-0 lg:col-span-8">
        {sections.map((section, index) => (
          <section
            key={section.id}
            id={section.id}
            aria-labelledby={`${section.id}-title`}
            className="mt-10 lg:first:mt-0"
          >
            <h2 id={`${section.id}-title`} className="text-xl">
              {index + 1}. {section.title}
            </h2>
            <Prose>{section.body}</Prose>
          </section>
        ))}
      </div>
    </div>
  </article>
);

const Contents = ({ sections }: Pick<Policy, 'sections'>) => (
  <div className="lg:sticky lg:top-24">
    <nav aria-labelledby="contents-title">
      <h2 id="contents-title" className="text-lg">
        On this page
      </h2>
      <ol className="mt-2 sm:columns-2 lg:columns-1">
        {sections.map(({ id, title }, index) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="flex gap-2 py-1 underline-offset-4 hover:text-accent hover:underline"
            >
              <span className="money w-6 shrink-0 text-muted">{index + 1}.</span>
              <span className="min-w-0">{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
    <Button variant="text" size="small" className="mt-3 noscript:hidden" onClick={() => window.print()}>
      <IconOf path="M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z" />
      Print or save as PDF
    </Button>
  </div>
);
