import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { canRequestChanges } from '@veranda/core/commissions/policy.ts'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { useNavigate } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { addSaid } from './changes-draft.ts'
import { projectAddress } from './project-address.ts'

/**
 * What a client can make of a message in the project's chat: something to be changed in the version that is before them.
 * One act for each milestone that waits; none where nothing does.
 */
export function useMessageAsks(project: Project): (message: LoggedMessage) => MenuItem[] {
  const t = useWords('projects')
  const navigate = useNavigate()
  const waiting = project.commissions.flatMap(({ part, milestones }) =>
    milestones.flatMap((milestone) => {
      const version = milestone.deliverables.find(({ state }) => state === 'submitted')
      return part === 'client' && version && canRequestChanges(milestone, part) ? [{ milestone, version }] : []
    }),
  )
  return ({ id, text, works = [] }) => {
    const said = text.trim() === '' ? works.map(({ name }) => name).join(', ') : text
    return waiting.map(({ milestone, version }) => ({
      id: `ask-${milestone.id}`,
      icon: 'refresh',
      label: waiting.length === 1 ? t('changes.from-chat') : t('changes.from-chat.of', { title: milestone.title }),
      onPress: () => {
        addSaid(version.id, { id, text: said })
        void navigate(projectAddress(project.id, 'milestones', { milestone: milestone.id, ask: 'changes' }))
      },
    }))
  }
}
