import { withdrawProjectProposal } from '@veranda/contract/commissions/routes.ts'
import { type Project, type ProjectProposal } from '@veranda/contract/commissions/projects/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { CommandProblem } from '../command-problem.tsx'
import styles from '../commissions.module.css'
import { useProjectCommand } from '../use-project-command.ts'
import {
  AnswerProposalDialogs,
  CompleteProjectDialog,
  ProposeCompletionDialog,
  useNames,
  useOthersToAsk,
} from './completion-dialogs.tsx'

/**
 * Renders the ending of a project in which nothing is open: those who have a part in it complete it together, its client
 * alone if no one else has; it says who has yet to agree, and when it ends automatically.
 */
export function ProjectEnding({ project }: { project: Project }) {
  const t = useTranslations('commissions')
  const completesAt = project.ending?.completesAt
  const reviews = project.pendingActions.some(({ action, onMe }) => onMe && action === 'write-review')
  const proposal = project.ending?.proposal ?? undefined
  return (
    <Banner
      tone="success"
      title={t('project-end.title')}
      action={<EndingActions project={project} proposal={proposal} />}
    >
      <p>
        <EndingStatus project={project} proposal={proposal} />
        {completesAt && (
          <>
            {' '}
            <TextWithTime text={t('project-end.automatic')} at={completesAt} show="date" />
          </>
        )}
        {reviews && <> {t('project-end.review')}</>}
      </p>
      {proposal?.state === 'declined' && proposal.answer !== '' && (
        <blockquote className={styles.answer} dir="auto">
          {proposal.answer}
        </blockquote>
      )}
    </Banner>
  )
}

type EndingProps = { project: Project; proposal: ProjectProposal | undefined }

function EndingStatus({ project, proposal }: EndingProps) {
  const t = useTranslations('commissions')
  const p = useTranslations('commissions/proposals')
  const othersOf = useOthersToAsk()
  const names = useNames()
  if (project.actions.includes('complete')) return t('project-end.client')
  if (proposal?.state === 'open') {
    const waiting = names(proposal.asked.filter(({ hasConsented }) => !hasConsented).map(({ user }) => user.name))
    if (proposal.actions.includes('withdraw-proposal')) return p('ending.yours', { names: waiting })
    if (proposal.actions.includes('accept-proposal')) return p('ending.asked', { name: proposal.author.name })
    // The viewer has agreed, or is a member without a part in the work.
    return p(proposal.asked.some(({ user }) => isViewer(project, user.id)) ? 'ending.agreed' : 'ending.asked', {
      name: proposal.author.name,
      names: waiting,
    })
  }
  const declinedBy = proposal?.declinedBy
  return (
    <>
      {declinedBy &&
        (isViewer(project, declinedBy.id)
          ? p('ending.declined.you')
          : p('ending.declined', { name: declinedBy.name }))}{' '}
      {project.actions.includes('propose-completion')
        ? p('ending.propose', { names: othersOf(project) })
        : p('ending.watch')}
    </>
  )
}

/** Returns whether a user of the project is the viewer, who sees their own side only. */
function isViewer({ viewerRole, client, commissions }: Project, userId: string): boolean {
  if (viewerRole === 'client') return userId === client.id
  return commissions.some(({ creator }) => creator.id === userId)
}

function EndingActions({ project, proposal }: EndingProps) {
  const t = useTranslations('commissions')
  const p = useTranslations('commissions/proposals')
  const [dialog, setDialog] = useState<'complete' | 'propose' | 'accept' | 'decline'>()
  const close = () => setDialog(undefined)
  const withdraw = useProjectCommand(withdrawProjectProposal, () => {
    snackbars.add({ title: p('withdraw.done'), tone: 'success' })
  })
  const can = (action: Project['actions'][number]) => project.actions.includes(action)
  const answers = (action: ProjectProposal['actions'][number]) => proposal?.actions.includes(action) === true
  return (
    <>
      <Inline gap={2} wrap>
        {can('complete') && (
          <Button kind="filled" onClick={() => setDialog('complete')}>
            {t('complete.open')}
          </Button>
        )}
        {can('propose-completion') && (
          <Button kind="filled" onClick={() => setDialog('propose')}>
            {p('propose.open')}
          </Button>
        )}
        {answers('accept-proposal') && (
          <Button kind="filled" onClick={() => setDialog('accept')}>
            {p('accept.open')}
          </Button>
        )}
        {answers('decline-proposal') && (
          <Button kind="quiet" onClick={() => setDialog('decline')}>
            {p('decline.open')}
          </Button>
        )}
        {proposal && answers('withdraw-proposal') && (
          <Button
            busy={withdraw.busy}
            onClick={() => void withdraw.run({ params: { id: proposal.id }, body: { expected: proposal.version } })}
          >
            {p('withdraw.open')}
          </Button>
        )}
      </Inline>
      <CommandProblem problem={withdraw.problem} staleText={t('stale.now')} />
      <CompleteProjectDialog project={project} open={dialog === 'complete'} onClose={close} />
      <ProposeCompletionDialog project={project} open={dialog === 'propose'} onClose={close} />
      {proposal && (
        <AnswerProposalDialogs
          proposal={proposal}
          dialog={dialog === 'accept' || dialog === 'decline' ? dialog : undefined}
          onClose={close}
        />
      )}
    </>
  )
}
