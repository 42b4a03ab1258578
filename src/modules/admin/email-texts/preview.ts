/**
 * Serves the HTML preview of an unsaved email. The address carries the content and a signature that staff
 * requested it within the last ten minutes. Nothing is stored. The preview uses made-up data.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DomainError } from '#kernel/errors.ts';
import type { SenderDeps } from '#modules/mail/sender.ts';
import { type OwnTexts, sampleIn } from '#modules/mail/words.ts';
import type { Deps } from '#modules/shared/deps.ts';

export const previewPath = '/api/email-preview';
const lastsMs = 600_000;
const inflatedAtMost = 200_000;

type Shown = { kind: string; sample: string; texts: OwnTexts };

export function previewAddress({ keys, clock }: Pick<Deps, 'keys' | 'clock'>, shown: Shown): string {
  const of = deflateRawSync(JSON.stringify([shown, clock.now().getTime() + lastsMs])).toString('base64url');
  return `${previewPath}?of=${of}&proof=${keys.mac('email-preview', of)}`;
}

/** Returns HTML. Throws `not_found` if the signature is invalid or older than ten minutes. */
export function previewAt(
  deps: SenderDeps & Pick<Deps, 'keys' | 'clock'>,
  of: string,
  proof: string,
): string {
  const { keys, clock } = deps;
  if (!keys.isMacOf(proof, 'email-preview', of)) throw new DomainError('not_found');
  const read = inflateRawSync(Buffer.from(of, 'base64url'), { maxOutputLength: inflatedAtMost }).toString(
    'utf8',
  );
  const [shown, until] = JSON.parse(read) as [Shown, number];
  if (until < clock.now().getTime()) throw new DomainError('not_found');
  return sampleIn(deps, shown).html;
}
