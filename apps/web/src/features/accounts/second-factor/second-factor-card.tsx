import { readSecondFactor, replaceRecoveryCodes, turnOffTotp } from '@veranda/contract/accounts/second-factor/routes.ts'
import { type SecondFactor } from '@veranda/contract/accounts/second-factor/schemas.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetUp } from './totp-set-up.tsx'
import styles from '../settings/settings.module.css'

type Step = 'set-up' | 'turn-off' | 'codes'

/** From so few codes on, their number is a warning. */
const fewCodes = 3

/** Shows whether signing in asks for codes of an authenticator app, and changes that. */
export function SecondFactorCard() {
  const t = useTranslations('accounts/settings')
  const read = useRead(readSecondFactor, {}, { staleTimeMs: 0 })
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  return (
    <Card title={t('totp')} padded aside={read.data?.totpSince && <Chip tone="success">{t('totp.on')}</Chip>}>
      <QueryBoundary query={read} errorTitle={t('totp.failed')} skeleton={<Skeleton shape="block" height="84px" />}>
        {(data) => <SecondFactorState data={data} onStep={setStep} />}
      </QueryBoundary>
      <Dialog open={step === 'set-up'} onClose={close} title={t('totp')}>
        {step === 'set-up' && <TotpSetUp onDone={close} />}
      </Dialog>
      <Dialog open={step === 'codes'} onClose={close} title={t('recovery.new')}>
        {step === 'codes' && <NewRecoveryCodes onDone={close} />}
      </Dialog>
      <Dialog
        open={step === 'turn-off'}
        onClose={close}
        title={t('totp.turn-off.title')}
        text={t('totp.turn-off.text')}
      >
        {step === 'turn-off' && <TurnOff onDone={close} />}
      </Dialog>
    </Card>
  )
}

function SecondFactorState({ data, onStep }: { data: SecondFactor; onStep: (step: Step) => void }) {
  const t = useTranslations('accounts/settings')
  if (data.totpSince === null) {
    return (
      <Stack>
        <p className={styles.note}>{t('totp.off.text')}</p>
        {data.actions.includes('turn-on') && (
          <div>
            <Button onClick={() => onStep('set-up')}>{t('totp.set-up')}</Button>
          </div>
        )}
      </Stack>
    )
  }
  return (
    <Stack>
      <p className={styles.note}>
        <TextWithTime text={t('totp.on.text')} at={data.totpSince} show="date" />
      </p>
      <div>
        <Chip tone={data.recoveryCodesLeft <= fewCodes ? 'warning' : 'neutral'}>
          {t('recovery.left', { count: data.recoveryCodesLeft })}
        </Chip>
      </div>
      <Inline wrap>
        {data.actions.includes('replace-recovery-codes') && (
          <Button onClick={() => onStep('codes')}>{t('recovery.new')}</Button>
        )}
        {data.actions.includes('turn-off') && (
          <Button kind="quiet" onClick={() => onStep('turn-off')}>
            {t('totp.turn-off')}
          </Button>
        )}
      </Inline>
      {!data.actions.includes('turn-off') && <p className={styles.note}>{t('totp.last')}</p>}
    </Stack>
  )
}

function NewRecoveryCodes({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts/settings')
  const replace = useCommand(replaceRecoveryCodes, { invalidates: [readSecondFactor] })
  const stepUp = useStepUp('second-factor', replace.reply === undefined, replace.problem)
  if (replace.reply) return <RecoveryCodes codes={replace.reply.codes} onDone={onDone} />
  return (
    <Stack>
      <p>{t('recovery.new.text')}</p>
      <StepUpForm hideTitle stepUp={stepUp} />
      <ProblemBanner problem={replace.problem} />
      <div>
        <Button kind="filled" busy={replace.busy} disabled={stepUp.state !== 'done'} onClick={() => void replace.run()}>
          {t('recovery.new.do')}
        </Button>
      </div>
    </Stack>
  )
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts/settings')
  const turnOff = useCommand(turnOffTotp, { invalidates: [readSecondFactor, readStepUp] })
  const stepUp = useStepUp('second-factor', turnOff.reply === undefined, turnOff.problem)

  async function run() {
    const outcome = await turnOff.run()
    if (!outcome.ok) return
    onDone()
    snackbars.add({ title: t('totp.turned-off'), tone: 'success' })
  }

  return (
    <Stack>
      <StepUpForm hideTitle stepUp={stepUp} />
      <ProblemBanner problem={turnOff.problem} />
      <Inline wrap>
        <Button onClick={onDone}>{t('totp.turn-off.keep')}</Button>
        <Button kind="danger" busy={turnOff.busy} disabled={stepUp.state !== 'done'} onClick={() => void run()}>
          {t('totp.turn-off')}
        </Button>
      </Inline>
    </Stack>
  )
}
