/** Tracks uploads in progress. A form that needs their results waits for them before it saves. */
const pending = new Set<Promise<unknown>>();

/** `work` must settle only after its result is in the form. */
export function trackUpload(work: Promise<unknown>): void {
  const tracked = work.catch(() => undefined).finally(() => pending.delete(tracked));
  pending.add(tracked);
}

export const isUploading = (): boolean => pending.size > 0;

export async function untilUploaded(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}
