/**
 * Controls access to the console. A guest is sent to log in and returns afterwards. A customer sees the 404
 * page. Staff without a second factor are sent to set one up. A user who is viewing as a customer must end
 * that first.
 */
import { type ReactNode, useEffect } from 'react';
import { site } from '#content/site.ts';
import { notifyServer } from '#web/session/end-acting.ts';
import { logInPath } from '#web/session/log-in-path.ts';
import { useSession } from '#web/session/use-session.ts';
import { stopActing } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { NotLoaded } from './loaded.tsx';
import { rejectionOf } from './rejection.ts';
import { StaffProvider } from './staff.ts';
import { useStaffPersonQuery } from './session-calls.ts';

/** `notFound`: the shop's 404 page. `waiting`: the frame until the user is loaded. */
export function Guard({
  notFound,
  waiting,
  children,
}: {
  notFound: ReactNode;
  waiting: ReactNode;
  children: ReactNode;
}) {
  const session = useSession();
  const isActing = session.kind === 'person' && session.actingAs !== null;
  const { data, error, isFetching, refetch } = useStaffPersonQuery(undefined, {
    skip: session.kind !== 'person' || isActing,
  });
  const refusal = error === undefined || isFetching ? null : rejectionOf(error);
  const isLeaving = session.kind === 'guest' || refusal?.status === 401;
  useEffect(() => {
    if (isLeaving) window.location.replace(logInPath(window.location));
  }, [isLeaving]);
  if (isActing) return <EndActing />;
  if (data !== undefined && !isLeaving) return <StaffProvider value={data}>{children}</StaffProvider>;
  if (isLeaving || refusal === null) return waiting;
  if (refusal.status === 404) return <NoConsole>{notFound}</NoConsole>;
  if (refusal.code === 'two_factor_needed') return <SetUpFactor />;
  return (
    <OneThing title="Console">
      <NotLoaded what="The console" error={refusal} onRetry={() => void refetch()} />
    </OneThing>
  );
}

/** Customers see a 404 page, as if the console did not exist. */
function NoConsole({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.title = `Page not found | ${site.name}`;
  }, []);
  return children;
}

const OneThing = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="content" tabIndex={-1} className="mx-auto grid w-full max-w-form content-center gap-4 px-4 py-24">
    <h1 className="text-2xl">{title}</h1>
    {children}
  </main>
);

const SetUpFactor = () => (
  <OneThing title="Set up two-factor log-in first">
    <p>
      The console gives access to customer orders, cards, and companies. All staff must log in with a password
      and a code from an authenticator app. Setup takes two minutes.
    </p>
    <p>Then log in again with a code to return to this page.</p>
    <div>
      <a
        href="/profile?section=two-factor"
        className="inline-flex min-h-12 items-center rounded-full bg-accent px-6 font-semibold text-on-accent hover:bg-accent-strong"
      >
        Set up two-factor log-in
      </a>
    </div>
  </OneThing>
);

function EndActing() {
  const end = () => {
    notifyServer();
    stopActing();
    window.location.reload();
  };
  return (
    <OneThing title="You are acting as a customer">
      <p>The console is not available while you act as a customer. Stop acting to continue.</p>
      <div>
        <Button onClick={end}>Stop acting and open console</Button>
      </div>
    </OneThing>
  );
}
