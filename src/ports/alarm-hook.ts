/** Telling an alarm to an address of the operator's choice. */
export type AlarmHook = {
  /**
   * Posts JSON once. Rejects with a sentence for anything but a 2xx within a few seconds. Addresses that only this machine or its network reaches are
   * never called, whatever their name says.
   */
  post(address: string, body: Record<string, unknown>): Promise<void>;
};
