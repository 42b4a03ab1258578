/** Commands about people: administrators, impersonation grants, sessions, and access to accounts. */
import { grantLastsAtMostMinutes } from '#modules/admin/grant-rules.ts';
import * as grants from '#modules/admin/grants.ts';
import * as people from '#modules/admin/people.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import { complain, type Options, say } from './admin-command.ts';

export const peopleHelp = `
  create-admin EMAIL --name "FIRST LAST"
                            an administrator, who gets an email with a link to choose a password, and must turn two-factor log-in on
  grant --as ADMIN --for CUSTOMER --reason TEXT --code CODE [--minutes ${grantLastsAtMostMinutes}] [--session SESSION]
                            leave for an administrator who is logged in to act as a customer, who gets an email with the reason;
                            CODE is a fresh one of the administrator's authenticator app; SESSION only where the administrator is logged in
                            more than once
  grants                    who may act, or might in the last 30 days
  revoke GRANT              end such an impersonation grant now
  end-sessions EMAIL        log a person out everywhere
  disable EMAIL             the same, and refuse their log-in
  enable EMAIL
  reset-two-factor EMAIL    for somebody who lost the app and the recovery codes, after you made sure who it is
`;

export type PeopleWork = (deps: AccountDeps, words: string[], options: Options) => Promise<number>;

const isAddress = (text: string | undefined): text is string => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text);

export const peopleCommands: Record<string, PeopleWork> = {
  'create-admin': async (deps, [email], { name = '' }) => {
    const [, firstName, lastName] = /^(\S+)\s+(\S.*)$/.exec(name.trim()) ?? [];
    if (!isAddress(email)) return complain('create-admin needs an e-mail address');
    if (firstName === undefined || lastName === undefined) return complain('create-admin needs --name "FIRST LAST"');
    const { isNew } = await people.createAdministrator(deps, { email, firstName, lastName });
    say(
      `${isNew ? 'The administrator is made.' : 'That administrator has no password yet.'} An email with a link to choose one is on its way to ${email}. It works for 24 hours.`,
    );
    say('Until two-factor log-in is on, in the profile, the account has no more rights than a customer.');
    return 0;
  },
  grant: async (
    deps,
    _words,
    { as: adminEmail, for: targetEmail, reason, code, minutes = String(grantLastsAtMostMinutes), session: sessionId },
  ) => {
    if (!isAddress(adminEmail) || !isAddress(targetEmail))
      return complain('grant needs --as ADMIN and --for CUSTOMER, both e-mail addresses');
    if (reason === undefined || code === undefined) return complain('grant needs --reason TEXT and --code CODE');
    const granted = await grants.grant(deps, { adminEmail, targetEmail, reason, code, minutes: Number(minutes), sessionId });
    say(`${adminEmail} may act as ${granted.targetEmail} until ${timeOf(granted.expiresAt)}, from the log-in on ${granted.device} only.`);
    say(`The customer gets an email. To end it sooner: npm run admin -- revoke ${granted.grantId}`);
    say(`The browser sends: admin-as-user: true, user-id: ${granted.targetId}, user-email: ${granted.targetEmail}`);
    return 0;
  },
  grants: async (deps) => {
    const now = deps.clock.now();
    const found = await grants.list(deps, 30);
    for (const grant of found) {
      const isLive = grant.revoked_at === null && grant.expires_at > now && grant.sessionIsAlive;
      say(`${grant.id}  ${isLive ? `until ${timeOf(grant.expires_at)}` : 'ended'}  ${grant.admin} as ${grant.target}`);
      say(`    ${timeOf(grant.created_at)}: ${grant.reason}`);
    }
    say(found.length === 0 ? 'Nobody may act for anybody, and nobody did in the last 30 days.' : `${found.length} in the last 30 days.`);
    return 0;
  },
  revoke: async (deps, [grantId]) => {
    if (grantId === undefined) return complain('revoke needs a grant, such as gra_… (see grants)');
    if (!(await grants.revoke(deps, grantId))) return complain(`There is no leave ${grantId} that has not ended`);
    say(`${grantId} has ended.`);
    return 0;
  },
  'end-sessions': withAddress(async (deps, email) => `${email} was logged out ${await people.endSessions(deps, email)} times.`),
  disable: withAddress(async (deps, email) => {
    await people.disable(deps, email);
    return `${email} is logged out and cannot log in. To undo it: npm run admin -- enable ${email}`;
  }),
  enable: withAddress(async (deps, email) => {
    await people.enable(deps, email);
    return `${email} can log in again.`;
  }),
  'reset-two-factor': withAddress(async (deps, email) => {
    await people.resetTwoFactor(deps, email);
    return `Two-factor log-in of ${email} is off, and every session has ended. The owner gets an email.`;
  }),
};

function withAddress(work: (deps: AccountDeps, email: string) => Promise<string>): PeopleWork {
  return async (deps, [email]) => {
    if (!isAddress(email)) return complain('Give the e-mail address of the account');
    say(await work(deps, email));
    return 0;
  };
}

const timeOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
