import { answerWorkConsent, listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { type WorkConsent } from '@veranda/contract/talent/consents/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Picture } from '../../../components/picture.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import '../listing/events.ts'
import styles from './work-consents.module.css'

const sentences = {
  asked: 'consent.ask',
  granted: 'consent.granted',
  declined: 'consent.declined',
  withdrawn: 'consent.withdrawn',
} as const

/** Asks the client of a project whether creators may show what they made for it; nothing until one asks. */
export function WorkConsents({ projectId }: { projectId: string }) {
  const t = useTranslations('talent/listing')
  const read = useRead(listWorkConsents)
  if (read.error && !read.data) {
    return <QueryError problem={read.error} errorTitle={t('consent.failed')} retry={() => void read.refetch()} />
  }
  const items = (read.data?.items ?? []).filter((consent) => consent.projectId === projectId)
  if (items.length === 0) return null
  return (
    <Card title={t('consents')}>
      <ul>
        {items.map((consent) => (
          <Question key={consent.id} consent={consent} />
        ))}
      </ul>
    </Card>
  )
}

function Question({ consent }: { consent: WorkConsent }) {
  const t = useTranslations('talent/listing')
  const { id, creator, title, image, state, version, actions } = consent
  const { name } = creator
  const answer = useCommand(answerWorkConsent, { invalidates: [listWorkConsents] })

  async function give(given: WorkConsent['actions'][number]) {
    const outcome = await answer.run({ params: { id }, body: { answer: given, expected: version } })
    if (outcome.ok) snackbars.add({ title: t(`consent.saved.${given}`, { name }), tone: 'success' })
  }

  return (
    <li className={styles.question}>
      <Picture src={image} alt="" sizes="160px" />
      <div className={styles.text}>
        <p>{t(sentences[state], { name, title })}</p>
        {actions.includes('grant') && <p className={styles.note}>{t('consent.what')}</p>}
        <ProblemBanner problem={answer.problem} />
      </div>
      <div className={styles.actions}>
        {actions.map((given) => (
          <Button key={given} size="small" busy={answer.busy} onClick={() => void give(given)}>
            {t(`consent.${given}`)}
          </Button>
        ))}
      </div>
    </li>
  )
}
