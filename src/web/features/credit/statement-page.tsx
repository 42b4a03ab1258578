/**
 * `/profile/credit/statements/{month}`: balances, movements, and the closing debt, on screen and on paper.
 */
import '#web/without-eval.ts';
import { fromDollars } from '#kernel/money.ts';
import {
  formatBalance,
  lateness,
  owedAfter,
  statementNote,
  statementPeriod,
  statementStatus,
  statementTitle,
  formatMonth,
} from '#kernel/statement-words.ts';
import { DocumentFrame, Facts, Parties, Total } from '#web/features/invoice/document-parts.tsx';
import { saveFile } from '#web/save-file.ts';
import { refusalText } from '#web/session/refusal.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type Statement, usePrintStatementMutation, useStatementQuery } from './credit-api.ts';
import { GuardedCredit } from './credit-frame.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { CreditFrame, CreditSkeleton } from './credit-skeleton.tsx';
import { MovementTable } from './movement-table.tsx';

const toAccount = { to: '/profile/credit', label: 'Back to your Net 30 account' };
const link = 'underline underline-offset-4 hover:text-accent';

export default function StatementPage({ month }: { month: string }) {
  return <GuardedCredit title="Statement">{() => <Loading month={month} />}</GuardedCredit>;
}

function Loading({ month }: { month: string }) {
  const { data, error, isFetching, refetch } = useStatementQuery(month);
  if (data !== undefined) return <Shown statement={data} />;
  if (error === undefined) return <CreditSkeleton title="Statement" />;
  const isNone = 'status' in error && (error.status === 404 || error.status === 422);
  return (
    <CreditFrame title={isNone ? 'Statement not found' : 'Statement'} back={toAccount}>
      {isNone ? (
        <p>There is no statement for this month. Your Net 30 account lists every statement.</p>
      ) : (
        <NotLoaded what="The statement" error={error} isBusy={isFetching} onRetry={refetch} />
      )}
    </CreditFrame>
  );
}

function Shown({ statement }: { statement: Statement }) {
  const { month, isFinal, before, after } = statement;
  const balance = (dollars: number) => <span className="money">{formatBalance(fromDollars(dollars))}</span>;
  return (
    <DocumentFrame
      title={statementTitle(month)}
      back={
        <SiteLink to={toAccount.to} className={`inline-block py-1.5 ${link}`}>
          {toAccount.label}
        </SiteLink>
      }
      status={<Badge tone={isFinal ? 'ok' : 'plain'}>{statementStatus(isFinal)}</Badge>}
      download={<Download key={month} month={month} />}
      label={`Activity in ${formatMonth(month)}`}
      main={
        <>
          <Facts
            facts={[
              { term: 'Period', value: statementPeriod(statement) },
              { term: 'Owed at the start', value: balance(before.owed) },
              { term: owedAfter(isFinal), value: balance(after.owed) },
            ]}
          />
          <Parties document={statement} />
          <MovementTable statement={statement} />
        </>
      }
      aside={<Owed statement={statement} />}
      notes={
        <>
          <p>
            {isFinal
              ? 'The month is over, so this statement is final.'
              : 'The month is not over, so more may be added.'}{' '}
            {statementNote}
          </p>
          <p>
            A question about this statement? Write to <MailLink subject={statementTitle(month)} />.
          </p>
          <p>
            For your W-9 file:{' '}
            <a href="/api/w-9/pdf" download className={link}>
              taxpayer information of the seller (PDF)
            </a>
            .
          </p>
          <Others statement={statement} />
        </>
      }
    />
  );
}

function Download({ month }: { month: string }) {
  const [print, { isLoading }] = usePrintStatementMutation();
  const download = async () => {
    if (isLoading) return;
    await print(month)
      .unwrap()
      .then(
        (file) => saveFile(file, 'application/pdf'),
        (error: unknown) => toasts.error(refusalText(error), 'statement'),
      );
  };
  return (
    <Button isBusy={isLoading} onClick={download}>
      Download PDF
    </Button>
  );
}

const Owed = ({ statement: { isFinal, invoices, after } }: { statement: Statement }) => (
  <section aria-labelledby="owed-heading" className="break-inside-avoid">
    <h2 id="owed-heading" className="border-b-2 border-ink pb-3 text-lg">
      {owedAfter(isFinal)}
    </h2>
    {invoices.length === 0 && <p className="py-3">{isFinal ? 'Nothing was owed.' : 'You owe nothing.'}</p>}
    <ul>
      {invoices.map((invoice) => (
        <li key={invoice.id} className="flex justify-between gap-4 border-b border-line py-3">
          <span>
            <SiteLink to={`/invoices/${invoice.id}`} className={`money ${link}`}>
              {invoice.number}
            </SiteLink>
            <span
              className={`block text-sm ${invoice.daysLate > 0 ? 'font-medium text-danger' : 'text-muted'}`}
            >
              {lateness(invoice)}
            </span>
          </span>
          <Money amount={fromDollars(invoice.owed)} />
        </li>
      ))}
    </ul>
    {invoices.length > 0 && (
      <dl className="pt-3">
        <Total term="Total owed (USD)" amount={after.owed} isSum={false} />
      </dl>
    )}
  </section>
);

function Others({ statement: { month, months } }: { statement: Statement }) {
  const at = months.indexOf(month);
  const others = [months[at + 1], months[at - 1]].filter((other) => other !== undefined);
  if (others.length === 0) return null;
  return (
    <nav aria-label="Other statements" className="flex flex-wrap gap-x-6 gap-y-1 text-base text-ink">
      {others.map((other) => (
        <SiteLink key={other} to={`/profile/credit/statements/${other}`} className={`py-1.5 ${link}`}>
          {formatMonth(other)}
        </SiteLink>
      ))}
    </nav>
  );
}
