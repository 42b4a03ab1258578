/**
 * State of one import: file selected, checked, and applied as reviewed. If data changed since the check, the
 * file is checked again.
 */
import { useRef, useState } from 'react';
import { importAtMostBytes } from '#contract/admin/imports.ts';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { rejectionOf } from '#web/features/admin/shell/rejection.ts';
import type { Rejection } from '#web/session/api.ts';
import type { ImportDefinition } from './definition.ts';
import {
  type ChosenFile,
  type Imported,
  type ImportPlan,
  useStaffImportCheckMutation,
  useStaffImportMutation,
} from './calls.ts';

export type Checked = {
  file: ChosenFile;
  plan: ImportPlan /** The import was rejected because data changed since the check. */;
  isRecheck: boolean;
};

export type Import = {
  /** From 0 to 1 while the file uploads; null while the server checks it; undefined when idle. */
  progress: number | null | undefined;
  checked: Checked | null;
  /** Why the whole file could not be read or imported. */
  problem: Rejection | null;
  isImporting: boolean;
  choose: (files: File[]) => Promise<void>;
  confirm: () => Promise<void>;
};

const refusal = (message: string): Rejection => ({
  status: 422,
  code: 'import_unreadable',
  message,
  requestId: '',
});

/** Returns one file unchanged and zips several. A file over the size limit is not read into memory. */
async function oneOf(files: File[]): Promise<ChosenFile> {
  const [first] = files;
  if (first !== undefined && files.length === 1)
    return { name: nameOf(first), content: await readOnce(first) };
  const { zipSync } = await import('fflate');
  const entries = await Promise.all(
    files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  );
  return {
    name: `${first && nameOf(first)} and ${files.length - 1} more`,
    content: new Blob([zipSync(Object.fromEntries(entries))]),
  };
}

/** The last 150 characters, which include the extension. */
const nameOf = ({ name }: File): string => name.slice(-150);

const readOnce = async (file: File): Promise<Blob> =>
  file.size > importAtMostBytes ? file : new Blob([await file.arrayBuffer()], { type: file.type });

export function useImport(
  { endpoints, tag }: ImportDefinition,
  onDone: (imported: Imported) => void,
): Import {
  const [progress, setProgress] = useState<number | null | undefined>();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<Rejection | null>(null);
  const [check] = useStaffImportCheckMutation();
  const [apply] = useStaffImportMutation();
  const act = useAct();
  const newest = useRef(0);

  async function checkFile(file: ChosenFile, isRecheck: boolean): Promise<void> {
    newest.current += 1;
    const run = newest.current;
    setProblem(null);
    setProgress(0);
    const { data, error } = await check({
      endpoint: endpoints.check,
      file,
      onProgress: (share) => setProgress(share === 1 ? null : share),
    });
    // Another file was selected since.
    if (run !== newest.current) return;
    setProgress(undefined);
    setChecked(data === undefined ? null : { file, plan: data, isRecheck });
    if (data === undefined) setProblem(rejectionOf(error));
  }
  async function choose(files: File[]): Promise<void> {
    setChecked(null);
    try {
      const file = await oneOf(files);
      if (file.content.size > importAtMostBytes)
        return setProblem(refusal('The file is larger than 2 MB. Choose a smaller one'));
      await checkFile(file, false);
    } catch {
      setProblem(refusal('The file could not be read. Choose it again'));
    }
  }
  async function confirm(): Promise<void> {
    if (checked === null) return;
    const { file, plan } = checked;
    const outcome = await act.run(plan.plan, () =>
      apply({ endpoint: endpoints.apply, file, plan: plan.plan, tag }),
    );
    if (outcome?.kind === 'done') onDone(outcome.data);
    if (outcome?.kind === 'changed') await checkFile(file, true);
  }
  return { progress, checked, problem: problem ?? act.problem, isImporting: act.isBusy, choose, confirm };
}
