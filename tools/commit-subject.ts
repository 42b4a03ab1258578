/**
 * The `commit-msg` hook: checks the subject of a commit by STYLE.md. `git config core.hooksPath tools/hooks`
 * turns it on.
 */
import { readFileSync } from 'node:fs';
import { refusedPhrasesIn } from '#tools/tidy/prose.ts';

const maxLength = 72;

/** Problems of a commit message, one sentence each. Merges, reverts, and fixups are not checked. */
export function complaintsAbout(message: string): string[] {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return [];
  return [
    ...(subject.length > maxLength
      ? [`The subject has ${subject.length} characters; it has at most ${maxLength}.`]
      : []),
    ...(/^[A-Z]/.test(subject)
      ? []
      : ['The subject starts with a verb in the imperative and a capital letter.']),
    ...(subject.endsWith('.') ? ['The subject has no period at its end.'] : []),
    ...(second.trim() === '' ? [] : ['An empty line separates the subject from the body.']),
    ...refusedPhrasesIn(subject).map((phrase) => `The subject says "${phrase}"; name the thing instead.`),
  ];
}

if (import.meta.main) {
  const complaints = complaintsAbout(readFileSync(process.argv[2] ?? '', 'utf8'));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
