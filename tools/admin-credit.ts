/** Credit commands for the operator: decide on applications, change limits, freeze accounts, and write off unpaid amounts. */
import { decisionReasons } from '#kernel/credit-words.ts';
import { formatMoney } from '#kernel/money.ts';
import { parseAmount } from '#kernel/typed-amounts.ts';
import { declineReasons } from '#modules/credit/ledger/rules.ts';
import * as staff from '#modules/credit/account/staff.ts';
import { complain, complainOfAmount, say, type Work } from './admin-command.ts';

export const creditHelp = `  credit-queue              applications that wait for a decision, the oldest first, with what to look at
  credit-approve EMAIL [AMOUNT]
                            approve one; AMOUNT in dollars is the first limit, $500.00 without it
  credit-decline EMAIL REASON…
                            decline one; the customer reads the reasons: ${declineReasons.join(', ')}
  credit-limit EMAIL AMOUNT --reason TEXT
                            change a limit, to at most $50,000.00; the customer reads the reason
  credit-freeze EMAIL --reason TEXT
                            no purchases on credit until credit-unfreeze; the reason is for us
  credit-unfreeze EMAIL     end that; what is past due keeps credit on hold all the same
  credit-write-off EMAIL --reason TEXT
                            give up all that is owed, due or not, and close the account; the reason is for us`;

/** The terminal session does not identify a user. */
const actorId = null;

export const creditCommands: Record<string, Work> = {
  'credit-queue': async (deps) => {
    const waiting = await staff.queue(deps);
    for (const { email, legalName, einLast4, kind, appliedAt, reasons } of waiting) {
      // Quoted, because customer text could contain terminal control sequences.
      say(
        `${appliedAt.toISOString()}  ${JSON.stringify(email)}  ${JSON.stringify(legalName)}  EIN ending in ${einLast4}${kind === 'change' ? '  (a change of the company)' : ''}`,
      );
      for (const reason of reasons) say(`    ${reason}: ${decisionReasons[reason as keyof typeof decisionReasons]?.found ?? ''}`);
    }
    say(waiting.length === 0 ? 'No application waits.' : `${waiting.length} waiting. Decide within 30 days.`);
    return 0;
  },
  'credit-approve': async (deps, _config, [email, amount]) => {
    const typed = amount === undefined ? null : parseAmount(amount);
    if (email === undefined) return complain('credit-approve needs the e-mail address of the account');
    if (typed !== null && typed.kind !== 'amount') return complainOfAmount(amount, typed.kind);
    const limit = await staff.approveApplication(deps, { email, actorId, ...(typed === null ? {} : { limit: typed.amount }) });
    say(`${email} is approved, with a limit of ${formatMoney(limit)}. The customer gets an email.`);
    return 0;
  },
  'credit-decline': async (deps, _config, [email, ...words]) => {
    const reasons = words.filter(staff.isDeclineReason);
    if (email === undefined || reasons.length === 0 || reasons.length < words.length)
      return complain(`credit-decline needs an e-mail address and reasons: ${declineReasons.join(', ')}`);
    await staff.declineApplication(deps, { email, actorId, reasons });
    say(`The application of ${email} is declined. The customer gets an email with the reasons and the day to apply again.`);
    return 0;
  },
  'credit-limit': async (deps, _config, [email, amount], { reason = '' }) => {
    if (email === undefined || amount === undefined) return complain('credit-limit needs an e-mail address and an amount in dollars');
    const typed = parseAmount(amount);
    if (typed.kind !== 'amount') return complainOfAmount(amount, typed.kind);
    if (reason.trim() === '') return complain('credit-limit needs --reason TEXT, which the customer reads');
    const to = typed.amount;
    const from = await staff.setLimit(deps, { email, actorId, to, reason });
    say(
      from === to
        ? `The limit of ${email} is ${formatMoney(to)} already.`
        : `The limit of ${email} was ${formatMoney(from)} and is ${formatMoney(to)} now.`,
    );
    return 0;
  },
  'credit-freeze': async (deps, _config, [email], { reason = '' }) => {
    if (email === undefined || reason.trim() === '') return complain('credit-freeze needs an e-mail address and --reason TEXT');
    const isNew = await staff.freeze(deps, { email, actorId, reason });
    say(isNew ? `${email} cannot buy on credit. The customer gets an email.` : `${email} was frozen by staff already.`);
    return 0;
  },
  'credit-unfreeze': async (deps, _config, [email]) => {
    if (email === undefined) return complain('credit-unfreeze needs an e-mail address');
    const answer = await staff.unfreeze(deps, { email, actorId });
    if (answer === null) return complain(`Staff have not frozen ${email}`);
    say(answer.remainsFrozen ? `Done; what is past due keeps ${email} from buying on credit.` : `${email} can buy on credit again.`);
    return 0;
  },
  'credit-write-off': async (deps, _config, [email], { reason = '' }) => {
    if (email === undefined || reason.trim() === '') return complain('credit-write-off needs an e-mail address and --reason TEXT');
    const amount = await staff.writeOff(deps, { email, actorId, reason, beforeDue: true });
    say(`${formatMoney(amount)} is written off, and the account of ${email} is closed. The customer gets an email.`);
    return 0;
  },
};
