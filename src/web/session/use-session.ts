/** The session for components. `unknown` on the server and during hydration, so both render the same. */
import { useSyncExternalStore } from 'react';
import { current, currentOnServer, type Session, subscribe } from './session.ts';

export const useSession = (): Session => useSyncExternalStore(subscribe, current, currentOnServer);
