/**
 * `/profile/credit/statements/{month}`: balances, movements, and the closing debt, on screen and on paper.
 */
import '#web/without-eval.ts';
import { fromDollars } from '#kernel/money.ts';
import { describeStatement, type StatementDescription } from '#content/statement-document.ts';
import { formatMonth } from '#content/statement-words.ts';
import { Aside, DocumentFrame, Total } from '#web/features/invoice/document-parts.tsx';
import { saveFile } from '#web/save-file.ts';
import { refusalText } from '#web/session/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
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
  const { month, isFinal } = statement;
  const shown = describeStatement(statement, fromDollars);
  return (
    <DocumentFrame
      shown={shown}
      back={
        <SiteLink to={toAccount.to} className={`inline-block py-1.5 ${link}`}>
          {toAccount.label}
        </SiteLink>
      }
      download={<Download key={month} month={month} />}
      main={<MovementTable shown={shown} />}
      aside={<Owed owed={shown.owed} />}
      notes={
        <>
          <p>
            {isFinal
              ? 'The month is over, so this statement is final.'
              : 'The month is not over, so more may be added.'}{' '}
            {shown.note}
          </p>
          <p>
            A question about this statement? Write to <MailLink subject={shown.title} />.
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

const Owed = ({ owed: { heading, invoices, none, total } }: { owed: StatementDescription['owed'] }) => (
  <Aside id="owed-heading" heading={heading}>
    {invoices.length === 0 && <p className="py-3">{none}</p>}
    <ul>
      {invoices.map(({ href, number, when, isLate, amount }) => (
        <li key={href} className="flex justify-between gap-4 border-b border-line py-3">
          <span>
            <SiteLink to={href} className={`money ${link}`}>
              {number}
            </SiteLink>
            <span className={`block text-sm ${isLate ? 'font-medium text-danger' : 'text-muted'}`}>
              {when}
            </span>
          </span>
          <span className="money">{amount}</span>
        </li>
      ))}
    </ul>
    {invoices.length > 0 && (
      <dl className="pt-3">
        <Total term={total.term} amount={total.amount} />
      </dl>
    )}
  </Aside>
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
