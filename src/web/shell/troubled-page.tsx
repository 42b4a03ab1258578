/** The two pages for when there is no page: it does not exist, or drawing it failed. Each has a way on. */
import type { ReactNode } from 'react';
import { site } from '#kernel/site.ts';
import { Drawing } from '#web/art/drawing.tsx';
import errorArt from '#web/art/error.svg?url';
import notFoundArt from '#web/art/not-found.svg?url';
import { Button, ButtonLink } from '#web/ui/button.tsx';

type TroubleProps = { title: string; picture: ReactNode; children: ReactNode; actions: ReactNode };

export const Trouble = ({ title, picture, children, actions }: TroubleProps) => (
  <div className="page grid grid-cols-1 items-center gap-10 py-16 md:grid-cols-12 md:py-24">
    <div className="md:col-span-7">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-5 max-w-line text-lg">{children}</p>
      <div className="mt-8 flex flex-wrap gap-4">{actions}</div>
    </div>
    <div className="md:col-span-5">{picture}</div>
  </div>
);

export const NotFoundPage = () => (
  <Trouble
    title="Oops! Page not found"
    picture={<Drawing file={notFoundArt} className="w-full max-w-form" />}
    actions={<ButtonLink to="/">Go back</ButtonLink>}
  >
    There is nothing at this address. The page may have moved, or the link has a mistake in it.
  </Trouble>
);

export const FailedPage = () => (
  <Trouble
    title="Unexpected Application Error!"
    picture={<Drawing file={errorArt} className="w-full max-w-form" />}
    actions={
      <>
        <Button className="noscript:hidden" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <ButtonLink to="/products" variant="secondary" reloadDocument>
          See our services
        </ButtonLink>
      </>
    }
  >
    Something went wrong on our side. Nothing you did caused it. If it happens again, write to{' '}
    <a href={`mailto:${site.email}`} className="underline underline-offset-4">
      {site.email}
    </a>
    .
  </Trouble>
);
