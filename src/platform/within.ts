/** Limits how long a caller waits for work. */

/**
 * Returns the result of the work, or of `onTimeout` if the work takes longer. The work itself continues.
 */
export async function within<T, Late>(
  ms: number,
  work: T | Promise<T>,
  onTimeout: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(onTimeout()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
