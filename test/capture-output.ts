/** Captures the output of a command, starting fresh for each test. */
import { afterEach, beforeEach, vi } from 'vitest';

export function captureOutput(): { output: () => string; clear: () => void } {
  let text = '';
  const clear = (): void => {
    text = '';
  };
  beforeEach(() => {
    clear();
    const write = (chunk: string | Uint8Array): boolean => {
      text += String(chunk);
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(write);
    vi.spyOn(process.stderr, 'write').mockImplementation(write);
  });
  afterEach(() => void vi.restoreAllMocks());
  return { output: () => text, clear };
}
