/** Renders a private page once the user is loaded, and nothing for guests. */
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Message } from '#web/ui/message.tsx';
import { ApiProvider } from './api-provider.tsx';
import type { CurrentUser } from './api.ts';
import { refusalText } from './refusal.ts';
import { useGuardedMe } from './use-guarded-me.ts';

type Props = {
  /** As in "Your profile could not be loaded". */
  what: string;
  skeleton: ReactNode;
  picture?: ReactNode;
  children: (user: CurrentUser) => ReactNode;
};

export const Guarded = (props: Props) => (
  <ApiProvider>
    <Inside {...props} />
  </ApiProvider>
);

function Inside({ what, skeleton, picture, children }: Props) {
  const { user, error, isLoading, isLeaving, reload } = useGuardedMe();
  if (user !== undefined && !isLeaving) return children(user);
  if (isLeaving || isLoading || error === undefined) return skeleton;
  return (
    <Message title={`${what} could not be loaded`} picture={picture}>
      <p role="alert">{refusalText(error)}</p>
      <p>You are still logged in, and nothing has been changed.</p>
      <Button onClick={reload}>Try again</Button>
    </Message>
  );
}
