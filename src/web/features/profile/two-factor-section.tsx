/**
 * Two-factor login: setup in three steps (password, app, first code), later new recovery codes or turning it
 * off.
 */
import { useEffect, useRef, useState } from 'react';
import {
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '#contract/two-factor.ts';
import { apiStore, type CurrentUser } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { anyCode } from './code-field.tsx';
import { ProofForm } from './proof-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import {
  rereadMe,
  useConfirmTwoFactorMutation,
  useRemoveTwoFactorMutation,
  useRenewRecoveryCodesMutation,
  useStartTwoFactorMutation,
} from './two-factor-api.ts';

type Step =
  | { kind: 'rest' }
  | { kind: 'password' }
  | { kind: 'app'; secret: string; uri: string }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'renew' }
  | { kind: 'remove' };

const fromApp = 'The six-digit code in your app.';

export default function TwoFactorSection({ user }: { user: CurrentUser }) {
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const box = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // The clicked button is removed with its step, and the focus would be lost.
    if (step.kind === 'rest' && wasBusy.current) box.current?.focus();
    wasBusy.current = step.kind !== 'rest';
  }, [step.kind]);
  return (
    <div ref={box} tabIndex={-1}>
      <CurrentStep user={user} step={step} onStep={setStep} />
    </div>
  );
}

function CurrentStep({
  user,
  step,
  onStep: setStep,
}: {
  user: CurrentUser;
  step: Step;
  onStep: (step: Step) => void;
}) {
  const rest = () => setStep({ kind: 'rest' });
  switch (step.kind) {
    case 'password':
      return <StepOfPassword onStep={setStep} onCancel={rest} />;
    case 'app':
      return <StepOfApp {...step} onStep={setStep} onCancel={rest} />;
    case 'codes':
      return (
        <RecoveryCodes
          codes={step.codes}
          onDone={() => {
            apiStore.dispatch(rereadMe());
            rest();
          }}
        />
      );
    case 'renew':
      return <Renewal onStep={setStep} onCancel={rest} />;
    case 'remove':
      return <Removal onCancel={rest} />;
    default:
      return <Overview isOn={user.twoFactorEnabled} onStep={(kind) => setStep({ kind })} />;
  }
}

type StepProps = { onStep: (step: Step) => void; onCancel: () => void };

function StepOfPassword({ onStep, onCancel }: StepProps) {
  const [start] = useStartTwoFactorMutation();
  return (
    <ProofForm
      label="Set up two-factor log-in"
      body={startTwoFactor.body}
      button="Continue"
      onProof={async ({ password }) => onStep({ kind: 'app', ...(await start({ password }).unwrap()) })}
      onCancel={onCancel}
    />
  );
}

function StepOfApp({ secret, uri, onStep, onCancel }: StepProps & { secret: string; uri: string }) {
  const [confirm] = useConfirmTwoFactorMutation();
  return (
    <div className="grid gap-6">
      <SecretOfApp secret={secret} uri={uri} />
      <ProofForm
        label="Confirm two-factor log-in"
        body={confirmTwoFactor.body}
        codeHint={fromApp}
        button="Turn on"
        onProof={async ({ code }) => {
          const { recoveryCodes } = await confirm({ code }).unwrap();
          toasts.success('Two-factor log-in is on', 'profile');
          onStep({ kind: 'codes', codes: recoveryCodes });
        }}
        onCancel={onCancel}
      />
    </div>
  );
}

function Renewal({ onStep, onCancel }: StepProps) {
  const [renew] = useRenewRecoveryCodesMutation();
  return (
    <ProofForm
      label="Create new recovery codes"
      body={renewRecoveryCodes.body}
      codeHint={anyCode}
      button="Create new codes"
      onProof={async (proof) => onStep({ kind: 'codes', codes: (await renew(proof).unwrap()).recoveryCodes })}
      onCancel={onCancel}
    />
  );
}

function Removal({ onCancel }: Pick<StepProps, 'onCancel'>) {
  const [remove] = useRemoveTwoFactorMutation();
  return (
    <ProofForm
      label="Turn off two-factor log-in"
      body={removeTwoFactor.body}
      codeHint={anyCode}
      button="Turn off"
      onProof={async (proof) => {
        await remove(proof).unwrap();
        toasts.success('Two-factor log-in is off', 'profile');
        onCancel();
      }}
      onCancel={onCancel}
    />
  );
}

const Overview = ({
  isOn,
  onStep,
}: {
  isOn: boolean;
  onStep: (kind: 'password' | 'renew' | 'remove') => void;
}) => (
  <div className="grid max-w-line gap-4">
    <p>
      {isOn ? (
        <>
          <Badge tone="ok">On</Badge> Each log-in asks for your password and a code from your app.
        </>
      ) : (
        'With it, a stolen password is not enough to get into your account: each log-in also asks for a code from an app on your phone.'
      )}
    </p>
    <div className="flex flex-wrap gap-3">
      {isOn ? (
        <>
          <Button variant="secondary" onClick={() => onStep('renew')}>
            New recovery codes
          </Button>
          <Button variant="secondary" onClick={() => onStep('remove')}>
            Turn off
          </Button>
        </>
      ) : (
        <Button variant="secondary" onClick={() => onStep('password')}>
          Set up
        </Button>
      )}
    </div>
  </div>
);

const SecretOfApp = ({ secret, uri }: { secret: string; uri: string }) => (
  <div className="grid gap-5 sm:flex sm:items-start sm:gap-8">
    <QrCode text={uri} label="QR code for your authenticator app" />
    <div className="grid gap-3">
      <p>Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis.</p>
      <p className="text-sm text-muted">No camera? Type this key into the app, as a time-based key:</p>
      <p>
        <code className="font-medium wrap-anywhere select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
    </div>
  </div>
);
