/** Dialogs that confirm a decision on an application. The customer is emailed either way. */
import { useState } from 'react';
import { ApproveForm, declineReasons } from '#contract/admin/credit.ts';
import { decisionReasons } from '#content/credit-words.ts';
import { formatMoney, fromDollars, toDollars } from '#kernel/money.ts';
import { amountProblems, parseAmount } from '#kernel/typed-amounts.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { dollarsAsText } from '#web/features/admin/form/typed-values.ts';
import * as toasts from '#web/ui/toasts.ts';
import { type Application, type Decision, useStaffDecisionMutation } from './calls.ts';

type DialogProps = { application: Application; isOpen: boolean; onClose: () => void; onChanged: () => void };

/**
 * Sends the decision with the time at which the shown company was saved. If the company changed since, the
 * application is refetched and nothing is decided.
 */
function useDecision({ application: { id, companySavedAt }, onClose, onChanged }: DialogProps) {
  const act = useAct();
  const [send] = useStaffDecisionMutation();
  const decide = async (decision: Decision, message: string) => {
    const outcome = await act.run({ id, decision }, () => send({ id, body: decision }));
    if (outcome?.kind === 'done') toasts.success(message);
    if (outcome?.kind === 'changed') {
      toasts.error(outcome.error.message);
      onChanged();
    }
    if (outcome?.kind === 'done' || outcome?.kind === 'changed') onClose();
  };
  return { act, decide, companySavedAt: companySavedAt ?? '' };
}

export const ApproveDialog = remountOnOpen(function ApproveDialog(props: DialogProps) {
  const { application, isOpen, onClose } = props;
  const { act, decide, companySavedAt } = useDecision(props);
  const [text, setText] = useState(dollarsAsText(application.firstLimit));
  const [problem, setProblem] = useState<string>();
  const typed = parseAmount(text);
  const isChange = application.kind === 'change';
  const amount = typed.kind === 'amount' ? formatMoney(typed.amount) : '';
  const confirm = () => {
    if (typed.kind !== 'amount') return setProblem(amountProblems[typed.kind]);
    const limit = toDollars(typed.amount);
    const isRight = ApproveForm.safeParse({ limit }).success && limit <= application.highestLimit;
    setProblem(
      isRight ? undefined : `Enter an amount up to ${formatMoney(fromDollars(application.highestLimit))}`,
    );
    if (isRight)
      void decide({ outcome: 'approve', companySavedAt, limit }, `${application.legalName} approved`);
  };
  return (
    <ActDialog
      title={isChange ? 'Approve the changed company?' : 'Approve with a first limit?'}
      action={
        isChange || amount === ''
          ? `Approve ${application.legalName}`
          : `Approve ${application.legalName} for ${amount}`
      }
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={confirm}
    >
      {isChange ? (
        <p>The account keeps its limit. A hold caused by the change ends.</p>
      ) : (
        <AmountField
          label="First limit"
          hint="In US dollars. The customer gets an email and can buy on Net 30 immediately."
          error={problem}
          // Typing the amount is the purpose of this dialog.
          autoFocus
          isNarrow
          value={text}
          onChange={setText}
        />
      )}
    </ActDialog>
  );
});

type Code = (typeof declineReasons)[number];

export const DeclineDialog = remountOnOpen(function DeclineDialog(props: DialogProps) {
  const { application, isOpen, onClose } = props;
  const { act, decide, companySavedAt } = useDecision(props);
  const [chosen, setChosen] = useState<readonly Code[]>([]);
  const [isMissing, setMissing] = useState(false);
  const toggle = (code: Code) => {
    setMissing(false);
    setChosen(chosen.includes(code) ? chosen.filter((reason) => reason !== code) : [...chosen, code]);
  };
  const confirm = () => {
    setMissing(chosen.length === 0);
    if (chosen.length === 0) return;
    const reasons = declineReasons.filter((code) => chosen.includes(code));
    void decide({ outcome: 'decline', companySavedAt, reasons }, `${application.legalName} declined`);
  };
  return (
    <ActDialog
      title="Decline the application?"
      action={`Decline ${application.legalName}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={confirm}
    >
      <fieldset className="grid gap-3" aria-describedby={isMissing ? 'decline-problem' : undefined}>
        <legend className="mb-2 font-medium">Reasons (shown to the customer)</legend>
        {declineReasons.map((code) => (
          <label key={code} className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-accent"
              checked={chosen.includes(code)}
              onChange={() => toggle(code)}
            />
            <span>{decisionReasons[code].found}</span>
          </label>
        ))}
        {isMissing && (
          <p id="decline-problem" role="alert" className="font-medium text-danger">
            Choose at least one reason
          </p>
        )}
      </fieldset>
    </ActDialog>
  );
});
