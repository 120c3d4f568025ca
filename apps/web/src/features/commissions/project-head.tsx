import { cancelProject } from '@veranda/contract/commissions/routes.ts'
import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { canCancelProject } from '@veranda/core/commissions/policy.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { Page } from '../../parts/page.tsx'
import { projectAddress, type ProjectView, projectViews } from './project-address.ts'
import { useProjectCommand } from './project-command.ts'
import { ProjectPeople } from './project-people.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ProjectState } from './state-chip.tsx'

/** Title, people, state, and the ways into the parts of a project; `children` is the part in sight. */
export function ProjectHead({ project, view, children }: { project: Project; view: ProjectView; children: ReactNode }) {
  const t = useWords('projects')
  const mine = project.waiting.filter(({ onMe }) => onMe).length
  return (
    <Page
      tab={project.title}
      title={project.title}
      kicker={<ProjectPeople project={project} />}
      actions={
        <Line gap={2}>
          <ProjectState state={project.state} />
          {hasRoom(project) && (
            <Button icon="cube" href={`/rooms/${project.id}`}>
              {t('project.room')}
            </Button>
          )}
          <ProjectMenu project={project} />
        </Line>
      }
    >
      <TabLinks
        label={t('tabs')}
        links={projectViews.map((one) => ({
          href: projectAddress(project.id, one),
          label: t(`tab.${one}`),
          current: one === view,
          ...(one === 'overview' && mine > 0 ? { count: mine } : {}),
        }))}
      />
      {children}
    </Page>
  )
}

/** From the first agreement on, for as long as the project lives. */
function hasRoom({ state }: Project): boolean {
  return ['active', 'paused', 'completed'].includes(state)
}

function ProjectMenu({ project }: { project: Project }) {
  const t = useWords('projects')
  const c = useWords('common')
  const [open, setOpen] = useState(false)
  const cancel = useProjectCommand(cancelProject, () => {
    snackbars.add({ title: t('cancel.done'), tone: 'success' })
    setOpen(false)
  })
  if (!canCancelProject(project, project.part)) return null
  return (
    <>
      <Menu
        label={c('actions')}
        align="end"
        items={[{ id: 'cancel', label: t('cancel.open'), icon: 'close', danger: true, onPress: () => setOpen(true) }]}
      >
        {(trigger) => <IconButton {...trigger} icon="more" label={t('project.more')} />}
      </Menu>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('cancel.title')}
        text={t('cancel.text')}
        act={t('cancel.open')}
        busy={cancel.busy}
        problem={cancel.problem}
        onSend={(reason) =>
          void cancel.run({ params: { id: project.id }, body: { reason, expected: project.version } })
        }
      />
    </>
  )
}
