import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { QueryError } from '../../../components/query-boundary.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'
import { VersionTag } from '../version-tag.tsx'
import { CommandProblem } from '../command-problem.tsx'
import styles from '../commissions.module.css'
import { useProjectCommand } from '../use-project-command.ts'

export type ApproveMilestoneDialogProps = {
  milestone: Milestone
  version: Deliverable
  creator: string
  open: boolean
  onClose: () => void
}

/**
 * Renders the dialog that approves one exact version and releases its escrow. Shows success only after the server has
 * confirmed it.
 */
export function ApproveMilestoneDialog({ milestone, version, creator, open, onClose }: ApproveMilestoneDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const p = useTranslations('commissions/pins')
  const hasAssets = version.assets.length > 0
  const pins = useRead(listPins, { params: { id: milestone.id } }, { enabled: open && hasAssets, staleTimeMs: 0 })
  // Approval is blocked while pins are loading or could not be read.
  const pinsLoaded = !hasAssets || (pins.isSuccess && !pins.isFetching)
  const openPins = pins.data?.items.filter(({ state }) => state === 'open').map(({ id }) => id) ?? []
  // The acknowledgement covers the pins open at that moment and this opening of the dialog.
  const openPinsKey = openPins.toSorted().join(' ')
  const [acknowledgedKey, setAcknowledgedKey] = useState('')
  if (!open && acknowledgedKey !== '') setAcknowledgedKey('')
  const pinsAcknowledged = acknowledgedKey === openPinsKey
  const format = useFormat()
  const sum = format.money(milestone.price)
  const approve = useProjectCommand(approveMilestone, () => {
    snackbars.add({ title: t('approve.done', { sum, name: creator }), tone: 'success' })
    onClose()
  })
  const stepUp = useStepUp(milestone.price, open, approve.problem)
  const hasSteppedUp = stepUp.state === 'not-needed' || stepUp.state === 'done'
  const stepUpRequired = approve.problem?.code === 'step-up.required'
  const allowed = version.actions.includes('approve')

  async function send() {
    const body = { deliverableId: version.id, hash: version.hash, expected: milestone.version }
    const outcome = await approve.run({ params: { id: milestone.id }, body })
    if (!outcome.ok && outcome.problem.code === 'step-up.required') await stepUp.recheck()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('approve.title')}
      text={t('approve.text', { sum, name: creator })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="filled"
            busy={approve.busy}
            disabled={!allowed || !pinsLoaded || !hasSteppedUp || !pinsAcknowledged}
            onClick={() => void send()}
          >
            {t('approve.act')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Stack gap={2}>
          <VersionTag number={version.number} hash={version.hash} />
          <code className={styles.hash} aria-label={t('version.whole-hash')}>
            {version.hash}
          </code>
        </Stack>
        <dl className={styles.facts}>
          <dt>{t('approve.milestone')}</dt>
          <dd>{milestone.title}</dd>
          <dt>{t('approve.released')}</dt>
          <dd>
            <Amount money={milestone.price} />
          </dd>
          <dt>{t('fees.receives', { name: creator })}</dt>
          <dd>
            <Amount money={milestone.creatorReceives} />
          </dd>
        </dl>
        {hasAssets && pins.error && (
          <QueryError
            problem={pins.error}
            errorTitle={p('failed')}
            retry={() => pins.refetch()}
            busy={pins.isFetching}
          />
        )}
        {openPins.length > 0 && (
          <Checkbox
            label={p('approve.open', { count: openPins.length })}
            checked={pinsAcknowledged}
            onChange={(event) => setAcknowledgedKey(event.target.checked ? openPinsKey : '')}
          />
        )}
        <p className={styles.quiet}>{t('approve.final')}</p>
        <StepUpForm stepUp={stepUp} />
        <CommandProblem
          problem={stepUpRequired && hasSteppedUp ? undefined : approve.problem}
          isStale={!allowed && !approve.busy}
          staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
        />
      </Stack>
    </Dialog>
  )
}
