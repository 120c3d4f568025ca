import { openDirect } from '@veranda/contract/conversations/routes.ts'
import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { useNavigate } from 'react-router'
import { useCommand } from '../../lib/command.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import styles from './talent-page.module.css'

/** Three clear ways to go on with somebody; on one's own page, the way to the editor. */
export function WaysOn({ talent }: { talent: Talent }) {
  const t = useWords('talent')
  const me = useSession().user?.id
  const navigate = useNavigate()
  const open = useCommand(openDirect, { idempotent: true })
  if (talent.id === me) {
    return (
      <Button icon="edit" href="/profile">
        {t('way.own')}
      </Button>
    )
  }
  async function message() {
    const outcome = await open.run({ body: { personId: talent.id } })
    if (outcome.ok) await navigate(`/messages?c=${outcome.reply.id}`)
  }
  const closed = talent.accepting === 'closed'
  return (
    <section aria-label={t('ways')} className={styles.ways}>
      <div className={styles.wayButtons}>
        <Button
          kind="filled"
          icon="briefcase"
          disabled={closed}
          href={closed ? undefined : `/projects/new?creator=${talent.id}`}
        >
          {t('way.request')}
        </Button>
        <Button icon="message" busy={open.busy} onClick={() => void message()}>
          {t('way.message')}
        </Button>
        <Button icon="calendar" href={`/talent/${talent.id}#book`}>
          {t('way.book')}
        </Button>
      </div>
      {closed && <p className={styles.note}>{t('way.closed', { name: talent.name })}</p>}
      {talent.accepting === 'waiting-list' && <p className={styles.note}>{t('way.waiting', { name: talent.name })}</p>}
      <ProblemBanner problem={open.problem} />
    </section>
  )
}
