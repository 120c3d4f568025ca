import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { isMissedState, isOff, otherSide, type OverState } from './booking-sides.ts'
import styles from './booking.module.css'
import { useHold } from './hold.ts'
import { SlotPicker } from './slot-picker.tsx'
import { Taken } from './taken.tsx'

/** What became of a booking that is over, and for the client the way to another time. */
export function OverPanel({ booking, state }: { booking: Booking; state: OverState }) {
  const t = useWords('bookings')
  const format = useFormat()
  const { ended, refund, presence, part } = booking
  const { name } = otherSide(booking)
  const side = part === 'client' ? 'client' : 'creator'
  const by = ended === null || ended.by === 'system' ? undefined : ended.by === part ? 'me' : ended.by
  return (
    <Stack gap={5}>
      <Card padded title={t(`over.${state}`)}>
        <Stack gap={3}>
          <p className={styles.quiet}>
            {state === 'cancelled' && by
              ? t(`over.cancelled.${by}`, { name })
              : isMissedState(state)
                ? t(`over.text.${part}.${state}`, { name, other: booking.creator.name })
                : t(state === 'completed' ? completedText(booking) : `over.text.${state}`, {
                    name: booking.creator.name,
                  })}
          </p>
          {ended?.reason && (
            <blockquote className={styles.note} dir="auto">
              {ended.reason}
            </blockquote>
          )}
          {refund && refund.amount > 0 && (
            <Banner tone="success" icon="wallet">
              {t(`over.refund.${side}.${booking.money?.place === 'refunding' ? 'coming' : 'done'}`, {
                sum: format.money(refund),
                name,
              })}
            </Banner>
          )}
          {presence && (
            <p className={styles.quiet}>
              {t('over.presence', {
                client: booking.client.name,
                clientMinutes: format.number(presence.client),
                creator: booking.creator.name,
                creatorMinutes: format.number(presence.creator),
              })}
            </p>
          )}
          {(isMissedState(state) || (booking.faulted && ended === null)) && part !== 'operator' && (
            <div>
              <Button size="small" icon="help" href="/support">
                {t('over.dispute')}
              </Button>
            </div>
          )}
        </Stack>
      </Card>
      {part === 'client' && (isOff({ state }) || state === 'completed') && <Again booking={booking} />}
    </Stack>
  )
}

function completedText({ money, faulted, ended, part }: Booking) {
  if (faulted && ended === null && money?.place === 'protected') {
    return part === 'operator' ? 'over.text.completed.faulted.operator' : 'over.text.completed.faulted'
  }
  if (!money) return 'over.text.completed.free'
  return money.place === 'available' ? 'over.text.completed.passed' : 'over.text.completed'
}

/** The next free times of the same service. */
function Again({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const account = useFormat().zone
  const [asked, setAsked] = useState<{ at: string; zone: string }>()
  const hold = useHold()
  const take = (at: string, zone: string) => {
    setAsked({ at, zone })
    void hold.take(booking.service.id, at, zone, booking.note)
  }
  return (
    <Card padded title={t(booking.state === 'completed' ? 'again.after' : 'again.title')}>
      <Stack gap={4}>
        <SlotPicker
          serviceId={booking.service.id}
          other={{ name: booking.creator.name, zone: booking.zones.creator }}
          near={Date.parse(booking.startsAt) > Date.parse(booking.now) ? booking.startsAt : undefined}
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
      </Stack>
    </Card>
  )
}
