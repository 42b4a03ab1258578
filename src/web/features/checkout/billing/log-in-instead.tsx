/** For somebody with an account who began as a guest: to the log-in and back to this page, with the cart and the form as they are. */
import { useLanguage } from '#web/language.tsx';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { logInPath } from '#web/session/log-in-path.ts';
import { useSession } from '#web/session/use-session.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import { wait } from '#web/features/checkout/purchase/payment-status.ts';

/** A save that takes longer goes on without us, or the last field is typed again. */
const saveForMs = 2_000;

export function LogInInstead({ onLeave }: { onLeave: () => Promise<unknown> }) {
  const isPerson = useSession().kind === 'person';
  const to = logInPath(useLocation());
  const { say } = useLanguage();
  if (isPerson) return null;
  /** The log-in is a new document, which would cut off a save that is on its way. */
  const leave = async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await Promise.race([onLeave(), wait(saveForMs)]);
    window.location.assign(to);
  };
  return (
    <p className="text-sm">
      {say('Already have an account?')}{' '}
      <SiteLink to={to} onClick={leave} className="inline-block py-1 font-semibold underline underline-offset-4 hover:text-accent">
        {say('Log in')}
      </SiteLink>
    </p>
  );
}
