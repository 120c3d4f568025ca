import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useEffect, useId, useRef } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { focusField, MissingSteps } from '../../../components/missing-steps.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { VersionChecksum, VersionTag } from '../version-tag.tsx'
import { CommandProblem } from '../command-problem.tsx'
import { toReviewedVersion } from '../reviewed-version.ts'
import styles from '../commissions.module.css'
import stepStyles from './approve-milestone-dialog.module.css'
import { type MilestoneApproval, useMilestoneApproval } from './use-milestone-approval.ts'

export type ApproveMilestoneDialogProps = {
  milestone: Milestone
  version: Deliverable
  creator: string
  /** Leads to the version where the dialog is opened away from it. */
  versionHref?: string | undefined
  open: boolean
  onClose: () => void
}

/**
 * Renders the dialog that approves one exact version and releases its escrow, confirmed by two buttons that are apart
 * and never move. Shows success only after the server has confirmed it.
 */
export function ApproveMilestoneDialog({
  milestone,
  version,
  creator,
  versionHref,
  open,
  onClose,
}: ApproveMilestoneDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const p = useTranslations('commissions/pins')
  const format = useFormat()
  const approval = useMilestoneApproval(toReviewedVersion(milestone, version), {
    open,
    method: 'two-places',
    creator,
    onApproved(title) {
      snackbars.add({ title, tone: 'success' })
      onClose()
    },
  })
  const { allowed, sum, acknowledgement, pinsFailure, step } = approval
  const second = useRef<HTMLParagraphElement>(null)
  const secondStepId = useId()
  const { missing, ids } = useMissingSteps(approval)
  useEffect(() => {
    // To the text, not to the button: a key that is still down must not press it.
    if (step === 'confirm') second.current?.focus()
  }, [step])

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('approve.title')}
      text={t('approve.text', { sum, name: creator })}
      actions={
        <>
          {allowed && (
            <MissingSteps
              label={t('approve.missing')}
              steps={missing}
              done={t(approval.ready ? 'approve.missing.none' : 'approve.missing.loading')}
            />
          )}
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            id={ids.goOn}
            kind={step === 'review' ? 'filled' : 'plain'}
            disabled={!approval.ready || step !== 'review'}
            onClick={approval.goOn}
          >
            {t('approve.go')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <ol className={stepStyles.steps} aria-label={t('approve.steps')}>
          <li aria-current={step === 'review' ? 'step' : undefined}>
            <span>{t('approve.first')}</span>{' '}
            <span className={stepStyles.state}>{t(step === 'review' ? 'approve.step.now' : 'approve.step.done')}</span>
          </li>
          <li aria-current={step === 'review' ? undefined : 'step'}>
            <span id={secondStepId}>{t('approve.second')}</span>{' '}
            <span className={stepStyles.state}>{t(step === 'review' ? 'approve.step.later' : 'approve.step.now')}</span>
          </li>
        </ol>
        <Stack gap={2}>
          <Inline justify="between" wrap>
            <VersionTag number={version.number} hash={version.hash} />
            {versionHref !== undefined && (
              <Link href={versionHref}>{t('approve.look', { number: version.number })}</Link>
            )}
          </Inline>
          <VersionChecksum hash={version.hash} />
        </Stack>
        <dl className={styles.facts}>
          <dt>{t('approve.milestone')}</dt>
          <dd className={styles.long}>{milestone.title}</dd>
          <dt>{t('approve.released')}</dt>
          <dd>
            <Amount money={milestone.price} />
          </dd>
          <dt>{t('fees.receives', { name: creator })}</dt>
          <dd>
            <Amount money={milestone.creatorReceives} />
          </dd>
        </dl>
        {approval.assets.length > 0 && (
          <div role="group" aria-label={t('approve.assets')}>
            <Stack gap={2}>
              {approval.assets.map(({ id, name, seen, ticked }) =>
                seen ? (
                  <p key={id} dir="auto">
                    {t('approve.asset.seen', { name })}
                  </p>
                ) : (
                  <Checkbox
                    key={id}
                    id={ids.asset(id)}
                    label={<bdi>{name}</bdi>}
                    hint={t('approve.asset.unseen')}
                    checked={ticked}
                    onChange={(event) => approval.tickAsset(id, event.target.checked)}
                  />
                ),
              )}
            </Stack>
          </div>
        )}
        {pinsFailure && (
          <div id={ids.pins}>
            <QueryError
              problem={pinsFailure.problem}
              errorTitle={p('failed')}
              retry={pinsFailure.retry}
              busy={pinsFailure.busy}
            />
          </div>
        )}
        {acknowledgement !== undefined && (
          <Checkbox
            id={ids.acknowledgement}
            label={acknowledgement}
            checked={approval.acknowledged}
            onChange={(event) => approval.acknowledge(event.target.checked)}
          />
        )}
        <p className={styles.quiet}>{t('approve.final')}</p>
        {approval.stepUp.state !== 'not-needed' && (
          <div id={ids.stepUp}>
            <StepUpForm stepUp={approval.stepUp} />
          </div>
        )}
        <div
          role="group"
          aria-labelledby={secondStepId}
          className={cx(stepStyles.second, step === 'review' && stepStyles.waiting)}
        >
          <Stack gap={2}>
            <p ref={second} tabIndex={-1} className={styles.quiet}>
              {step === 'review' ? (
                <RichText
                  text={t(approval.ready ? 'approve.second.next' : 'approve.second.later')}
                  parts={{
                    first: (inner) => (
                      <button
                        type="button"
                        className={stepStyles.first}
                        onClick={() => focusField(missing[0]?.fieldId ?? ids.goOn)}
                      >
                        {inner}
                      </button>
                    ),
                  }}
                />
              ) : (
                t('approve.second.text', {
                  sum,
                  net: format.money(milestone.creatorReceives),
                  number: version.number,
                  milestone: milestone.title,
                  name: creator,
                })
              )}
            </p>
            <Button
              kind={step === 'review' ? 'plain' : 'filled'}
              wide
              busy={approval.busy}
              disabled={!approval.canConfirm && !approval.busy}
              onClick={approval.confirm}
            >
              {t('approve.release', { sum })}
            </Button>
          </Stack>
        </div>
        <CommandProblem
          problem={approval.problem}
          isStale={!allowed && !approval.busy}
          staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
        />
      </Stack>
    </Dialog>
  )
}

/** Returns what is missing before the approval continues, in the order of the dialog, and the ids of where it is done. */
function useMissingSteps({ assets, acknowledgement, acknowledged, pinsFailure, stepUp }: MilestoneApproval) {
  const t = useTranslations('commissions')
  const id = useId()
  const ids = {
    asset: (assetId: string) => `${id}-${assetId}`,
    pins: `${id}-pins`,
    acknowledgement: `${id}-acknowledgement`,
    stepUp: `${id}-step-up`,
    goOn: `${id}-go-on`,
  }
  const unseen = assets.filter(({ seen, ticked }) => !seen && !ticked)
  const [firstUnseen] = unseen
  const steps = [
    firstUnseen && { label: t('approve.missing.assets', { count: unseen.length }), fieldId: ids.asset(firstUnseen.id) },
    pinsFailure && { label: t('approve.missing.pins'), fieldId: ids.pins },
    acknowledgement !== undefined &&
      !acknowledged && { label: t('approve.missing.open-pins'), fieldId: ids.acknowledgement },
    stepUp.state === 'required' && { label: t('approve.missing.step-up'), fieldId: ids.stepUp },
  ]
  return { missing: steps.filter((step) => !!step), ids }
}
