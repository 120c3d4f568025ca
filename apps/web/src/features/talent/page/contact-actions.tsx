import { openDirectConversation } from '@veranda/contract/conversations/routes.ts'
import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { conversationUrl } from '@veranda/core/conversation-url.ts'
import { Button } from '@veranda/ui/button.tsx'
import { useNavigate } from 'react-router'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { ProblemBanner } from '../../../components/problem-banner.tsx'
import styles from './talent-page.module.css'

/** Shows the ways to contact a creator, booking only where there is something to book; on the user's own page, a link to the editor. */
export function ContactActions({ talent }: { talent: Talent }) {
  const t = useTranslations('talent')
  const navigate = useNavigate()
  const open = useCommand(openDirectConversation, { idempotent: true })
  if (talent.actions.includes('edit')) {
    return (
      <Button icon="edit" href="/profile">
        {t('way.own')}
      </Button>
    )
  }
  async function message() {
    const outcome = await open.run({ body: { userId: talent.id } })
    if (outcome.ok) await navigate(conversationUrl(outcome.reply))
  }
  const canRequest = talent.actions.includes('request')
  return (
    <section aria-label={t('ways')} className={styles.ways}>
      <div className={styles.wayButtons}>
        <Button
          kind="filled"
          icon="briefcase"
          disabled={!canRequest}
          href={canRequest ? `/projects/new?creator=${talent.id}` : undefined}
        >
          {t('way.request')}
        </Button>
        {talent.actions.includes('message') && (
          <Button icon="message" busy={open.busy} onClick={() => void message()}>
            {t('way.message')}
          </Button>
        )}
        {talent.actions.includes('book') && (
          <Button icon="calendar" href={`/talent/${talent.id}#book`}>
            {t('way.book')}
          </Button>
        )}
      </div>
      {talent.accepting === 'closed' && <p className={styles.note}>{t('way.closed', { name: talent.name })}</p>}
      {talent.accepting === 'waiting-list' && <p className={styles.note}>{t('way.waiting', { name: talent.name })}</p>}
      <ProblemBanner problem={open.problem} />
    </section>
  )
}
