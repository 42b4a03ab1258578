/** One file on its way: chosen, checked, and imported as it was seen, or shown anew where something was changed meanwhile. */
import { useRef, useState } from 'react';
import { importAtMostBytes } from '#contract/admin/imports.ts';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import type { Rejection } from '#web/session/api.ts';
import type { ImportDefinition } from './definition.ts';
import { type ChosenFile, type Imported, type ImportPlan, useStaffImportCheckMutation, useStaffImportMutation } from './import-api.ts';

export type Checked = {
  file: ChosenFile;
  plan: ImportPlan /** It was imported in vain: something was changed meanwhile. */;
  isAnew: boolean;
};

export type Import = {
  /** From 0 to 1 while the file is sent, null while its rows are looked at; undefined: nothing is on its way. */
  progress: number | null | undefined;
  checked: Checked | null;
  /** Why the file as a whole could not be read, or was not imported. */
  problem: Rejection | null;
  isImporting: boolean;
  choose: (file: File) => Promise<void>;
  confirm: () => Promise<void>;
};

const refusal = (message: string): Rejection => ({ status: 422, code: 'import_unreadable', message, requestId: '' });

export function useImport({ rows, tag }: ImportDefinition, onDone: (imported: Imported) => void): Import {
  const [progress, setProgress] = useState<number | null | undefined>();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<Rejection | null>(null);
  const [check] = useStaffImportCheckMutation();
  const [apply] = useStaffImportMutation();
  const act = useAct();
  const newest = useRef(0);

  async function checkFile(file: ChosenFile, isAnew: boolean): Promise<void> {
    newest.current += 1;
    const own = newest.current;
    setProblem(null);
    setProgress(0);
    const { data, error } = await check({ row: rows.check, file, onProgress: (share) => setProgress(share === 1 ? null : share) });
    // Another file was chosen since.
    if (own !== newest.current) return;
    setProgress(undefined);
    setChecked(data === undefined ? null : { file, plan: data, isAnew });
    if (data === undefined) setProblem(rejectionOf(error));
  }
  async function choose(file: File): Promise<void> {
    setChecked(null);
    if (file.size > importAtMostBytes) return setProblem(refusal('A file may have 2 MB at most'));
    try {
      await checkFile({ name: file.name, content: new Blob([await file.arrayBuffer()], { type: file.type }) }, false);
    } catch {
      setProblem(refusal('The file could not be read from your device. Choose it again'));
    }
  }
  async function confirm(): Promise<void> {
    if (checked === null) return;
    const { file, plan } = checked;
    const outcome = await act.run(plan.plan, () => apply({ row: rows.apply, file, plan: plan.plan, tag }));
    if (outcome?.kind === 'done') onDone(outcome.data);
    if (outcome?.kind === 'changed') await checkFile(file, true);
  }
  return { progress, checked, problem: problem ?? act.problem, isImporting: act.isBusy, choose, confirm };
}
