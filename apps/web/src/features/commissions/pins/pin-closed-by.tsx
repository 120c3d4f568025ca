import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './pins.module.css'

/** Says who closed a pin and when. */
export function PinClosedBy({ closed }: { closed: NonNullable<Pin['closed']> }) {
  const t = useTranslations('commissions/pins')
  return (
    <bdi className={styles.quiet}>
      <RichText text={t('closed-by', { name: closed.by.name })} parts={{ when: () => <Timestamp at={closed.at} /> }} />
    </bdi>
  )
}
