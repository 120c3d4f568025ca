import { completeProject } from '@veranda/contract/commissions/routes.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { CommandProblem } from '../command-problem.tsx'
import { useProjectCommand } from '../use-project-command.ts'

/**
 * Renders the ending of a project in which nothing is open: its client completes it here; for everyone else it says who
 * does, and when it happens automatically.
 */
export function ProjectEnding({ project }: { project: Project }) {
  const t = useTranslations('commissions')
  const [asking, setAsking] = useState(false)
  const canComplete = project.actions.includes('complete')
  const completesAt = project.ending?.completesAt
  const reviews = project.pendingActions.some(({ action, onMe }) => onMe && action === 'write-review')
  return (
    <Banner
      tone="success"
      title={t('project-end.title')}
      action={
        canComplete ? (
          <Button kind="filled" onClick={() => setAsking(true)}>
            {t('complete.open')}
          </Button>
        ) : undefined
      }
    >
      <p>
        {t(canComplete ? 'project-end.client' : 'project-end.other', { name: project.client.name })}
        {completesAt && (
          <>
            {' '}
            <RichText
              text={t('project-end.automatic')}
              parts={{ when: () => <Timestamp at={completesAt} show="date" /> }}
            />
          </>
        )}
        {reviews && <> {t('project-end.review')}</>}
      </p>
      <CompleteProjectDialog project={project} open={asking} onClose={() => setAsking(false)} />
    </Banner>
  )
}

type CompleteProjectDialogProps = { project: Project; open: boolean; onClose: () => void }

/** Completes a project after saying what ends with it and what stays. */
export function CompleteProjectDialog({ project, open, onClose }: CompleteProjectDialogProps) {
  const t = useTranslations('commissions')
  const complete = useProjectCommand(completeProject, () => {
    snackbars.add({ title: t('complete.done'), tone: 'success' })
    onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('complete.title')}
      text={t('complete.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('complete.keep')}</Button>
          <Button
            kind="filled"
            busy={complete.busy}
            onClick={() => void complete.run({ params: { id: project.id }, body: { expected: project.version } })}
          >
            {t('complete.open')}
          </Button>
        </>
      }
    >
      <p>{t('complete.stays')}</p>
      <CommandProblem problem={complete.problem} staleText={t('stale.now')} />
    </Dialog>
  )
}
