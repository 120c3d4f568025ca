import { openDirectConversation } from '@veranda/contract/conversations/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { conversationUrl } from '@veranda/core/conversation-url.ts'
import { Button } from '@veranda/ui/button.tsx'
import { useNavigate } from 'react-router'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import styles from './profile-page.module.css'

/** Shows the ways to contact a creator, booking only where there is something to book; on the user's own page, a link to the editor. */
export function ContactActions({ profile }: { profile: Profile }) {
  const t = useTranslations('talent')
  const navigate = useNavigate()
  const open = useCommand(openDirectConversation, { idempotent: true })
  if (profile.actions.includes('edit')) {
    return (
      <Button icon="edit" href="/profile">
        {t('way.own')}
      </Button>
    )
  }
  async function message() {
    const outcome = await open.run({ body: { userId: profile.id } })
    if (outcome.ok) await navigate(conversationUrl(outcome.reply))
  }
  const canRequest = profile.actions.includes('request')
  return (
    <section aria-label={t('ways')} className={styles.ways}>
      <div className={styles.wayButtons}>
        <Button
          kind="filled"
          icon="briefcase"
          disabled={!canRequest}
          href={canRequest ? `/projects/new?creator=${profile.id}` : undefined}
        >
          {t('way.request')}
        </Button>
        {profile.actions.includes('message') && (
          <Button icon="message" busy={open.busy} onClick={() => void message()}>
            {t('way.message')}
          </Button>
        )}
        {profile.actions.includes('book') && (
          <Button icon="calendar" href={`/talent/${profile.id}#book`}>
            {t('way.book')}
          </Button>
        )}
      </div>
      {profile.accepting === 'closed' && <p className={styles.note}>{t('way.closed', { name: profile.name })}</p>}
      {profile.accepting === 'waiting-list' && (
        <p className={styles.note}>{t('way.waiting', { name: profile.name })}</p>
      )}
      <ProblemBanner problem={open.problem} />
    </section>
  )
}
