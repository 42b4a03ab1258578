/**
 * Like test/global-setup.ts, but on a disk: a million customers do not fit into the memory that tests use.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUpIn } from '#test/global-setup.ts';
import type { TestProject } from 'vitest/node';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stateside-growth-'));
  chmodSync(dataDir, 0o711);
  const stop = await setUpIn(project, dataDir);
  return async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}
