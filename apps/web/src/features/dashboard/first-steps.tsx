import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './first-steps.module.css'

type Steps = NonNullable<Dashboard['firstSteps']>

const paths: Readonly<Record<Steps['steps'][number]['id'], string>> = {
  profile: '/profile',
  work: '/profile',
  availability: '/appointments?view=availability',
  project: '/search',
  agreement: '/projects',
  funding: '/projects',
}

/** Lists what a new user does first, each step a link until it is done: a creator to be found, a client to begin. */
export function FirstSteps({ firstSteps: { role, steps } }: { firstSteps: Steps }) {
  const t = useTranslations('dashboard/panels')
  const done = steps.filter((step) => step.done).length
  const title = t(`steps.${role}`, { done, count: steps.length })
  const next = steps.find((step) => !step.done)
  return (
    <Card title={title} padded>
      <div className={styles.steps}>
        <Progress label={title} value={done / steps.length} />
        <ol className={styles.list}>
          {steps.map((step, index) => (
            <li key={step.id} className={cx(styles.step, step.done && styles.done, step === next && styles.next)}>
              <span className={styles.mark} aria-hidden="true">
                {step.done ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <div>
                {step.done ? (
                  <span className={styles.title}>
                    {t(`step.${step.id}`)}
                    <VisuallyHidden> {t('step.done')}</VisuallyHidden>
                  </span>
                ) : (
                  <Anchor className={cx(styles.title, styles.cover)} href={paths[step.id]}>
                    {t(`step.${step.id}`)}
                  </Anchor>
                )}
                <p className={styles.text}>{t(`step.${step.id}.text`)}</p>
              </div>
              {!step.done && <Icon name="chevron-end" size={18} />}
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}
