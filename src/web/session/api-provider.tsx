/** Gives the components inside it what the signed-in browser knows. All of them share one store, wherever they stand. */
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { apiStore } from './api.ts';

export const ApiProvider = ({ children }: { children: ReactNode }) => <Provider store={apiStore}>{children}</Provider>;
