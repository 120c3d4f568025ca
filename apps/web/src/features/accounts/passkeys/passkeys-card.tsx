import { addPasskey, listPasskeys, startPasskey } from '@veranda/contract/accounts/passkeys/routes.ts'
import { type Passkey } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { maxPasskeys } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { type PasskeyAction } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { createPasskey, findPasskeyObstacle } from '../../../components/credentials/passkeys.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { RemovePasskey, RenamePasskey } from './change-passkey.tsx'
import styles from '../settings/settings.module.css'

type Step = 'add' | { readonly kind: PasskeyAction; readonly passkey: Passkey }

/** Lists the user's passkeys; adds, renames and removes them. */
export function PasskeysCard() {
  const t = useTranslations('accounts/settings')
  const read = useRead(listPasskeys, {}, { staleTimeMs: 0 })
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  const obstacle = findPasskeyObstacle()
  const changing = typeof step === 'object' ? step : undefined
  return (
    <Card title={t('passkeys')}>
      <p className={styles.intro}>{t('passkeys.text')}</p>
      <QueryBoundary
        query={read}
        errorTitle={t('passkeys.failed')}
        skeleton={<SkeletonRows count={1} label={t('passkeys.loading')} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.intro}>{t('passkeys.none')}</p>
          ) : (
            <Rows label={t('passkeys')}>
              {items.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onStep={(kind) => setStep({ kind, passkey })} />
              ))}
            </Rows>
          )
        }
      </QueryBoundary>
      <div className={styles.below}>
        {obstacle === undefined &&
          read.data &&
          (read.data.actions.includes('add') ? (
            <Button icon="plus" onClick={() => setStep('add')}>
              {t('passkey.add')}
            </Button>
          ) : (
            <p>{t('passkeys.full', { max: maxPasskeys })}</p>
          ))}
        {obstacle === 'address' && <Banner>{t('passkeys.address', { host: location.host })}</Banner>}
        {obstacle === 'browser' && <Banner>{t('passkeys.unsupported')}</Banner>}
      </div>
      <Dialog open={step === 'add'} onClose={close} title={t('passkey.add')} text={t('passkey.add.text')}>
        {step === 'add' && <AddPasskey onDone={close} />}
      </Dialog>
      <Dialog open={changing?.kind === 'rename'} onClose={close} title={t('passkey.rename.title')}>
        {changing?.kind === 'rename' && <RenamePasskey passkey={changing.passkey} onDone={close} />}
      </Dialog>
      <Dialog open={changing?.kind === 'remove'} onClose={close} title={t('passkey.remove.title')}>
        {changing?.kind === 'remove' && <RemovePasskey passkey={changing.passkey} onDone={close} />}
      </Dialog>
    </Card>
  )
}

function PasskeyRow({ passkey, onStep }: { passkey: Passkey; onStep: (kind: PasskeyAction) => void }) {
  const t = useTranslations('accounts/settings')
  const { name, actions } = passkey
  return (
    <Row
      wraps
      lead={<Icon name="lock" />}
      title={name}
      detail={
        <>
          {passkey.lastUsedAt === null ? (
            t('passkey.unused')
          ) : (
            <TextWithTime text={t('passkey.used')} at={passkey.lastUsedAt} />
          )}{' '}
          · <TextWithTime text={t('passkey.added-on')} at={passkey.createdAt} show="date" />
          {!actions.includes('remove') && <> · {t('passkey.last')}</>}
        </>
      }
      end={
        <Inline wrap>
          {passkey.backedUp && <Chip>{t('passkey.synced')}</Chip>}
          {actions.map((action) => (
            <Button
              key={action}
              size="small"
              aria-label={t(`passkey.${action}.label`, { name })}
              onClick={() => onStep(action)}
            >
              {t(`passkey.${action}`)}
            </Button>
          ))}
        </Inline>
      }
    />
  )
}

function AddPasskey({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts/settings')
  const [cancelled, setCancelled] = useState(false)
  const start = useCommand(startPasskey)
  const add = useCommand(addPasskey, { invalidates: [listPasskeys] })
  const stepUp = useStepUp('second-factor', true, start.problem ?? add.problem)

  async function run() {
    setCancelled(false)
    const started = await start.run()
    if (!started.ok) return
    const body = await createPasskey(started.reply)
    if (!body) return setCancelled(true)
    const added = await add.run({ body })
    if (!added.ok) return
    onDone()
    snackbars.add({ title: t('passkey.added'), tone: 'success' })
  }

  return (
    <Stack>
      <StepUpForm hideTitle stepUp={stepUp} />
      <ProblemBanner problem={start.problem ?? add.problem} />
      {cancelled && (
        <Banner tone="warning" announce>
          {t('passkey.add.cancelled')}
        </Banner>
      )}
      <div>
        <Button
          kind="filled"
          busy={start.busy || add.busy}
          disabled={stepUp.state !== 'done'}
          onClick={() => void run()}
        >
          {t('passkey.add')}
        </Button>
      </div>
    </Stack>
  )
}
