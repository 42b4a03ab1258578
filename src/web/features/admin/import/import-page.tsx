/**
 * Imports a file of records: select it, review each row, and import. Nothing changes before the last step,
 * which imports all rows or none.
 */
import { type RefObject, useRef } from 'react';
import { useNavigate } from 'react-router';
import { BackLink } from '#web/features/admin/detail/record-page.tsx';
import { BottomBar } from '#web/features/admin/shell/bottom-bar.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import type { ImportDefinition } from './definition.ts';
import { ImportRows } from './import-rows.tsx';
import { countNoun, summaryOf } from './import-words.ts';
import { type Checked, type Import, useImport } from './use-import.ts';

export function ImportPage({ definition }: { definition: ImportDefinition }) {
  const { area, permission } = definition;
  const mayWrite = useMay(permission);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const list = `/admin/${area.path}`;
  const file = useImport(definition, (imported) => {
    toasts.success(`Imported: ${summaryOf(imported)}`);
    void navigate(list);
  });
  const ready = file.checked !== null && isReady(file.checked) ? file.checked : null;
  const pick = () => input.current?.click();
  useKeys([
    { keys: 'Escape', says: `Back to ${area.title}`, group: 'On this page', run: () => void navigate(list) },
    ...(mayWrite
      ? [{ keys: 'f', says: chooseWords(definition, true), group: 'On this page' as const, run: pick }]
      : []),
    ...(ready === null
      ? []
      : [
          {
            keys: 'Mod+Enter',
            says: actionOf(definition, ready),
            group: 'On this page' as const,
            run: () => void file.confirm(),
          },
        ]),
  ]);
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead
        title={`Import ${definition.many}`}
        above={<BackLink area={area} />}
        actions={
          mayWrite && (
            <>
              <Button
                size="small"
                variant={ready === null ? 'primary' : 'secondary'}
                isBusy={file.progress !== undefined}
                onClick={pick}
              >
                {chooseWords(definition, file.checked === null)}
                <KeyHint keys="f" />
              </Button>
              {ready && (
                <Confirm definition={definition} checked={ready} file={file} className="max-sm:hidden" />
              )}
            </>
          )
        }
      />
      {!mayWrite && <p className="text-sm text-muted">Your role can view this but not change it.</p>}
      <FileInput input={input} definition={definition} onChoose={(chosen) => void file.choose(chosen)} />
      <State definition={definition} file={file} />
      {ready && (
        <BottomBar>
          <Confirm definition={definition} checked={ready} file={file} className="min-h-11 w-full" />
        </BottomBar>
      )}
    </div>
  );
}

function chooseWords({ takesSeveral = false }: ImportDefinition, isFirst: boolean): string {
  if (takesSeveral) return isFirst ? 'Choose files' : 'Choose other files';
  return isFirst ? 'Choose a file' : 'Choose another file';
}

const changesOf = ({ plan }: Checked): number => plan.added + plan.changed;
const isReady = (checked: Checked): boolean => checked.plan.refused === 0 && changesOf(checked) > 0;
const actionOf = (definition: ImportDefinition, checked: Checked): string =>
  `Import ${countNoun(changesOf(checked), definition)}`;

type ConfirmProps = { definition: ImportDefinition; checked: Checked; file: Import; className: string };

const Confirm = ({ definition, checked, file, className }: ConfirmProps) => (
  <Button size="small" className={className} isBusy={file.isImporting} onClick={() => void file.confirm()}>
    {actionOf(definition, checked)}
    <KeyHint keys="Mod+Enter" />
  </Button>
);

type FileInputProps = {
  input: RefObject<HTMLInputElement | null>;
  definition: ImportDefinition;
  onChoose: (files: File[]) => void;
};

const FileInput = ({ input, definition: { accept, takesSeveral = false }, onChoose }: FileInputProps) => (
  <input
    ref={input}
    type="file"
    accept={accept}
    multiple={takesSeveral}
    aria-label="File to import"
    className="sr-only"
    tabIndex={-1}
    onChange={({ target }) => {
      const chosen = [...(target.files ?? [])];
      target.value = '';
      if (chosen.length > 0) onChoose(chosen);
    }}
  />
);

function State({
  definition,
  file: { progress, checked, problem },
}: {
  definition: ImportDefinition;
  file: Import;
}) {
  return (
    <>
      <div role="status" className="grid gap-3">
        {progress !== undefined && <OnItsWay progress={progress} />}
        {progress === undefined && checked && <Outcome definition={definition} checked={checked} />}
      </div>
      {problem && (
        <Notice tone="danger" role="alert" title={checked === null ? 'File rejected' : 'Not imported'}>
          <p>{problem.message}</p>
          {problem.requestId !== '' && problem.status >= 500 && (
            <p className="mt-1 text-xs wrap-anywhere">Request {problem.requestId}</p>
          )}
        </Notice>
      )}
      {progress === undefined && checked ? (
        <ImportRows key={checked.plan.plan} plan={checked.plan} />
      ) : (
        <About definition={definition} />
      )}
    </>
  );
}

const OnItsWay = ({ progress }: { progress: number | null }) => (
  <label className="flex flex-wrap items-center gap-3">
    {progress === null ? 'Checking rows' : 'Uploading'}
    <progress className="w-48 accent-accent" {...(progress === null ? {} : { value: progress })} max={1} />
  </label>
);

function Outcome({ definition, checked }: { definition: ImportDefinition; checked: Checked }) {
  const { plan, file, isRecheck } = checked;
  return (
    <>
      <p className="wrap-anywhere">
        <span className="font-medium">{file.name}</span>: {summaryOf(plan)}.
      </p>
      {isRecheck && (
        <Notice tone="warn" title="The data has changed">
          <p>Nothing was imported. Review the updated preview and import again.</p>
        </Notice>
      )}
      {plan.refused > 0 && (
        <Notice tone="warn" title="The file has errors">
          <p>
            Fix {plan.refused === 1 ? 'the error' : 'the errors'} in the file, save it, and choose it again.
          </p>
        </Notice>
      )}
      {plan.refused === 0 && changesOf(checked) === 0 && <p>The file contains no changes.</p>}
      {isReady(checked) && <p className="text-muted">All rows are imported, or none. {definition.effect}</p>}
      {plan.notImported.length > 0 && (
        <p className="text-sm text-muted">
          For information only, not imported: {plan.notImported.join(', ')}.
        </p>
      )}
    </>
  );
}

const About = ({ definition: { about } }: { definition: ImportDefinition }) => (
  <ul className="grid max-w-line list-disc gap-1.5 ps-5">
    {about.map((sentence, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the sentences are always the same.
      <li key={at}>{sentence}</li>
    ))}
  </ul>
);
