/**
 * Login in the header, or the first name of whoever is logged in. What the name needs is loaded for them only, after the page.
 * A script in the head has hidden the word Login from a known visitor (see early-page.ts), so it does not flash.
 */
import { lazy } from 'react';
import { useLocation } from 'react-router';
import { logInPath } from '#web/session/log-in-path.ts';
import { useSession } from '#web/session/use-session.ts';
import { useLanguage } from '#web/language.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { accountView } from './account-view.ts';
import { LaterPart } from './later-part.tsx';

const AccountMenu = lazy(() => import('./account-menu.tsx'));

const ActingNotice = lazy(() => import('./acting-notice.tsx'));

/** Only an administrator who acts as a customer loads what it says. */
export function ActingLine() {
  const session = useSession();
  const isActing = session.kind === 'person' && session.actingAs !== null;
  return isActing ? (
    <LaterPart instead={<PlainActingNotice />}>
      <ActingNotice />
    </LaterPart>
  ) : null;
}

export function AccountLink() {
  const isPerson = useSession().kind === 'person';
  const place = useLocation();
  const { say } = useLanguage();
  return (
    <div className="ms-2 @max-[20rem]:not-noscript:hidden @min-[40rem]:ms-0">
      {isPerson ? (
        <LaterPart meanwhile={<Loading />} instead={<ProfileLink />}>
          <AccountMenu />
        </LaterPart>
      ) : (
        <SiteLink to={logInPath(place)} data-guest="" className={`${accountView} border-ink hover:bg-ink hover:text-paper`}>
          {say('Login')}
        </SiteLink>
      )}
    </div>
  );
}

const Loading = () => {
  const { say } = useLanguage();
  return (
    <span role="status" className={`${accountView} border-line`}>
      <Spinner />
      <span className="sr-only">{say('Loading your name')}</span>
    </span>
  );
};

/** As a new document: with it the name may come. */
const ProfileLink = () => {
  const { say } = useLanguage();
  return (
    <SiteLink to="/profile" reloadDocument className={`${accountView} border-ink hover:bg-ink hover:text-paper`}>
      {say('Profile')}
    </SiteLink>
  );
};

const PlainActingNotice = () => {
  const { say } = useLanguage();
  return (
    <p className="page bg-warn-soft py-1.5 text-sm">{say('You are acting as a customer. To end it, load the page again and press End.')}</p>
  );
};
