/** For guests with an account: links to login and back to this page, keeping the cart and the form. */
import { useLanguage } from '#web/language.tsx';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { logInPath } from '#web/session/log-in-path.ts';
import { useSession } from '#web/session/use-session.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import { wait } from '#web/features/checkout/purchase/payment-status.ts';

/** A slower save does not delay the link. In that case the last field may need retyping. */
const saveForMs = 2_000;

export function LogInInstead({ onLeave }: { onLeave: () => Promise<unknown> }) {
  const isPerson = useSession().kind === 'person';
  const to = logInPath(useLocation());
  const { say } = useLanguage();
  if (isPerson) return null;
  /** Login loads a new document, which would abort a pending save. */
  const leave = async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await Promise.race([onLeave(), wait(saveForMs)]);
    window.location.assign(to);
  };
  return (
    <p className="text-sm">
      {say('Already have an account?')}{' '}
      <SiteLink
        to={to}
        onClick={leave}
        className="inline-block py-1 font-semibold underline underline-offset-4 hover:text-accent"
      >
        {say('Log in')}
      </SiteLink>
    </p>
  );
}
