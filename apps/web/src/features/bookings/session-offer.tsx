import { type TalentSessions } from '@veranda/contract/bookings/session-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useId, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { useHold } from './hold.ts'
import { PolicyLines } from './policy-lines.tsx'
import styles from './session-offer.module.css'
import { SlotPicker } from './slot-picker.tsx'
import { Taken } from './taken.tsx'

type SessionOfferProps = {
  session: TalentSessions['items'][number]
  creator: { name: string; zone: string }
  /** The reader's own: shown as others see it, without booking oneself. */
  own: boolean
  open: boolean
  onOpen: (open: boolean) => void
}

/** One thing to book: what it is, what it costs, when the next one is free; opened, its free times. */
export function SessionOffer({ session, creator, own, open, onOpen }: SessionOfferProps) {
  const t = useWords('bookings')
  const format = useFormat()
  const panel = useId()
  const { title, description, clientPays, minutes, nextFree, confirmation } = session
  return (
    <li className={styles.offer}>
      <div className={styles.head}>
        <div className={styles.text}>
          <h3 className={styles.title} dir="auto">
            {title}
          </h3>
          <p className={styles.facts}>
            <bdi>{t('offer.minutes', { count: minutes })}</bdi> · <bdi>{t(`offer.${confirmation}`)}</bdi>
          </p>
          {description && (
            <p className={styles.description} dir="auto">
              {description}
            </p>
          )}
        </div>
        <div className={styles.end}>
          {clientPays ? <Amount money={clientPays} /> : <strong>{t('offer.free')}</strong>}
          <span className={styles.facts}>
            {nextFree
              ? t('offer.next', { day: format.weekday(nextFree), time: format.time(nextFree) })
              : t('offer.no-next')}
          </span>
          {own ? (
            <Button size="small" href="/appointments?view=availability">
              {t('offer.edit')}
            </Button>
          ) : (
            <Button
              size="small"
              icon={open ? undefined : 'calendar'}
              aria-expanded={open}
              aria-controls={open ? panel : undefined}
              aria-label={t(open ? 'offer.hide.label' : 'offer.show.label', { title })}
              disabled={nextFree === null}
              onClick={() => onOpen(!open)}
            >
              {t(open ? 'offer.hide' : 'offer.show')}
            </Button>
          )}
        </div>
      </div>
      {open && !own && nextFree !== null && (
        <div id={panel} className={styles.panel}>
          <Times session={session} creator={creator} />
        </div>
      )}
    </li>
  )
}

function Times({ session, creator }: Pick<SessionOfferProps, 'session' | 'creator'>) {
  const t = useWords('bookings')
  const account = useFormat().zone
  const [note, setNote] = useState('')
  const [asked, setAsked] = useState<{ at: string; zone: string }>()
  const hold = useHold()

  function take(at: string, zone: string) {
    setAsked({ at, zone })
    void hold.take(session.id, at, zone, note)
  }

  return (
    <Stack gap={5}>
      <SlotPicker
        serviceId={session.id}
        other={creator}
        near={session.nextFree}
        chosen={hold.busy ? asked?.at : undefined}
        busy={hold.busy}
        onPick={take}
      />
      <Taken
        problem={hold.problem}
        zone={asked?.zone ?? account}
        busy={hold.busy}
        onPick={(at) => take(at, asked?.zone ?? account)}
      />
      <Field label={t('offer.note')} hint={t('offer.note.hint', { name: creator.name })} optional>
        <TextInput maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className={styles.foot}>
        <p className={styles.facts}>{t('offer.hold')}</p>
        {session.clientPays && (
          <details>
            <summary>{t('policy.title')}</summary>
            <PolicyLines policy={session.policy} />
          </details>
        )}
      </div>
    </Stack>
  )
}
