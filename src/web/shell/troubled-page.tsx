/** The two pages for when there is no page: it does not exist, or drawing it failed. Each has a way on. */
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { site } from '#kernel/site.ts';
import { Drawing } from '#web/art/drawing.tsx';
import errorArt from '#web/art/error.svg?url';
import notFoundArt from '#web/art/not-found.svg?url';
import { useLanguage, withNodes } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Trouble } from '#web/ui/trouble.tsx';
import { focusPage } from './use-page-changes.ts';

export function NotFoundPage() {
  const { say } = useLanguage();
  return (
    <Trouble
      title={say('Oops! Page not found')}
      picture={<Drawing file={notFoundArt} className="w-full max-w-form" />}
      actions={<ButtonLink to="/">{say('Go back')}</ButtonLink>}
    >
      {say('There is nothing at this address. The page may have moved, or the link has a mistake in it.')}
    </Trouble>
  );
}

/** What browsers say when the line did not bring what was asked for; in one's own words each. */
const lost = /: (Failed to f|NetworkE|Load f|error loading|Importing)/;

/** The page's data, or one of its files, was not brought, or we are too busy: it may come the next time. */
const isLost = (error: unknown): boolean => (isRouteErrorResponse(error) ? error.status > 501 : lost.test(String(error)));

export function FailedPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { say, sayWith } = useLanguage();
  // Neither its coming nor what comes after it has to be a change of address.
  useEffect(() => {
    focusPage();
    return focusPage;
  }, []);
  const isComing = isLost(error);
  return (
    <Trouble
      title={say('Unexpected Application Error!')}
      picture={<Drawing file={errorArt} className="w-full max-w-form" />}
      actions={
        <>
          {/* A file that did not come is never asked for twice by one document. */}
          <ButtonLink to={pathname + search} reloadDocument={!isComing || String(error).includes('module')}>
            {say('Try again')}
          </ButtonLink>
          <ButtonLink to="/products" variant="secondary" reloadDocument>
            {say('See our services')}
          </ButtonLink>
        </>
      }
    >
      {isComing
        ? say('The page did not load: your connection was lost, or we are very busy. Try again in a moment.')
        : say('Something went wrong on our side. Nothing you did caused it.')}{' '}
      {withNodes(
        sayWith('If it happens again, write to {mail}.', {
          mail: (
            <a href={`mailto:${site.email}`} className="underline underline-offset-4">
              {site.email}
            </a>
          ),
        }),
      )}
    </Trouble>
  );
}
