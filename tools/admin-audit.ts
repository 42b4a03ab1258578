/** Seals the audit entries of earlier versions. Run once after the upgrade. */
import { sealOldEntries } from '#modules/operations/audit/seal.ts';
import { say, type Work } from './admin-command.ts';

export const auditHelp = `  seal-audit-log            run once after an upgrade from before migration 0051: seals older audit entries, so that
                            verify accepts them and detects later changes`;

export const auditCommands: Record<string, Work> = {
  'seal-audit-log': async (deps) => {
    const sealing = await sealOldEntries(deps);
    if (sealing.kind === 'nothing') say('Nothing to seal: every entry has its own hash.');
    if (sealing.kind === 'sealed_before')
      say(`${sealing.seal.count} entries are already sealed by entry ${sealing.seal.id}.`);
    if (sealing.kind === 'sealed')
      say(
        `Sealed ${sealing.seal.count} entries from before migration 0051. Store this digest elsewhere: ${sealing.seal.digest}`,
      );
    return 0;
  },
};
