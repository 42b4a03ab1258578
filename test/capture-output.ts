/** Captures the output of a command, starting fresh for each test. */
import { afterEach, beforeEach, vi } from 'vitest';

export function captureOutput(): { said: () => string; forget: () => void } {
  let text = '';
  const forget = (): void => {
    text = '';
  };
  beforeEach(() => {
    forget();
    const write = (said: string | Uint8Array): boolean => {
      text += String(said);
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(write);
    vi.spyOn(process.stderr, 'write').mockImplementation(write);
  });
  afterEach(() => void vi.restoreAllMocks());
  return { said: () => text, forget };
}
