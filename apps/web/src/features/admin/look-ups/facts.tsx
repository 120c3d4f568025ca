import { Card } from '@veranda/ui/card.tsx'
import { Fragment, type ReactNode } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../admin.module.css'

/** Lists what is known of a looked-up object, and leaves out what is not. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const t = useTranslations('admin')
  return (
    <Card padded title={t('facts')}>
      <dl className={styles.facts}>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </Card>
  )
}
