import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { useNavigate } from 'react-router'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { addMessageToDraft } from './changes-draft.ts'
import { projectUrl } from '../project-url.ts'

/**
 * Returns menu items that turn a chat message into a requested change, one for each milestone that the client has to
 * review.
 */
export function useRequestChangeFromMessage(project: Project): (message: TimelineMessage) => MenuItem[] {
  const t = useTranslations('commissions')
  const format = useFormat()
  const navigate = useNavigate()
  const reviewable = project.commissions.flatMap(({ milestones }) =>
    milestones.flatMap((milestone) => {
      const version = milestone.deliverables.find(({ actions }) => actions.includes('request-changes'))
      return version ? [{ milestone, version }] : []
    }),
  )
  return ({ id, text, attachments = [] }) => {
    const quote = text.trim() === '' ? format.list(attachments.map(({ name }) => name)) : text
    return reviewable.map(({ milestone, version }) => ({
      id: `ask-${milestone.id}`,
      icon: 'refresh',
      label: reviewable.length === 1 ? t('changes.from-chat') : t('changes.from-chat.of', { title: milestone.title }),
      onPress: () => {
        addMessageToDraft(version.id, { id, text: quote })
        void navigate(projectUrl(project.id, 'milestones', { milestone: milestone.id, ask: 'changes' }))
      },
    }))
  }
}
