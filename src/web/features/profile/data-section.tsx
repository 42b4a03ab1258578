/** The user's own data: export as a file, and account deletion with its consequences. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { DeletionForm } from '#contract/personal-data.ts';
import { bound } from '#web/ui/fields/bound.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { ProblemBox } from '#web/ui/problem-box.tsx';
import { saveFile } from '#web/save-file.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { refusalText } from '#web/session/refusal.ts';
import { useSending } from '#web/session/sending.ts';
import { clearStorage } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { CodeField, useAskedCode } from './code-field.tsx';
import { useArchiveMutation, useDeleteAccountMutation } from './profile-api.ts';

export default function DataSection({ user }: { user: CurrentUser }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid max-w-line gap-8">
      <Download />
      <div className="grid gap-3">
        <h3 className="font-semibold">Delete my account</h3>
        <p className="text-muted">
          Your account, your details and your saved cards are removed. This cannot be undone.
        </p>
        <div>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </div>
      </div>
      <Dialog title="Delete my account?" isOpen={isAsking} onClose={() => setAsking(false)}>
        {isAsking && <DeleteForm user={user} onClose={() => setAsking(false)} />}
      </Dialog>
    </div>
  );
}

function Download() {
  const [read, { isLoading }] = useArchiveMutation();
  const download = async () => {
    if (isLoading) return;
    await read()
      .unwrap()
      .then(
        (file) => saveFile(file, 'application/zip'),
        (error: unknown) => toasts.error(refusalText(error), 'profile'),
      );
  };
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">Download my data</h3>
      <p className="text-muted">
        Everything we keep about you, in one ZIP file: your details, orders, carts, messages and log-ins.
      </p>
      <div>
        <Button variant="secondary" isBusy={isLoading} onClick={download}>
          Download my data
        </Button>
      </div>
    </div>
  );
}

function DeleteForm({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const [deleteAccount] = useDeleteAccountMutation();
  const sending = useSending(undefined, 'profile');
  const form = useForm<z.input<typeof DeletionForm>>({
    resolver: zodResolver(DeletionForm),
    defaultValues: { password: '' },
  });
  const codePrompt = useAskedCode(form, user);
  const submit = form.handleSubmit((body) =>
    sending.run(async () => {
      await deleteAccount(body).unwrap();
      clearStorage();
      window.location.replace('/');
      return 'leaving';
    }, codePrompt.takes),
  );
  return (
    <form aria-label="Delete my account" className="grid gap-5" onSubmit={submit} noValidate>
      <ProblemBox problem={sending.problem} />
      <ul className="grid list-disc gap-2 ps-5">
        <li>You will be logged out everywhere and can no longer log in to this account.</li>
        <li>Your name, address, phone number and saved cards will be removed.</li>
        <li>Orders awaiting payment will be canceled. This does not refund anything that was paid.</li>
        <li>Paid orders stay in our books without your name, because the law requires it.</li>
      </ul>
      <div className="grid gap-y-2.5">
        <PasswordField label="Password" autoComplete="current-password" {...bound(form, 'password')} />
        <CodeField {...codePrompt} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onClose}>
          Keep my account
        </Button>
        <Button type="submit" isBusy={sending.isBusy}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
