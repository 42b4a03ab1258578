/** Posts an alarm to an address that the operator chooses. */
export type AlarmHook = {
  /**
   * Posts JSON once. Rejects with a sentence for anything but a 2xx within a few seconds. Never calls
   * addresses that only this machine or its network can reach, under any name.
   */
  post(address: string, body: Record<string, unknown>): Promise<void>;
};
