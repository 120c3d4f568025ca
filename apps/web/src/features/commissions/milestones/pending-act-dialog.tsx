import { readProject, startMilestone, submitMilestone } from '@veranda/contract/commissions/routes.ts'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../command-problem.tsx'
import { EmbeddedMetadataList } from '../deliverables/embedded-metadata.tsx'
import { type OpenedAct } from '../pending-act.ts'
import { projectUrl } from '../project-url.ts'
import { useProjectCommand } from '../use-project-command.ts'
import { VersionTag } from '../version-tag.tsx'
import { ApproveMilestoneDialog } from './approve-milestone-dialog.tsx'
import { FundMilestoneDialog } from './fund-milestone-dialog.tsx'

type PendingActDialogProps = { opened: OpenedAct; open: boolean; onClose: () => void }

/**
 * Takes a step of a milestone away from its page, with the dialogs of that page. Reads the milestone as it is now; what
 * the viewer may no longer do is refused there as it is on the page.
 */
export function PendingActDialog({ opened, open, onClose }: PendingActDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const read = useRead(readProject, { params: { id: opened.projectId } }, { staleTimeMs: 0 })
  const commission = read.data?.commissions.find(({ milestones }) => milestones.some(isOpened))
  const milestone = commission?.milestones.find(isOpened)
  if (commission && milestone) return <ActDialog {...{ act: opened.act, commission, milestone, open, onClose }} />
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(`act.dialog.${opened.act}`)}
      actions={<Button onClick={onClose}>{c('cancel')}</Button>}
    >
      {read.error ? (
        <QueryError
          problem={read.error}
          errorTitle={t('project.failed')}
          retry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <SkeletonRows count={2} label={t('project.loading')} />
      )}
    </Dialog>
  )

  function isOpened({ id }: Milestone) {
    return id === opened.milestoneId
  }
}

type ActDialogProps = {
  act: OpenedAct['act']
  commission: Commission
  milestone: Milestone
  open: boolean
  onClose: () => void
}

function ActDialog({ act, commission, milestone, open, onClose }: ActDialogProps) {
  const creator = commission.creator.name
  const versions = milestone.deliverables.toSorted((a, b) => b.number - a.number)
  switch (act) {
    case 'fund':
    case 'follow-payment':
      return <FundMilestoneDialog milestone={milestone} creator={creator} open={open} onClose={onClose} />
    case 'start':
      return <StartDialog commission={commission} milestone={milestone} open={open} onClose={onClose} />
    case 'submit': {
      const draft = versions[0]
      return draft && <SubmitDialog {...{ commission, milestone, draft, open, onClose }} />
    }
    case 'approve': {
      const version = versions.find(({ state }) => state === 'submitted') ?? versions[0]
      const versionHref = projectUrl(commission.projectId, 'milestones', { milestone: milestone.id })
      return version && <ApproveMilestoneDialog {...{ milestone, version, creator, versionHref, open, onClose }} />
    }
  }
}

type StepDialogProps = Omit<ActDialogProps, 'act'>

function StartDialog({ commission, milestone, open, onClose }: StepDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const start = useProjectCommand(startMilestone, () => {
    snackbars.add({ title: t('start.done'), tone: 'success' })
    onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('act.start.title', { milestone: milestone.title })}
      text={t('act.start.text', { name: commission.client.name })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="filled"
            busy={start.busy}
            disabled={!milestone.actions.includes('start') && !start.busy}
            onClick={() => void start.run({ params: { id: milestone.id }, body: { expected: milestone.version } })}
          >
            {t('start.act')}
          </Button>
        </>
      }
    >
      <CommandProblem
        problem={start.problem}
        isStale={!milestone.actions.includes('start') && !start.busy}
        staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
      />
    </Dialog>
  )
}

/** Submits a version that is ready, after showing what its files carry beside their content. */
function SubmitDialog({ commission, milestone, draft, open, onClose }: StepDialogProps & { draft: Deliverable }) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const submit = useProjectCommand(submitMilestone, () => {
    snackbars.add({ title: t('submit.done', { number: draft.number }), tone: 'success' })
    onClose()
  })
  const allowed = draft.actions.includes('submit')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('act.submit.title', { number: draft.number, milestone: milestone.title })}
      text={t('act.submit.text', { name: commission.client.name })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            kind="filled"
            busy={submit.busy}
            disabled={!allowed && !submit.busy}
            onClick={() =>
              void submit.run({
                params: { id: milestone.id },
                body: { deliverableId: draft.id, hash: draft.hash, expected: milestone.version },
              })
            }
          >
            {t('submit.act', { number: draft.number })}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <VersionTag number={draft.number} hash={draft.hash} />
        <EmbeddedMetadataList files={[...draft.files, ...draft.assets]} />
        <CommandProblem
          problem={submit.problem}
          isStale={!allowed && !submit.busy}
          staleText={t('stale.milestone', { state: t(`milestone.${milestone.state}`) })}
        />
      </Stack>
    </Dialog>
  )
}
