/** Provides the signed-in user's API data to its children. All providers share one store. */
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { apiStore } from './api.ts';

export const ApiProvider = ({ children }: { children: ReactNode }) => (
  <Provider store={apiStore}>{children}</Provider>
);
