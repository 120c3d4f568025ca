import { readTalentSessions } from '@veranda/contract/bookings/routes.ts'
import { type TalentSessions as Sessions } from '@veranda/contract/bookings/session-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useSearchParams } from 'react-router'
import { useRead } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { Reading } from '../../parts/reading.tsx'
import { SessionOffer } from './session-offer.tsx'

/** What a creator offers to book, each with its free times. */
export function TalentSessions({ creatorId }: { creatorId: string }) {
  const t = useWords('bookings')
  const read = useRead(readTalentSessions, { params: { id: creatorId } }, { fresh: 0 })
  return (
    <Reading
      of={read}
      failed={t('offer.failed')}
      shape={
        <Card>
          <SkeletonRows count={2} label={t('offer.loading')} />
        </Card>
      }
    >
      {(sessions) => <Offers sessions={sessions} />}
    </Reading>
  )
}

function Offers({ sessions }: { sessions: Sessions }) {
  const t = useWords('bookings')
  const me = useSession().user?.id
  const [params, setParams] = useSearchParams()
  const own = sessions.creator.id === me
  const [first] = sessions.items
  if (!first) {
    return (
      <Card>
        <EmptyState
          compact
          level={3}
          icon="calendar"
          title={own ? t('offer.none.own') : t('offer.none', { name: sessions.creator.name })}
          text={own ? t('offer.none.own.text') : t('offer.none.text')}
          actions={own && <Button href="/appointments?view=availability">{t('offer.edit')}</Button>}
        />
      </Card>
    )
  }
  const asked = params.get('session')
  // One thing to book stands open by itself; of several, the one that the address names.
  const open = asked ?? (sessions.items.length === 1 ? first.id : null)

  function show(id: string | null) {
    const next = new URLSearchParams(params)
    if (id === null) next.set('session', 'none')
    else next.set('session', id)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  return (
    <Card>
      <ul>
        {sessions.items.map((session) => (
          <SessionOffer
            key={session.id}
            session={session}
            creator={{ name: sessions.creator.name, zone: sessions.timeZone }}
            own={own}
            open={session.id === open}
            onOpen={(on) => show(on ? session.id : null)}
          />
        ))}
      </ul>
    </Card>
  )
}
