/** What every email states about its sender. */
import type { Company } from '#content/site.ts';
import type { Deps } from '#modules/shared/deps.ts';

export type Sender = {
  /** The shop's public address, without a trailing slash. */
  publicOrigin: string;
  company: Company;
};

export type SenderDeps = Pick<Deps, 'publicOrigin' | 'settings'>;

/** The sender as of now. An email that is already stored keeps its text. */
export const senderOf = ({ publicOrigin, settings }: SenderDeps): Sender => ({
  publicOrigin,
  company: settings.current().company,
});
