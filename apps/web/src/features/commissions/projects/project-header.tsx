import { archiveProject, cancelProject, unarchiveProject } from '@veranda/contract/commissions/routes.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { type Toast } from '@veranda/ui/toast-queue.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { usePaymentsOff } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { snackbars } from '../../../components/toasts.ts'
import { Page } from '../../../components/page/page.tsx'
import { type ProjectTab, projectTabs, projectUrl } from '../project-url.ts'
import { useProjectCommand } from '../use-project-command.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { ProjectStateChip } from '../state-chips.tsx'
import { CompleteProjectDialog, ProposeCompletionDialog } from './completion-dialogs.tsx'

/** Renders title, members, state and tabs of a project; `children` is the content of the tab. */
export function ProjectHeader({
  project,
  view,
  unreadMessages,
  children,
}: {
  project: Project
  view: ProjectTab
  /** The messages in the project's chat that the viewer has not read. */
  unreadMessages: number
  children: ReactNode
}) {
  const t = useTranslations('commissions')
  const paymentsOff = usePaymentsOff()
  const tabs = projectTabs.filter((one) => one !== 'money' || !paymentsOff)
  const proposal = project.ending?.proposal
  const canEnd = project.actions.includes('complete') || proposal?.actions.includes('accept-proposal') === true
  const mine = project.pendingActions.filter(({ onMe }) => onMe).length + (canEnd ? 1 : 0)
  return (
    <Page
      tabTitle={project.title}
      title={project.title}
      // The work under review begins high on the screen.
      compact={view === 'milestones'}
      overline={<ProjectMembers project={project} />}
      actions={
        <Inline gap={2}>
          <ProjectStateChip state={project.state} ready={project.ending !== null} />
          {project.roomUrl && (
            <Button icon="cube" href={project.roomUrl}>
              {t('project.room')}
            </Button>
          )}
          <ProjectMenu project={project} />
        </Inline>
      }
    >
      <TabLinks
        label={t('tabs')}
        links={tabs.map((one) => ({
          href: projectUrl(project.id, one),
          label:
            one === 'chat' && unreadMessages > 0 ? (
              <>
                {t('tab.chat')}
                <VisuallyHidden>, {t('tab.chat.unread', { count: unreadMessages })}</VisuallyHidden>
              </>
            ) : (
              t(`tab.${one}`)
            ),
          current: one === view,
          ...(one === 'overview' && mine > 0 ? { count: mine } : {}),
          ...(one === 'chat' ? { count: unreadMessages } : {}),
        }))}
      />
      {children}
    </Page>
  )
}

function ProjectMenu({ project }: { project: Project }) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const p = useTranslations('commissions/proposals')
  const [open, setOpen] = useState<'complete' | 'propose' | 'cancel'>()
  const close = () => setOpen(undefined)
  const cancel = useProjectCommand(cancelProject, () => {
    snackbars.add({ title: t('cancel.done'), tone: 'success' })
    close()
  })
  const archiving = useArchiving(project)
  const canComplete = project.actions.includes('complete')
  const canPropose = project.actions.includes('propose-completion')
  const canCancel = project.actions.includes('cancel')
  if (!canComplete && !canPropose && !canCancel && !archiving) return null
  return (
    <>
      <Menu
        label={c('actions')}
        align="end"
        items={[
          ...(canComplete
            ? [
                {
                  id: 'complete',
                  label: t('complete.open'),
                  icon: 'check' as const,
                  onPress: () => setOpen('complete'),
                },
              ]
            : []),
          ...(canPropose
            ? [
                {
                  id: 'propose',
                  label: p('propose.open'),
                  icon: 'check' as const,
                  onPress: () => setOpen('propose'),
                },
              ]
            : []),
          ...(canCancel
            ? [
                {
                  id: 'cancel',
                  label: t('cancel.open'),
                  icon: 'close' as const,
                  danger: true,
                  onPress: () => setOpen('cancel'),
                },
              ]
            : []),
          ...(archiving ? [archiving] : []),
        ]}
      >
        {(trigger) => <IconButton {...trigger} icon="more" label={t('project.more')} />}
      </Menu>
      <CompleteProjectDialog project={project} open={open === 'complete'} onClose={close} />
      <ProposeCompletionDialog project={project} open={open === 'propose'} onClose={close} />
      <ReasonDialog
        open={open === 'cancel'}
        onClose={close}
        title={t('cancel.title')}
        text={t('cancel.text')}
        submitLabel={t('cancel.open')}
        busy={cancel.busy}
        problem={cancel.problem}
        onSubmit={(reason) =>
          void cancel.run({ params: { id: project.id }, body: { reason, expected: project.version } })
        }
      />
    </>
  )
}

/** Returns the menu item that archives an ended project for the viewer alone, or takes it back. */
function useArchiving(project: Project): MenuItem | undefined {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const textOf = useProblemText()
  // One at a time: the next replaces the last.
  const show = (toast: Omit<Toast, 'key'>) => void snackbars.add({ key: `archive-${project.id}`, ...toast })
  const archive = useProjectCommand(archiveProject)
  const unarchive = useProjectCommand(unarchiveProject)
  const args = { params: { id: project.id } }
  async function takeBack() {
    const outcome = await unarchive.run(args)
    show(
      outcome.ok ? { title: t('archive.undone'), tone: 'success' } : { title: textOf(outcome.problem), tone: 'error' },
    )
  }
  async function putAway() {
    const outcome = await archive.run(args)
    if (!outcome.ok) return show({ title: textOf(outcome.problem), tone: 'error' })
    const undo = { label: c('undo'), onPress: () => void takeBack() }
    show({ title: t('archive.done'), tone: 'success', action: undo })
  }
  if (project.actions.includes('archive'))
    return { id: 'archive', label: t('archive.open'), icon: 'projects', onPress: () => void putAway() }
  if (project.actions.includes('unarchive'))
    return { id: 'unarchive', label: t('archive.undo'), icon: 'undo', onPress: () => void takeBack() }
  return undefined
}

/** Renders the client and the creators whose commission has not ended. */
export function ProjectMembers({ project }: { project: Project }) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const creators = project.commissions
    .filter(({ state }) => !['declined', 'withdrawn', 'expired'].includes(state))
    .map(({ creator }) => creator.name)
  const names = [...new Set(creators)]
  if (names.length === 0) return <bdi>{project.client.name}</bdi>
  return <bdi>{t('project.members', { client: project.client.name, creators: format.list(names) })}</bdi>
}
