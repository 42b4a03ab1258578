/** Seals the audit entries of earlier versions. Run once after the upgrade. */
import { sealOldEntries } from '#modules/admin/audit-seal.ts';
import { say, type Work } from './admin-command.ts';

export const auditHelp = `  seal-audit-log            once after an upgrade from an early version: seals the audit entries from before migration 0051, so that
                            verify accepts them, and finds a later change of one of them`;

export const auditCommands: Record<string, Work> = {
  'seal-audit-log': async (deps) => {
    const sealing = await sealOldEntries(deps);
    if (sealing.kind === 'nothing') say('There is nothing to seal: every entry has a hash of its own.');
    if (sealing.kind === 'sealed_before') say(`${sealing.seal.count} entries were sealed before, by entry ${sealing.seal.id}.`);
    if (sealing.kind === 'sealed')
      say(`${sealing.seal.count} entries from before migration 0051 are sealed. Note the digest elsewhere: ${sealing.seal.digest}`);
    return 0;
  },
};
