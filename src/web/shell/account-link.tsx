/**
 * Login in the header, or the first name of the logged-in user. The name's code loads only for logged-in
 * users, after the page. A script in the head hides Login for a known visitor (see early-page.ts), so it does
 * not flash.
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

/** Loaded only for an administrator who acts as a customer. */
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
        <SiteLink
          to={logInPath(place)}
          data-guest=""
          className={`${accountView} border-ink hover:bg-ink hover:text-paper`}
        >
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

/** Loads a new document, where the name may load. */
const ProfileLink = () => {
  const { say } = useLanguage();
  return (
    <SiteLink
      to="/profile"
      reloadDocument
      className={`${accountView} border-ink hover:bg-ink hover:text-paper`}
    >
      {say('Profile')}
    </SiteLink>
  );
};

const PlainActingNotice = () => {
  const { say } = useLanguage();
  return (
    <p className="page bg-warn-soft py-1.5 text-sm">
      {say('You are acting as a customer. To stop, reload the page and press End.')}
    </p>
  );
};
