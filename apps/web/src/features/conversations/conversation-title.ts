import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'

/** Returns a function that gives the title of a conversation: the project's title, or the names of the other members. */
export function useConversationTitle(): (conversation: Conversation) => string {
  const t = useTranslations('conversations')
  const format = useFormat()
  return (conversation) =>
    conversation.kind === 'project'
      ? conversation.project.title
      : format.list(conversation.members.map((member) => member.name)) || t('nobody')
}

/** Returns a function that names the kind of a conversation, and who is in that of a project. */
export function useConversationKindText(): (conversation: Pick<Conversation, 'kind' | 'members'>) => string {
  const t = useTranslations('conversations')
  const format = useFormat()
  return ({ kind, members }) => {
    if (kind === 'direct') return t('direct')
    return members.length === 0
      ? t('project')
      : t('project.with', { names: format.list(members.map(({ name }) => name)) })
  }
}
