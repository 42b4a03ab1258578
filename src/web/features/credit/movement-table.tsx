/** All movements of a month between two balances. On a phone each row is a block with its own labels. */
import type { StatementDescription, StatementRow } from '#content/statement-document.ts';
import { SiteLink } from '#web/ui/site-link.tsx';

export const MovementTable = ({ shown: { label, columns, rows } }: { shown: StatementDescription }) => (
  <table aria-label={label} className="w-full border-collapse max-md:block print:table">
    <thead className="max-md:sr-only print:not-sr-only">
      <tr className="border-b-2 border-ink text-sm text-muted">
        <th scope="col" className="py-2 pe-3 text-start font-normal">
          {columns.day}
        </th>
        <th scope="col" className="py-2 text-start font-normal">
          {columns.text}
        </th>
        {columns.figures.map((name) => (
          <th key={name} scope="col" className="py-2 ps-3 text-end font-normal">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-md:block print:table-row-group">
      {rows.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: movements are only appended
        <Row key={index} row={each} labels={columns.figures} />
      ))}
    </tbody>
  </table>
);

const rowStyle = 'break-inside-avoid border-b border-line max-md:block max-md:py-3 print:table-row';

function Row({ row, labels }: { row: StatementRow; labels: string[] }) {
  if (row.kind === 'none')
    return (
      <tr className="border-b border-line max-md:block print:table-row">
        <td colSpan={6} className="py-3 text-muted max-md:block print:table-cell">
          {row.text}
        </td>
      </tr>
    );
  return (
    <tr className={`${rowStyle} ${row.kind === 'balance' ? 'font-semibold' : 'align-top'}`}>
      {row.kind === 'balance' ? (
        <th
          scope="row"
          colSpan={2}
          className="py-3 text-start font-semibold max-md:block max-md:py-0 print:table-cell"
        >
          {row.text}
        </th>
      ) : (
        <Movement movement={row} />
      )}
      {row.figures.map((figure, index) => (
        <Figure key={labels[index]} label={labels[index] ?? ''} figure={figure} />
      ))}
    </tr>
  );
}

const Movement = ({
  movement: { at, date, text, link },
}: {
  movement: Extract<StatementRow, { kind: 'movement' }>;
}) => (
  <>
    <td className="py-3 pe-3 whitespace-nowrap max-md:block max-md:py-0 max-md:text-sm max-md:text-muted print:table-cell">
      <time dateTime={at}>{date}</time>
    </td>
    <td className="py-3 max-md:block max-md:py-0 print:table-cell">
      {text}
      {link !== null && (
        <>
          {' '}
          <SiteLink
            to={link.href}
            className="money whitespace-nowrap underline underline-offset-4 hover:text-accent"
          >
            {link.number}
          </SiteLink>
        </>
      )}
    </td>
  </>
);

/** On a phone an empty column is hidden. */
const Figure = ({ label, figure }: { label: string; figure: string }) => (
  <td
    className={`money py-3 ps-3 text-end whitespace-nowrap max-md:justify-between max-md:p-0 max-md:pt-1 print:table-cell ${figure === '' ? 'max-md:hidden' : 'max-md:flex'}`}
  >
    <span aria-hidden="true" className="font-normal text-muted md:hidden print:hidden">
      {label}
    </span>
    {figure}
  </td>
);
