import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { canApprove } from '@veranda/core/commissions/policy.ts'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { ConfirmPerson } from '../../parts/confirm-person.tsx'
import { snackbars } from '../../parts/notices.ts'
import { ReadFailed } from '../../parts/reading.tsx'
import { useConfirmation } from '../../parts/use-confirmation.ts'
import { VersionTag } from '../../parts/version-tag.tsx'
import { CommandProblem } from './command-problem.tsx'
import styles from './project.module.css'
import { useProjectCommand } from './project-command.ts'

export type ApproveDialogProps = {
  milestone: Milestone
  version: Deliverable
  creator: string
  open: boolean
  onClose: () => void
}

/** Approves one exact version and so releases its money; nothing is shown as done before the server has done it. */
export function ApproveDialog({ milestone, version, creator, open, onClose }: ApproveDialogProps) {
  const t = useWords('projects')
  const c = useWords('common')
  const p = useWords('pins')
  const pinned = version.works.length > 0
  const pins = useRead(listPins, { params: { id: milestone.id } }, { enabled: open && pinned, fresh: 0 })
  // Nobody approves past pins that are still on their way, or could not be read.
  const known = !pinned || (pins.isSuccess && !pins.isFetching)
  const openPins = pins.data?.items.filter(({ state }) => state === 'open').map(({ id }) => id) ?? []
  // The tick is for the pins that were open when it was made, and for this opening of the dialog.
  const standing = openPins.toSorted().join(' ')
  const [ticked, setTicked] = useState('')
  if (!open && ticked !== '') setTicked('')
  const passed = ticked === standing
  const format = useFormat()
  const sum = format.money(milestone.price)
  const approve = useProjectCommand(approveMilestone, () => {
    snackbars.add({ title: t('approve.done', { sum, name: creator }), tone: 'success' })
    onClose()
  })
  const confirmation = useConfirmation(milestone.price, open, approve.problem)
  const confirmed = confirmation.state === 'none' || confirmation.state === 'done'
  const unconfirmed = approve.problem?.code === 'confirmation.needed'
  const allowed = canApprove(milestone, 'client') && version.state === 'submitted'

  async function send() {
    const body = { deliverableId: version.id, hash: version.hash, expected: milestone.version }
    const outcome = await approve.run({ params: { id: milestone.id }, body })
    if (!outcome.ok && outcome.problem.code === 'confirmation.needed') await confirmation.again()
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
            disabled={!allowed || !known || !confirmed || !passed}
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
        {pinned && pins.error && (
          <ReadFailed problem={pins.error} failed={p('failed')} retry={() => pins.refetch()} busy={pins.isFetching} />
        )}
        {openPins.length > 0 && (
          <Checkbox
            label={p('approve.open', { count: openPins.length })}
            checked={passed}
            onChange={(event) => setTicked(event.target.checked ? standing : '')}
          />
        )}
        <p className={styles.quiet}>{t('approve.final')}</p>
        <ConfirmPerson standing={confirmation} />
        <CommandProblem
          problem={unconfirmed && confirmed ? undefined : approve.problem}
          overtaken={!allowed && !approve.busy}
          now={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
        />
      </Stack>
    </Dialog>
  )
}
