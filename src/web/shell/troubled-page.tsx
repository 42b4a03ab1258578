/** The not-found page and the error page. Each has a link onward. */
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { Drawing } from '#web/art/drawing.tsx';
import errorArt from '#web/art/error.svg?url';
import notFoundArt from '#web/art/not-found.svg?url';
import { useLanguage, withNodes } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ErrorLayout } from '#web/ui/error-layout.tsx';
import { useSettings } from '#web/use-settings.ts';
import { focusPage } from './use-page-changes.ts';

export function NotFoundPage() {
  const { say } = useLanguage();
  return (
    <ErrorLayout
      title={say('Oops! Page not found')}
      picture={<Drawing file={notFoundArt} className="w-full max-w-form" />}
      actions={<ButtonLink to="/">{say('Go back')}</ButtonLink>}
    >
      {say('There is no page at this address. It may have moved, or the link may be wrong.')}
    </ErrorLayout>
  );
}

/** Browser messages for a failed network request; each browser words it differently. */
const loadFailure = /: (Failed to f|NetworkE|Load f|error loading|Importing)/;

/** The page's data or one of its files did not load, or we are too busy. A retry may work. */
const isLost = (error: unknown): boolean =>
  isRouteErrorResponse(error) ? error.status > 501 : loadFailure.test(String(error));

export function FailedPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { say, sayWith } = useLanguage();
  const { company } = useSettings();
  // The error page may appear and disappear without a change of address, so it moves the focus itself.
  useEffect(() => {
    focusPage();
    return focusPage;
  }, []);
  const isComing = isLost(error);
  return (
    <ErrorLayout
      title={say('Unexpected Application Error!')}
      picture={<Drawing file={errorArt} className="w-full max-w-form" />}
      actions={
        <>
          {/* A document never requests a failed module again. */}
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
            <a href={`mailto:${company.email}`} className="underline underline-offset-4">
              {company.email}
            </a>
          ),
        }),
      )}
    </ErrorLayout>
  );
}
