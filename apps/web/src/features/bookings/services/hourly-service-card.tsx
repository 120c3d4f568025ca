import { type CreatorServices } from '@veranda/contract/bookings/services/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { useReserveSlot } from '../reservations/use-reserve-slot.ts'
import { CancellationPolicy } from './cancellation-policy.tsx'
import styles from './hourly-service-card.module.css'
import { SlotPicker } from '../availability/slot-picker.tsx'
import { SlotTakenBanner } from '../reservations/slot-taken-banner.tsx'

type HourlyServiceCardProps = {
  service: CreatorServices['items'][number]
  creator: { name: string; zone: string }
  /** The reader's own service: shown as others see it, without booking. */
  own: boolean
  open: boolean
  onOpen: (open: boolean) => void
}

/** Shows an hourly service: what it is, its price, its next free time; expanded, its free times. */
export function HourlyServiceCard({ service, creator, own, open, onOpen }: HourlyServiceCardProps) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const panel = useId()
  const { title, description, price, minutes, nextFree, confirmation } = service
  return (
    <li className={styles.service}>
      <div className={styles.head}>
        <div className={styles.text}>
          <h3 className={styles.title} dir="auto">
            {title}
          </h3>
          <p className={styles.facts}>
            <bdi>{t('hourly-service.minutes', { count: minutes })}</bdi> ·{' '}
            <bdi>{t(`hourly-service.${confirmation}`)}</bdi>
          </p>
          {description && (
            <p className={styles.description} dir="auto">
              {description}
            </p>
          )}
        </div>
        <div className={styles.end}>
          {price ? (
            <div>
              <Amount money={price} caption={t('hourly-service.total', { total: format.money(price.clientPays) })} />
            </div>
          ) : (
            <strong>{t('hourly-service.free')}</strong>
          )}
          <span className={styles.facts}>
            {nextFree
              ? t('hourly-service.next', { day: format.weekday(nextFree), time: format.time(nextFree) })
              : t('hourly-service.no-next')}
          </span>
          {own ? (
            <Button size="small" href="/appointments?view=availability">
              {t('hourly-service.edit')}
            </Button>
          ) : (
            <Button
              size="small"
              icon={open ? undefined : 'calendar'}
              aria-expanded={open}
              aria-controls={open ? panel : undefined}
              aria-label={t(open ? 'hourly-service.hide.label' : 'hourly-service.show.label', { title })}
              disabled={nextFree === null}
              onClick={() => onOpen(!open)}
            >
              {t(open ? 'hourly-service.hide' : 'hourly-service.show')}
            </Button>
          )}
        </div>
      </div>
      {open && !own && nextFree !== null && (
        <div id={panel} className={styles.panel}>
          <ServiceSlots service={service} creator={creator} />
        </div>
      )}
    </li>
  )
}

function ServiceSlots({ service, creator }: Pick<HourlyServiceCardProps, 'service' | 'creator'>) {
  const t = useTranslations('bookings')
  const account = useFormat().timeZone
  const [note, setNote] = useState('')
  const [requested, setRequested] = useState<{ at: string; zone: string }>()
  const reservation = useReserveSlot()
  const inProject = useSearchParams()[0].has('project')

  function reserve(at: string, zone: string) {
    setRequested({ at, zone })
    void reservation.reserve(service.id, at, zone, note)
  }

  return (
    <Stack gap={5}>
      {inProject && <p className={styles.facts}>{t('hourly-service.in-project')}</p>}
      <Field label={t('hourly-service.note')} hint={t('hourly-service.note.hint', { name: creator.name })} optional>
        <TextInput maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <SlotPicker
        serviceId={service.id}
        other={creator}
        startNear={service.nextFree}
        chosen={reservation.busy ? requested?.at : undefined}
        busy={reservation.busy}
        onPick={reserve}
      />
      <SlotTakenBanner
        problem={reservation.problem}
        zone={requested?.zone ?? account}
        busy={reservation.busy}
        onPick={(at) => reserve(at, requested?.zone ?? account)}
      />
      <div className={styles.foot}>
        <p className={styles.facts}>{t('hourly-service.reservation')}</p>
        {service.price && (
          <details>
            <summary>{t('policy.title')}</summary>
            <CancellationPolicy policy={service.policy} />
          </details>
        )}
      </div>
    </Stack>
  )
}
