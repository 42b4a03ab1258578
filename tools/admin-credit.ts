/**
 * Credit commands for the operator: decide on applications, change limits, freeze accounts, and write off
 * unpaid amounts.
 */
import { decisionReasons } from '#content/credit-words.ts';
import { formatMoney } from '#kernel/money.ts';
import { parseAmount } from '#kernel/typed-amounts.ts';
import { declineReasons } from '#modules/credit/ledger/rules.ts';
import * as staff from '#modules/credit/account/staff.ts';
import { complain, rejectAmount, say, type Work } from './admin-command.ts';

export const creditHelp = `  credit-queue              list applications in review, oldest first, with the reasons for the review
  credit-approve EMAIL [AMOUNT]
                            approve an application; AMOUNT is the first limit in dollars (default $500.00)
  credit-decline EMAIL REASON…
                            decline an application; the customer sees the reasons: ${declineReasons.join(', ')}
  credit-limit EMAIL AMOUNT --reason TEXT
                            change a limit, up to $50,000.00; the customer sees the reason
  credit-freeze EMAIL --reason TEXT
                            block purchases on credit until credit-unfreeze; the reason is internal
  credit-unfreeze EMAIL     end the freeze; past-due invoices still block credit
  credit-write-off EMAIL --reason TEXT
                            write off the balance, due or not, and close the account; the reason is internal`;

/** The terminal session does not identify a user. */
const actorId = null;

export const creditCommands: Record<string, Work> = {
  'credit-queue': async (deps) => {
    const waiting = await staff.queue(deps);
    for (const { email, legalName, einLast4, kind, appliedAt, reasons } of waiting) {
      // Quoted, because customer text could contain terminal control sequences.
      say(
        `${appliedAt.toISOString()}  ${JSON.stringify(email)}  ${JSON.stringify(legalName)}  EIN ending in ${einLast4}${kind === 'change' ? '  (company change)' : ''}`,
      );
      for (const reason of reasons)
        say(`    ${reason}: ${decisionReasons[reason as keyof typeof decisionReasons]?.found ?? ''}`);
    }
    say(
      waiting.length === 0
        ? 'No applications in review.'
        : `${waiting.length} in review. Decide within 30 days.`,
    );
    return 0;
  },
  'credit-approve': async (deps, _config, [email, amount]) => {
    const typed = amount === undefined ? null : parseAmount(amount);
    if (email === undefined) return complain("credit-approve needs the account's email address");
    if (typed !== null && typed.kind !== 'amount') return rejectAmount(amount, typed.kind);
    const limit = await staff.approveApplication(deps, {
      email,
      actorId,
      ...(typed === null ? {} : { limit: typed.amount }),
    });
    say(`Approved ${email} with a limit of ${formatMoney(limit)}. The customer gets an email.`);
    return 0;
  },
  'credit-decline': async (deps, _config, [email, ...words]) => {
    const reasons = words.filter(staff.isDeclineReason);
    if (email === undefined || reasons.length === 0 || reasons.length < words.length)
      return complain(`credit-decline needs an email address and reasons: ${declineReasons.join(', ')}`);
    await staff.declineApplication(deps, { email, actorId, reasons });
    say(
      `Declined the application of ${email}. The customer gets an email with the reasons and the next application date.`,
    );
    return 0;
  },
  'credit-limit': async (deps, _config, [email, amount], { reason = '' }) => {
    if (email === undefined || amount === undefined)
      return complain('credit-limit needs an email address and an amount in dollars');
    const typed = parseAmount(amount);
    if (typed.kind !== 'amount') return rejectAmount(amount, typed.kind);
    if (reason.trim() === '') return complain('credit-limit needs --reason TEXT, which the customer sees');
    const to = typed.amount;
    const from = await staff.setLimit(deps, { email, actorId, to, reason });
    say(
      from === to
        ? `The limit of ${email} is already ${formatMoney(to)}.`
        : `Changed the limit of ${email} from ${formatMoney(from)} to ${formatMoney(to)}.`,
    );
    return 0;
  },
  'credit-freeze': async (deps, _config, [email], { reason = '' }) => {
    if (email === undefined || reason.trim() === '')
      return complain('credit-freeze needs an email address and --reason TEXT');
    const isNew = await staff.freeze(deps, { email, actorId, reason });
    say(
      isNew
        ? `Froze the credit of ${email}. The customer gets an email.`
        : `Staff have already frozen ${email}.`,
    );
    return 0;
  },
  'credit-unfreeze': async (deps, _config, [email]) => {
    if (email === undefined) return complain('credit-unfreeze needs an email address');
    const answer = await staff.unfreeze(deps, { email, actorId });
    if (answer === null) return complain(`${email} has no freeze by staff`);
    say(
      answer.remainsFrozen
        ? `Ended the freeze. Past-due invoices still block credit for ${email}.`
        : `${email} can buy on credit again.`,
    );
    return 0;
  },
  'credit-write-off': async (deps, _config, [email], { reason = '' }) => {
    if (email === undefined || reason.trim() === '')
      return complain('credit-write-off needs an email address and --reason TEXT');
    const amount = await staff.writeOff(deps, { email, actorId, reason, beforeDue: true });
    say(`Wrote off ${formatMoney(amount)} and closed the account of ${email}. The customer gets an email.`);
    return 0;
  },
};
