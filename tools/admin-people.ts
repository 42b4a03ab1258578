/** Commands about people: administrators, impersonation grants, sessions, and access to accounts. */
import { grantLastsAtMostMinutes } from '#modules/admin/grant-rules.ts';
import * as grants from '#modules/admin/grants.ts';
import * as people from '#modules/admin/people.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import { complain, type Options, say } from './admin-command.ts';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const peopleHelp = `
  create-admin EMAIL --name "FIRST LAST"
                            create an administrator and email a link to set a password; two-factor log-in is required
  grant --as ADMIN --for CUSTOMER --reason TEXT --code CODE [--minutes ${grantLastsAtMostMinutes}] [--session SESSION]
                            let a logged-in administrator act as a customer, who gets an email with the reason; CODE is a
                            current authenticator code of the administrator; SESSION is needed if there are several
  grants                    list impersonation grants of the last 30 days
  revoke GRANT              end an impersonation grant
  end-sessions EMAIL        end all sessions of an account
  disable EMAIL             disable an account and end its sessions
  enable EMAIL              enable a disabled account
  reset-two-factor EMAIL    turn off two-factor log-in when the app and recovery codes are lost; check the person's
                            identity first
`;

export type PeopleWork = (deps: AccountDeps, words: string[], options: Options) => Promise<number>;

const isAddress = (text: string | undefined): text is string =>
  text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text);

export const peopleCommands: Record<string, PeopleWork> = {
  'create-admin': async (deps, [email], { name = '' }) => {
    const [, firstName, lastName] = /^(\S+)\s+(\S.*)$/.exec(name.trim()) ?? [];
    if (!isAddress(email)) return complain('create-admin needs an email address');
    if (firstName === undefined || lastName === undefined)
      return complain('create-admin needs --name "FIRST LAST"');
    const { isNew } = await people.createAdministrator(deps, { email, firstName, lastName });
    say(
      `${isNew ? 'Created the administrator.' : 'This administrator has no password yet.'} A link to set a password was emailed to ${email}. It works for 24 hours.`,
    );
    say('The account has only customer rights until two-factor log-in is turned on in the profile.');
    return 0;
  },
  grant: async (
    deps,
    _words,
    {
      as: adminEmail,
      for: targetEmail,
      reason,
      code,
      minutes = String(grantLastsAtMostMinutes),
      session: sessionId,
    },
  ) => {
    if (!isAddress(adminEmail) || !isAddress(targetEmail))
      return complain('grant needs --as ADMIN and --for CUSTOMER, both email addresses');
    if (reason === undefined || code === undefined)
      return complain('grant needs --reason TEXT and --code CODE');
    const granted = await grants.grant(deps, {
      adminEmail,
      targetEmail,
      reason,
      code,
      minutes: Number(minutes),
      sessionId,
    });
    say(
      `${adminEmail} can act as ${granted.targetEmail} until ${timeOf(granted.expiresAt)}, only in the session on ${granted.device}.`,
    );
    say(`The customer gets an email. To end the grant early: npm run admin -- revoke ${granted.grantId}`);
    say(
      `The browser sends: admin-as-user: true, user-id: ${granted.targetId}, user-email: ${granted.targetEmail}`,
    );
    return 0;
  },
  grants: async (deps) => {
    const now = deps.clock.now();
    const found = await grants.list(deps, 30);
    for (const grant of found) {
      const isLive = grant.revoked_at === null && grant.expires_at > now && grant.sessionIsAlive;
      say(
        `${grant.id}  ${isLive ? `until ${timeOf(grant.expires_at)}` : 'ended'}  ${grant.admin} as ${grant.target}`,
      );
      say(`    ${timeOf(grant.created_at)}: ${grant.reason}`);
    }
    say(`${found.length === 0 ? 'No grants' : counted(found.length, 'grant')} in the last 30 days.`);
    return 0;
  },
  revoke: async (deps, [grantId]) => {
    if (grantId === undefined) return complain('revoke needs a grant ID (gra_…); list them with grants');
    if (!(await grants.revoke(deps, grantId))) return complain(`No active grant ${grantId}`);
    say(`Ended grant ${grantId}.`);
    return 0;
  },
  'end-sessions': withAddress(
    async (deps, email) => `Ended ${counted(await people.endSessions(deps, email), 'session')} of ${email}.`,
  ),
  disable: withAddress(async (deps, email) => {
    await people.disable(deps, email);
    return `Disabled ${email} and ended its sessions. To undo: npm run admin -- enable ${email}`;
  }),
  enable: withAddress(async (deps, email) => {
    await people.enable(deps, email);
    return `${email} can log in again.`;
  }),
  'reset-two-factor': withAddress(async (deps, email) => {
    await people.resetTwoFactor(deps, email);
    return `Turned off two-factor log-in of ${email} and ended all sessions. The owner gets an email.`;
  }),
};

function withAddress(work: (deps: AccountDeps, email: string) => Promise<string>): PeopleWork {
  return async (deps, [email]) => {
    if (!isAddress(email)) return complain("Give the account's email address");
    say(await work(deps, email));
    return 0;
  };
}

const timeOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
